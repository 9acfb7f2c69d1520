import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags policies that take an ImageRepository of another namespace which does not let them.
struct PolicyAccessDenied: ReferenceRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyAccessDenied)

    func findings(in model: RepositoryModel) -> [Finding] {
        let namespaces = NamespaceLabels(model)
        return model.foreignReferences.compactMap { reference, own, targets in
            guard targets.allSatisfy({ namespaces.access(of: own, to: $0) == .denied }),
                let target = targets.first
            else { return nil }
            return finding(
                "ImageRepository `\(target.displayName)` does not let policies of namespace "
                    + "`\(own)` use it", about: reference,
                related: [
                    RelatedLocation(
                        message: "what its `accessFrom` would have to allow",
                        location: target.location)
                ])
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        let namespaces = NamespaceLabels(model)
        return model.foreignReferences.compactMap { reference, own, targets in
            let answers = Set(targets.map { namespaces.access(of: own, to: $0) })
            guard answers.contains(.unknown), !answers.contains(.allowed) else { return nil }
            return unjudged(
                "the labels of namespace `\(own)` are not in the repository", about: reference)
        }
    }
}

extension RepositoryModel {
    /// The references from one namespace into another, with that namespace and what they mean.
    fileprivate var foreignReferences:
        [(RepositoryReference, own: String, [Effective<ImageRepositoryFact>])]
    {
        repositoryReferences.compactMap { reference in
            guard let own = reference.policy.identity.namespace.known,
                let namespace = reference.namespace.known, namespace != own,
                case .declared(let targets) = reference.answer(in: self),
                targets.allSatisfy({ $0.identity.namespace.known == namespace })
            else { return nil }
            return (reference, own, targets)
        }
    }
}

/// The labels of the Namespaces that a repository declares.
private struct NamespaceLabels {
    enum Access {
        case allowed
        case denied
        case unknown
    }

    /// All ways in which a Namespace is declared; nil for labels that are not known.
    private var labels: [String: [[String: EffectiveText]?]] = [:]

    init(_ model: RepositoryModel) {
        for namespace in model.objects.namespaces {
            // Kustomize's `namespace` gives Namespaces their names.
            let name = namespace.identity.namespace.known ?? namespace.identity.name.known
            if let name { labels[name, default: []].append(namespace.object.labels) }
        }
    }

    /// Source: fluxcd/pkg, `runtime/acl/acl.go`: selectors count one by one, labels together.
    func access(of namespace: String, to repository: Effective<ImageRepositoryFact>) -> Access {
        switch repository.object.field("spec", "accessFrom", "namespaceSelectors") {
        case .absent: return .denied
        case .known, .unknown: return .unknown
        case .collection(let list):
            let answers = list.items.map { access(of: namespace, by: $0) }
            if answers.contains(.allowed) { return .allowed }
            return answers.contains(.unknown) ? .unknown : .denied
        }
    }

    private func access(of namespace: String, by selector: BuiltNode) -> Access {
        if selector.selectsEverything { return .allowed }
        guard let wanted = selector["matchLabels"]?.entries else { return .unknown }
        let known = labels[namespace] ?? [nil]
        let answers = known.map { access(of: namespace, $0, wanted) }
        if answers.contains(.allowed) { return .allowed }
        return answers.contains(.unknown) ? .unknown : .denied
    }

    private func access(
        of namespace: String, _ labels: [String: EffectiveText]?, _ wanted: [BuiltEntry]
    ) -> Access {
        let answers = wanted.map { entry -> Access in
            guard let value = entry.value.text?.text, NamePattern.isLiteral(value) else {
                return .unknown
            }
            // Kubernetes itself sets this label.
            if entry.key == "kubernetes.io/metadata.name" {
                return value == namespace ? .allowed : .denied
            }
            guard let labels else { return .unknown }
            let label = labels[entry.key] ?? .absent
            if label.mayBe(value) { return label.known == nil ? .unknown : .allowed }
            return .denied
        }
        if answers.contains(.denied) { return .denied }
        return answers.contains(.unknown) ? .unknown : .allowed
    }
}
