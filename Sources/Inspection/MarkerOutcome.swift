import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import Rules

/// Whether anything ever happens at a marker, and if not, what is first in its way.
enum MarkerOutcome {
    /// These automations write what the policy selects, by name; never empty.
    case written([String])
    /// These would if somebody resumed them; never empty.
    case suspended([String])
    /// One clause, lower case, no full stop.
    case nothing(String)
    /// The repository leaves it open; with the reason.
    case unknown(String)

    /// As machine output names it.
    var kind: String {
        switch self {
        case .written: "written"
        case .suspended: "suspended"
        case .nothing: "nothing"
        case .unknown: "unknown"
        }
    }

    var words: String {
        switch self {
        case .written(let names): "\(names.quoted) \(names.verb("writes", "write")) this value"
        case .suspended(let names):
            "nothing until \(names.quoted) \(names.verb("is", "are")) resumed"
        case .nothing(let reason): "nothing ever happens: \(reason)"
        case .unknown(let reason): "not known: \(reason)"
        }
    }
}

extension [String] {
    fileprivate var quoted: String { map { "`\($0)`" }.joined(separator: " and ") }

    fileprivate func verb(_ one: String, _ several: String) -> String {
        count == 1 ? one : several
    }
}

extension MarkerOutcome {
    /// Asks in Flux's order: the file, the comment, the policy, the automations.
    init(
        of marker: MarkerFact, in file: ManifestFile, policies: [MarkerAccount.Policy],
        automations: [ConsideredAutomation], model: RepositoryModel
    ) {
        self =
            Self.obstacle(in: file) ?? Self.obstacle(in: marker)
            ?? marker.liveSetter.flatMap { setter in
                Self.gap(in: policies, of: setter, model)
                    ?? Self.end(of: setter, in: file, automations, model)
            } ?? .nothing("Flux does not take this comment")
    }

    private static func obstacle(in file: ManifestFile) -> MarkerOutcome? {
        guard let input = file.facts.setterInput else { return nil }
        if let (kind, _) = input.obstacle {
            return .nothing("Flux skips this file with its markers: \(kind.reason)")
        }
        return input.isLoneList
            ? .nothing("Flux writes the items of a `List` to new files, and not to this one") : nil
    }

    private static func obstacle(in marker: MarkerFact) -> MarkerOutcome? {
        guard case .setter = marker.reading else {
            return .nothing("Flux does not take this comment for a marker")
        }
        return marker.isSeen ? nil : .nothing("this marker stands \(marker.placeWords)")
    }

    /// What is in the way where no policy can select anything for the marker.
    private static func gap(
        in policies: [MarkerAccount.Policy], of setter: SetterMarker, _ model: RepositoryModel
    ) -> MarkerOutcome? {
        let name = "\(setter.namespace)/\(setter.name)"
        if policies.isEmpty, !model.configuration.isExternal(policy: name) {
            switch model.policies.answer(namespace: setter.namespace, name: setter.name) {
            case .declared: break
            case .elsewhere(let namespaces):
                let places = namespaces.map { "`\($0)`" }.joined(separator: " and ")
                return .nothing(
                    "the policy `\(setter.name)` is in namespace \(places), not in "
                        + "`\(setter.namespace)`")
            case .missing: return .nothing("no policy `\(name)` is declared in this repository")
            case .unknown(let reason): return .unknown(reason)
            }
        }
        let faults = policies.compactMap(\.emptiness)
        return faults.isEmpty || faults.count < policies.count
            ? nil : .nothing("the policy `\(name)` never selects a tag: \(faults[0])")
    }

    private static func end(
        of setter: SetterMarker, in file: ManifestFile, _ automations: [ConsideredAutomation],
        _ model: RepositoryModel
    ) -> MarkerOutcome {
        switch model.automations.coverage(of: setter, at: file.path) {
        case .covered:
            let writers = automations.names(of: .writes)
            return writers.isEmpty
                ? .suspended(automations.names(of: .suspended)) : .written(writers)
        case .unselected(let automations):
            let names = Set(automations.map(\.name)).sorted()
            return .nothing(
                "the policy lacks the labels that \(names.quoted) "
                    + "\(names.verb("selects", "select")) by")
        case .outside:
            return .nothing(
                "no automation of the namespace `\(setter.namespace)` rewrites this file")
        case .unknown(let reason):
            let open = automations.first {
                if case .unknown = $0.verdict { true } else { false }
            }
            return .unknown(open.map { "`\($0.name)` \($0.verdict)" } ?? reason)
        }
    }
}

extension [ConsideredAutomation] {
    /// Several clusters may have one of the same name.
    fileprivate func names(of verdict: AutomationVerdict) -> [String] {
        Set(filter { $0.verdict == verdict }.map(\.name)).sorted()
    }
}

extension MarkerAccount.Policy {
    /// Why the policy can select no tag at all; nil where it can, or may.
    fileprivate var emptiness: String? {
        if let fault = account.fault { return fault.message }
        if account.declaration.policy.sample == MemberSearch.none {
            return "no tag is in its pattern and its range"
        }
        return blockage
    }
}
