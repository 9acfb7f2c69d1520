import Configuration
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags markers whose policy the repository declares nowhere.
struct MarkerPolicyMissing: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerPolicyMissing)

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.liveSetter, !isExternal(setter, in: model),
            model.policies.answer(namespace: setter.namespace, name: setter.name) == .missing
        else { return nil }
        return "no ImagePolicy `\(setter.name)` is declared in this repository, so Flux never "
            + "updates this value"
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, !isExternal(setter, in: model),
                case .unknown(let reason) = model.policies.answer(
                    namespace: setter.namespace, name: setter.name)
            else { return nil }
            return Unjudged(
                rule: Self.definition.id,
                location: SourceLocation(path: marker.path, span: marker.fact.span), reason: reason)
        }
    }

    private func isExternal(_ setter: SetterMarker, in model: RepositoryModel) -> Bool {
        model.configuration.isExternal(policy: "\(setter.namespace)/\(setter.name)")
    }
}
