import ManifestFacts
package import RepositoryLinking
import SourceText
import YAMLSyntax

/// A rule that judges each automation by itself, once for each way in which it is built.
package protocol AutomationRule: Rule {
    func findings(about automation: LinkedAutomation, in model: RepositoryModel) -> [Finding]
}

extension AutomationRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.automations.automations.filter(\.isWhole)
            .flatMap { findings(about: $0, in: model) }
    }
}

extension Rule {
    /// A finding at one place of an automation, by default its name.
    func finding(
        _ message: String, of automation: LinkedAutomation, at location: SourceLocation? = nil,
        severity: Severity? = nil, related: [RelatedLocation] = [], environments: [String] = []
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: severity ?? Self.definition.severity,
            message: message, location: location ?? automation.location, related: related,
            object: automation.built.fact.fact.object.identity, subject: automation.name,
            environments: environments)
    }

    /// A location at an automation that the rule could not judge, with the reason.
    func unjudged(_ automation: LinkedAutomation, _ reason: String) -> Unjudged {
        Unjudged(rule: Self.definition.id, location: automation.location, reason: reason)
    }
}

extension LinkedAutomation {
    /// Whether this is an object and no piece of one: a patch that nothing in the repository
    /// applies, or test data, lacks two of what every automation has.
    var isWhole: Bool {
        let names = built.object.isOfFirstVersion ? ["checkout", "commit"] : ["sourceRef", "git"]
        let fields = (names + ["interval"]).map { built.object.field("spec", $0) }
        return fields.count { if case .absent = $0 { false } else { true } } > 1
    }
}

extension LinkedAutomation {
    /// The name of the GitRepository; nil where it is absent or not known.
    var sourceName: String? { built.object.field(.sourceName).literal?.text }

    /// `update.path` as the manifest has it; nil where it is absent or not known.
    var writtenPath: (text: String, location: SourceLocation)? {
        built.object.field("spec", "update", "path").literal
    }
}

extension BuiltField {
    var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// A text without variables, and where it stands.
    var literal: (text: String, location: SourceLocation)? {
        guard case .known(let text, let location) = self, NamePattern.isLiteral(text) else {
            return nil
        }
        return (text, location)
    }
}

extension RepositoryModel {
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
