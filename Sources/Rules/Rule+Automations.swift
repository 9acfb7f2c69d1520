import ManifestFacts
package import RepositoryLinking
import SourceText
import YAMLSyntax

/// A rule that judges automations one by one, each once per way in which it is built.
package protocol AutomationRule: Rule {
    func finding(about automation: LinkedAutomation, in model: RepositoryModel) -> Finding?
}

extension AutomationRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.wholeAutomations.compactMap { finding(about: $0, in: model) }
    }
}

extension Rule {
    /// A finding about an automation, by default at its name.
    func finding(
        _ message: String, of automation: LinkedAutomation, at location: SourceLocation? = nil,
        severity: Severity? = nil, related: [RelatedLocation] = [], environments: [String] = []
    ) -> Finding {
        finding(
            message, at: location ?? automation.location, severity: severity, related: related,
            object: automation.built.fact.fact.object.identity, subject: automation.name,
            environments: environments)
    }
}

extension LinkedAutomation {
    /// Whether this is a complete object, with at least two of three required fields.
    ///
    /// Patches that nothing in the repository applies, and test data, are not.
    fileprivate var isWhole: Bool {
        let names = built.object.isOfFirstVersion ? ["checkout", "commit"] : ["sourceRef", "git"]
        let fields = (names + ["interval"]).map { built.object.field("spec", $0) }
        return fields.count { !$0.isAbsent } > 1
    }

    /// The name of the GitRepository; nil if it is absent or not known.
    var sourceName: String? { built.object.field(.sourceName).literal?.text }

    /// `update.path` as written in the manifest; nil if it is absent or not known.
    var writtenPath: (text: String, location: SourceLocation)? {
        built.object.field("spec", "update", "path").literal
    }
}

extension BuiltField {
    var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// A text without variables, and its location; nil for anything else.
    var literal: (text: String, location: SourceLocation)? {
        guard case .known(let text, let location) = self, NamePattern.isLiteral(text) else {
            return nil
        }
        return (text, location)
    }
}

extension RepositoryModel {
    /// The automations that are complete objects.
    var wholeAutomations: [LinkedAutomation] { automations.automations.filter(\.isWhole) }

    /// The markers that each automation writes, by its number, in the order of their files.
    var writtenMarkers: [Int: [Placed<MarkerFact>]] {
        var written: [Int: [Placed<MarkerFact>]] = [:]
        for marker in markers {
            guard let setter = marker.fact.liveSetter else { continue }
            for automation in automations.writers(of: setter, at: marker.path) {
                written[automation.number, default: []].append(marker)
            }
        }
        return written
    }
}
