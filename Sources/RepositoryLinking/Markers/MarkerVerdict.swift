import Configuration
import Kustomize
package import ManifestFacts
import YAMLSyntax

/// Whether Flux updates the value at a marker; if not, the first reason.
///
/// `explain`, `audit` and the editor ask this. A rule asks for the one defect that it reports.
package enum MarkerVerdict: Hashable, Sendable {
    /// These automations, by name, write what the policy selects; never empty.
    case written(by: [String])
    /// The object that is suspended, until which nothing is updated: one clause, no full stop.
    case suspended(String)
    case nothing(MarkerObstacle)
    /// The repository leaves it open: one clause, lower case, no full stop.
    case unknown(String)

    /// By its name in machine output.
    package var kind: String {
        switch self {
        case .written: "written"
        case .suspended: "suspended"
        case .nothing: "nothing"
        case .unknown: "unknown"
        }
    }
}

extension MarkerVerdict: CustomStringConvertible {
    package var description: String {
        switch self {
        case .written(let names):
            "\(names.quotedList) \(names.count == 1 ? "writes" : "write") this value"
        case .suspended(let words): words
        case .nothing(let obstacle): "nothing ever happens: \(obstacle)"
        case .unknown(let reason): "not known: \(reason)"
        }
    }
}

extension RepositoryModel {
    /// Asks in Flux's order: the file, the comment and its place, the policy, the automations.
    package func verdict(on marker: Placed<MarkerFact>) -> MarkerVerdict {
        let file = files[marker.file]
        if let obstacle = MarkerObstacle(of: file) ?? MarkerObstacle(of: marker.fact) {
            if case .place = obstacle, marker.fact.placement == .comment(.undetermined) {
                return .unknown("\(obstacle)")
            }
            return .nothing(obstacle)
        }
        guard let setter = marker.fact.obeyedSetter else { return .unknown("it is not a marker") }
        let policies = policyLinks.policies(of: marker)
        let readiness = readiness(of: policies, meantBy: setter)
        if let readiness, case .nothing = readiness { return readiness }
        let end = end(of: setter, in: file)
        guard case .written = end else { return end }
        return readiness ?? end
    }

    /// The verdict if none of a marker's policies selects anything, or none is known to; nil if one
    /// of them may.
    private func readiness(
        of policies: [LinkedPolicy], meantBy setter: SetterMarker
    ) -> MarkerVerdict? {
        let name = "\(setter.namespace)/\(setter.name)"
        if policies.isEmpty {
            if configuration.isExternal(policy: name) { return nil }
            switch self.policies.answer(namespace: setter.namespace, name: setter.name) {
            case .declared:
                return .unknown("the repository declares this policy for other clusters only")
            case .elsewhere(let namespaces):
                return .nothing(.policyElsewhere(setter, namespaces: namespaces))
            case .missing:
                return .nothing(
                    .policyMissing(name: name, meant: self.policies.name(meantBy: setter)))
            case .unknown(let reason): return .unknown(reason)
            }
        }
        let obstacles = policies.map { readiness(of: $0).obstacle }
        guard let first = obstacles.first ?? nil, !obstacles.contains(nil) else { return nil }
        guard let paused = obstacles.first(where: { $0?.kind == .suspended }) ?? nil else {
            return .nothing(.policy(name: name, first))
        }
        return .suspended(
            "Flux writes nothing new until it is resumed: \(paused.reason)")
    }

    private func end(of setter: SetterMarker, in file: ManifestFile) -> MarkerVerdict {
        func names(_ wanted: AutomationVerdict) -> [String] {
            let near = automations.verdictsNear(setter, at: file.path)
            return Set(near.filter { $0.verdict == wanted }.map(\.automation.name)).sorted()
        }
        switch automations.coverage(of: setter, at: file.path) {
        case .covered:
            let writers = names(.writes)
            if !writers.isEmpty { return .written(by: writers) }
            let paused = names(.suspended)
            return .suspended(
                "nothing until \(paused.quotedList) \(paused.count == 1 ? "is" : "are") resumed")
        case .unselected(let automations):
            return .nothing(.unselected(by: Set(automations.map(\.name)).sorted()))
        case .outside: return .nothing(.outside(namespace: setter.namespace))
        case .unknown(let reason):
            let near = automations.verdictsNear(setter, at: file.path)
            let open = near.first { if case .unknown = $0.verdict { true } else { false } }
            return .unknown(open.map { "`\($0.automation.name)` \($0.verdict)" } ?? reason)
        }
    }
}
