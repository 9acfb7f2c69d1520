import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags markers whose policy no automation selects that otherwise writes their file.
struct MarkerPolicyUnselected: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerPolicyUnselected)

    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.automations.hasOwn else { return [] }
        return model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter,
                case .unselected(let automations) = model.automations.coverage(
                    of: setter, at: marker.path)
            else { return nil }
            let names = Set(automations.map { "`\($0.name)`" }).sorted()
            return finding(
                "the policy `\(setter.namespace)/\(setter.name)` lacks the labels that "
                    + "\(names.joined(separator: " and ")) \(names.count == 1 ? "selects" : "select")"
                    + " by, so Flux never updates this value",
                at: marker, related: related(marker, automations, in: model))
        }
    }

    private func related(
        _ marker: Placed<MarkerFact>, _ automations: [LinkedAutomation], in model: RepositoryModel
    ) -> [RelatedLocation] {
        let policies = model.policyLinks.policies(of: marker).map {
            RelatedLocation(message: "the policy", location: $0.location)
        }
        return policies
            + automations.map { automation in
                RelatedLocation(
                    message: automation.requirements.map { "selects by \($0)" } ?? "the automation",
                    location: automation.location)
            }
    }
}

extension LinkedAutomation {
    /// The requirements of the selector, in their order.
    fileprivate var requirements: String? {
        knownSelector.map { selector in
            selector.requirements.map { "`\($0)`" }.joined(separator: " and ")
        }
    }
}
