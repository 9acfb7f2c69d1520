import ManifestFacts

/// Which ImagePolicies the repository declares, as far as names tell.
package struct PolicyNames: Sendable {
    /// Whether a policy that a marker names is there.
    package enum Answer: Hashable, Sendable {
        case declared
        case missing
        /// The repository does not tell; with the reason.
        case unknown(String)
    }

    private var names: Set<String> = []
    private var namespaces: Set<String> = []
    private var hasPolicyWithoutNamespace = false
    private var templates: [NamePattern] = []
    private var prefixes: Set<String> = []
    private var suffixes: Set<String> = []

    init(files: [ManifestFile]) {
        for file in files {
            for policy in file.facts.policies { add(policy.object.identity) }
            templates += file.facts.templatedPolicyNames
            if let kustomization = file.facts.kustomization { add(kustomization) }
        }
    }

    private mutating func add(_ policy: ObjectIdentity) {
        guard let name = policy.name else { return }
        names.insert(name)
        if let namespace = policy.namespace, NamePattern(namespace).isLiteral {
            namespaces.insert(namespace)
        } else {
            hasPolicyWithoutNamespace = true
        }
    }

    private mutating func add(_ kustomization: KustomizationFact) {
        if let prefix = kustomization.namePrefix?.text { prefixes.insert(prefix) }
        if let suffix = kustomization.nameSuffix?.text { suffixes.insert(suffix) }
    }

    /// Whether the repository declares the policy `namespace/name`, in whatever namespace.
    ///
    /// Kustomize may move a policy to another namespace and rename it, so a name counts wherever
    /// it is declared, with and without every prefix and suffix of the repository.
    package func answer(namespace: String, name: String) -> Answer {
        if isDeclared(name) { return .declared }
        if templates.contains(where: { $0.matches(name) }) {
            return .unknown("a template of the repository may declare this policy")
        }
        guard namespaces.contains(namespace) || hasPolicyWithoutNamespace else {
            return .unknown("the repository declares no policies in this namespace")
        }
        return .missing
    }

    private func isDeclared(_ name: String) -> Bool {
        if names.contains(name) { return true }
        for prefix in prefixes.union([""]) where name.hasPrefix(prefix) {
            for suffix in suffixes.union([""]) where name.hasSuffix(suffix) {
                guard name.count >= prefix.count + suffix.count else { continue }
                if names.contains(String(name.dropFirst(prefix.count).dropLast(suffix.count))) {
                    return true
                }
            }
        }
        return false
    }
}
