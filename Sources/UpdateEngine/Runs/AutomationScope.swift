import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking

/// The markers that one automation writes.
struct AutomationScope: WriteGuard {
    let automation: LinkedAutomation
    /// The model of the branch that the automation checks out.
    let model: RepositoryModel
    /// The selections of clusters for policies that it does not declare.
    let clusters: ClusterPolicies?

    /// The files that it writes or may write, and those in its directory that nothing writes.
    func narrowed(_ marked: MarkedFiles) -> MarkedFiles {
        marked.filtered(in: automation.updatePath ?? "", unread: automation.mayCover) { file in
            let path = file.file.path
            guard automation.mayCover(path) else { return nil }
            let markers = file.markers.filter { marker, _ in
                guard let setter = marker.obeyedSetter else { return true }
                switch verdict(on: setter, at: path) {
                case .writes, .unknown: return true
                case .suspended, .otherNamespace, .otherRepository, .outside, .unselected:
                    return false
                }
            }
            return markers.isEmpty && file.file.facts.unreadMarkers.isEmpty ? nil : markers
        }
    }

    /// Refuses a write if it is unknown whether the automation may make it.
    func refusal(of setter: SetterMarker, at place: WritePlace) -> Refusal? {
        guard case .unknown(let reason) = verdict(on: setter, at: place.path) else { return nil }
        return Refusal("`\(automation.name)` may write it or not: \(reason)")
    }

    func verdict(on setter: SetterMarker, at path: String) -> AutomationVerdict {
        model.automations.verdict(
            on: setter, at: path, by: automation, isOwn: true,
            foreignLabels: clusters?.labels(of: setter))
    }
}
