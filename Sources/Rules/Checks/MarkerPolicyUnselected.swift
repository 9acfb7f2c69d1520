import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags markers whose policy is not selected by the automations that update their file.
struct MarkerPolicyUnselected: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.automations.hasOwn else { return [] }
        return model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter,
                case .unselected(let automations) = model.automations.coverage(
                    of: setter, at: marker.path)
            else { return nil }
            let names = Set(automations.map(\.name)).sorted()
            return finding(
                "the policy `\(setter.policyName)` lacks the labels that \(names.quotedList()) "
                    + "\(names.count == 1 ? "requires" : "require"), so Flux never updates this value",
                at: marker, related: related(marker, automations, in: model))
        }
    }

    private func related(
        _ marker: Placed<MarkerFact>, _ automations: [LinkedAutomation], in model: RepositoryModel
    ) -> [RelatedLocation] {
        let policies = model.policyLinks.policies(of: marker).map {
            RelatedLocation("the policy", at: $0.location)
        }
        return policies
            + automations.map { automation in
                RelatedLocation(
                    automation.requirements.map { "requires \($0)" } ?? "the automation",
                    at: automation.location)
            }
    }
}

extension LinkedAutomation {
    /// The requirements of the selector, in order.
    fileprivate var requirements: String? {
        knownSelector.map { $0.requirements.map { "\($0)" }.quotedList() }
    }
}
