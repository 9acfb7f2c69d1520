package import Configuration

/// A rule's definition: front matter and documentation of `rules/definitions/<id>.md`.
///
/// ```
/// ---
/// id: image-untagged
/// severity: error
/// since: 0.1.0
/// fix: none            (none | safe | unsafe)
/// offline: true
/// supersedes: rule-a, rule-b       (optional)
/// optIn: true                      (optional)
/// ---
/// # image-untagged
/// Summary line.
/// …
/// ```
package struct RuleDefinition: Sendable {
    package enum FixKind: String, Sendable {
        case none
        case safe
        case unsafe
    }

    package let id: String
    package let severity: Severity
    /// The first version with it; nil for a rule of a repository's configuration.
    package let since: String?
    package let fix: FixKind
    /// Whether the rule can be decided from the repository alone.
    package let isOffline: Bool
    /// The rules whose findings at the same scalar are replaced by findings of this rule.
    package let supersedes: [String]
    /// Whether the rule is off except in the profile `guardrails` or with a configured severity.
    package let isOptIn: Bool
    /// One sentence that says what is wrong.
    package let summary: String
    /// The documentation below the front matter, in Markdown.
    package let documentation: String
}

extension RuleDefinition {
    /// Parses an embedded definition; traps without a complete front matter, which a test of all
    /// definitions rules out.
    package init(markdown: [UInt8]) {
        let text = String(decoding: markdown, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
            preconditionFailure("a rule's definition begins with its front matter")
        }
        var fields: [String: String] = [:]
        for line in lines[1..<end] {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        let body = lines[(end + 1)...]
        let paragraphs = body.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard let id = fields["id"], let since = fields["since"],
            let severity = fields["severity"].flatMap(Severity.init(rawValue:)),
            let fix = fields["fix"].flatMap(FixKind.init(rawValue:)),
            let summary = paragraphs.first
        else { preconditionFailure("a field is missing in a rule's front matter") }
        self.id = id
        self.severity = severity
        self.since = since
        self.fix = fix
        isOffline = fields["offline"] == "true"
        supersedes = (fields["supersedes"] ?? "").split(separator: ", ").map(String.init)
        isOptIn = fields["optIn"] == "true"
        self.summary = String(summary)
        documentation = String(body.joined(separator: "\n").drop { $0 == "\n" })
    }

    /// Whether a repository's configuration defines it.
    package var isCustom: Bool { id.hasPrefix(CustomRule.prefix) }

    /// The rule as the configuration knows it.
    package var configurable: ConfigurableRule { ConfigurableRule(id, isOptIn: isOptIn) }
}
