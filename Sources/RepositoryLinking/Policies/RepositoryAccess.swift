import Kustomize
package import ManifestFacts

/// Whether Flux lets a policy use the ImageRepository that it names.
package enum RepositoryAccess: Sendable {
    /// They share a namespace, or an `accessFrom` admits the policy's.
    case allowed
    /// No `accessFrom` admits the policy's namespace.
    case denied(by: Effective<ImageRepositoryFact>)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

extension RepositoryModel {
    /// Judges a reference from one namespace into another; where it may mean several
    /// ImageRepositories, all of them have to deny it.
    ///
    /// Source: fluxcd/pkg, `runtime/acl/acl.go`.
    package func access(by reference: RepositoryReference) -> RepositoryAccess {
        guard let own = reference.policy.namespace.known,
            let namespace = reference.namespace.known, namespace != own,
            case .declared(let targets) = reference.answer(in: self),
            targets.allSatisfy({ $0.identity.namespace.known == namespace })
        else { return .allowed }
        let answers = targets.map { namespaceLabels.access(of: own, to: $0) }
        if let target = targets.first, answers.allSatisfy({ $0 == .denied }) {
            return .denied(by: target)
        }
        return answers.contains(.allowed) || !answers.contains(.unknown)
            ? .allowed
            : .unknown("the labels of namespace `\(own)` are not in the repository")
    }

    private var namespaceLabels: NamespaceLabels {
        knownNamespaceLabels.value { NamespaceLabels(objects.namespaces) }
    }
}

extension BuiltNode {
    /// Whether a namespace selector asks for no label.
    package var selectsEverything: Bool {
        guard let entries else { return false }
        let labels = entries.first { $0.key == "matchLabels" }?.value
        return labels.map { $0.isNull || $0.entries?.isEmpty == true } ?? true
    }
}

/// The labels of the Namespaces that a repository declares.
struct NamespaceLabels: Sendable {
    enum Access {
        case allowed
        case denied
        case unknown
    }

    /// All ways in which a Namespace is declared; nil for labels that are not known.
    private var labels: [String: [[String: EffectiveText]?]] = [:]

    fileprivate init(_ namespaces: [Effective<NamespaceFact>]) {
        for namespace in namespaces {
            // Kustomize's `namespace` gives Namespaces their names.
            let name = namespace.identity.namespace.known ?? namespace.identity.name.known
            if let name { labels[name, default: []].append(namespace.object.labels) }
        }
    }

    /// Selectors count one by one, the labels of one together.
    fileprivate func access(
        of namespace: String, to repository: Effective<ImageRepositoryFact>
    ) -> Access {
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
