import Configuration
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags markers whose policy is declared, but in another namespace.
struct MarkerNamespaceMismatch: MarkerRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerNamespaceMismatch)
    static let judgesMeaning = true

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.meantSetter,
            !model.configuration.isExternal(policy: "\(setter.namespace)/\(setter.name)"),
            case .elsewhere(let namespaces) = model.policies.answer(
                namespace: setter.namespace, name: setter.name)
        else { return nil }
        let places = namespaces.map { "`\($0)`" }.joined(separator: " and ")
        return "ImagePolicy `\(setter.name)` is in namespace \(places), but the marker asks for it "
            + "in `\(setter.namespace)`"
    }
}
