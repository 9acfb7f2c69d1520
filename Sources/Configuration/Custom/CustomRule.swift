package import SourceText

/// A rule that a repository's configuration defines.
package struct CustomRule: Sendable {
    /// Begins the ids of all custom rules.
    package static let prefix = "custom/"

    /// `custom/` and the name.
    package let id: String
    package let subject: CustomSubject
    /// The things that it is about; nil for all of the subject.
    package let scope: CustomCondition?
    /// The condition that each of them must meet.
    package let requirement: CustomCondition
    /// Nil where the requirement itself is the message.
    package let message: CustomMessage?
    package let severity: RuleLevel
    /// One sentence that says what is wrong; nil for the conditions in words.
    package let summary: String?
    /// Markdown on what to do about it.
    package let help: String?
    package let badExamples: [CustomExample]
    package let goodExamples: [CustomExample]
    /// The whole entry.
    package let span: SourceSpan

    /// Nil for an entry without what every rule needs.
    init?(_ entry: Setting<CustomRuleEntry>) {
        let value = entry.value
        guard let name = value.id?.value, let subject = value.subject?.value,
            let requirement = value.requirement?.value, let span = entry.span
        else { return nil }
        id = Self.prefix + name
        self.subject = subject
        scope = value.scope?.value
        self.requirement = requirement
        message = value.message?.value
        severity = RuleLevel(value.severity?.value ?? .error)
        summary = value.summary?.value
        help = value.help?.value
        badExamples = value.examples?.value.bad?.value.map(\.value) ?? []
        goodExamples = value.examples?.value.good?.value.map(\.value) ?? []
        self.span = span
    }

    /// The rule as the configuration knows it.
    package var configurable: ConfigurableRule { ConfigurableRule(id) }

    /// Conditions and requirement as a sentence.
    package var words: String {
        let subjects = scope.map { "\(subject.noun) where \($0.words)" } ?? subject.noun
        return "For each \(subjects): \(requirement.words)."
    }
}

/// Manifests that a custom rule must, or must not, report.
package struct CustomExample: Sendable {
    package enum Content: Sendable {
        /// The text of a manifest.
        case manifest(String)
        /// A file or a directory of the repository.
        case path(String)
    }

    package let content: Content
    /// The path at which a manifest is judged; nil for the standard one.
    package let place: String?

    /// The path of a manifest that has no place of its own.
    package static let standardPath = "example.yaml"
}

/// An entry of `custom`.
struct CustomRuleEntry: Sendable {
    var id: Setting<String>?
    var subject: Setting<CustomSubject>?
    var scope: Setting<CustomCondition>?
    var requirement: Setting<CustomCondition>?
    var message: Setting<CustomMessage>?
    var severity: Setting<CustomSeverity>?
    var summary: Setting<String>?
    var help: Setting<String>?
    var examples: Setting<CustomExamplesEntry>?
}

/// The `examples` of a custom rule.
struct CustomExamplesEntry: Sendable {
    var bad: Setting<[Setting<CustomExample>]>?
    var good: Setting<[Setting<CustomExample>]>?
}

/// An example that is a mapping.
struct CustomExampleEntry: Sendable {
    var at: Setting<String>?
    var manifest: Setting<String>?
    var path: Setting<String>?
}

/// The severity that a custom rule has by itself.
enum CustomSeverity: String, CaseIterable, Sendable {
    case note
    case warning
    case error
}

extension RuleLevel {
    fileprivate init(_ severity: CustomSeverity) {
        self =
            switch severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
    }
}
