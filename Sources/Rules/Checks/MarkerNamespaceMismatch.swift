import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags markers whose policy is declared, but in another namespace.
struct MarkerNamespaceMismatch: MarkerRule {
    static let judgesMeaning = true

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.meantSetter,
            !model.configuration.isExternal(policy: setter.policyName),
            case .elsewhere(let namespaces) = model.policies.answer(
                namespace: setter.namespace, name: setter.name)
        else { return nil }
        return
            "ImagePolicy `\(setter.name)` is in namespace \(namespaces.quotedList()), but the marker "
            + "names `\(setter.namespace)`, so Flux never updates this value"
    }
}
