import Configuration
package import ManifestFacts

/// Finds the ImagePolicies that a marker can mean.
package struct PolicyIndex: Sendable {
    /// Whether a policy that a marker names is there.
    package enum Answer: Hashable, Sendable {
        case declared
        /// Policies of that name are in these namespaces, sorted, but not in the one asked for.
        case elsewhere(namespaces: [String])
        case missing
        /// The repository does not tell; with the reason.
        case unknown(String)
    }

    private let policies: [Effective<ImagePolicyFact>]
    private let names: EffectiveNames
    private let namespacedNames: NamespacedNames
    /// Policies whose names are not, one for each pattern and namespace, with the reason.
    private var unnamed: [(identity: EffectiveIdentity, reason: String)] = []
    /// The namespaces that it declares policies of, if they have any.
    private var namespaces: Set<String> = []
    private var hasUncertainNamespace = false
    private let templates: Set<NamePattern>
    private var automatedNamespaces: Set<EffectiveText> = []
    /// Whether the repository deploys its clusters alone, automations among the rest: a namespace
    /// without any of their objects has none.
    private var keepsAll = false

    /// - Parameters:
    ///   - isComplete: Whether no other repository declares policies for its clusters.
    ///   - charts: Asked where the name of a policy in a chart's template is not known.
    init(
        _ objects: EffectiveObjects, templates: Set<NamePattern>, isComplete: Bool,
        charts: @autoclosure () -> ChartReleases
    ) {
        lazy var charts = charts()
        self.templates = templates
        policies = objects.policies
        names = EffectiveNames(policies.map(\.identity))
        namespacedNames = NamespacedNames(policies.map(\.identity))
        var unnamed: Set<EffectiveIdentity> = []
        for policy in policies {
            if policy.identity.name.known == nil, unnamed.insert(policy.identity).inserted {
                let namespaces =
                    policy.isTemplated ? charts.namespaces(ofTemplate: policy.fact.path) : nil
                let identities =
                    namespaces?.map { policy.identity.moved(to: $0) } ?? [policy.identity]
                self.unnamed += identities.map { ($0, policy.object.unknownNameReason) }
            }
            if let namespace = policy.identity.namespace.known {
                namespaces.insert(namespace)
            } else {
                hasUncertainNamespace = true
            }
        }
        automatedNamespaces = Set(objects.automations.map(\.identity.namespace))
        if isComplete {
            let kept = objects.automations.map(\.identity) + objects.repositories.map(\.identity)
            namespaces.formUnion(kept.compactMap(\.namespace.known))
            keepsAll =
                !automatedNamespaces.isEmpty && automatedNamespaces.allSatisfy { $0.known != nil }
        }
    }

    /// The policies that may be `namespace/name`, in the order of their files: those of another
    /// or no certain namespace only where that namespace has none.
    package func policies(namespace: String, name: String) -> [Effective<ImagePolicyFact>] {
        numbers(namespace: namespace, name: name).map { policies[$0] }
    }

    /// Their places among the objects.
    func numbers(namespace: String, name: String) -> [Int] {
        names.numbers(namespace: namespace, name: name)
    }

    /// Whether the repository declares the policy `namespace/name`, as far as it tells.
    package func answer(namespace: String, name: String) -> Answer {
        if !numbers(namespace: namespace, name: name).isEmpty { return .declared }
        let mayBeNamed = unnamed.first { $0.identity.mayBe(namespace: namespace, name: name) }
        if let mayBeNamed { return .unknown(mayBeNamed.reason) }
        if templates.contains(where: { $0.matches(name) }) {
            return .unknown("a template of the repository may declare this policy")
        }
        let isServed = keepsAll || namespaces.contains(namespace) || hasUncertainNamespace
        if isServed || !mayBeAutomated(namespace) {
            let found = names.namespaces(ofName: name)
            if !found.isEmpty { return .elsewhere(namespaces: found) }
        }
        return isServed
            ? .missing : .unknown("the repository declares no policies in this namespace")
    }

    /// The name of the one policy of a setter's namespace that is evidently meant by another name;
    /// nil for none and for several.
    package func name(meantBy setter: SetterMarker) -> String? {
        guard policies.count <= Self.comparisonLimit else { return nil }
        return namespacedNames.name(meantBy: setter.name) { namespace in
            namespace == .absent || namespace.mayBe(setter.namespace)
        }
    }

    /// Whether the name of any policy is like a setter's, or is not known.
    package func mayBeMeant(by setter: SetterMarker) -> Bool {
        policies.count > Self.comparisonLimit
            || policies.contains { policy in
                policy.identity.name.known.map { Suggestion.isAlike(setter.name, $0) } ?? true
            }
    }

    /// Names are compared one by one, for each marker without a policy.
    private static let comparisonLimit = 1_000

    /// Whether an automation may write markers of this namespace: it writes those of its own, and
    /// a repository without automations tells nothing.
    private func mayBeAutomated(_ namespace: String) -> Bool {
        automatedNamespaces.isEmpty
            || automatedNamespaces.contains { $0 == .absent || $0.mayBe(namespace) }
    }
}

extension EffectiveObject {
    /// Why the name of a policy is not known.
    fileprivate var unknownNameReason: String {
        if case .absent = identity.name { return "a policy has no name" }
        return unknownReason.map { "the name of a policy is not known: \($0)" }
            ?? "a policy's name holds a variable that the repository does not tell"
    }
}

extension Effective<ImagePolicyFact> {
    /// Whether a chart's values name it.
    fileprivate var isTemplated: Bool {
        fact.fact.object.identity.name?.contains("{{") ?? false
    }
}

extension EffectiveIdentity {
    /// The object where it has no namespace of its own, or one that a release fills in.
    fileprivate func moved(to namespace: EffectiveText) -> EffectiveIdentity {
        self.namespace.known == nil ? EffectiveIdentity(namespace: namespace, name: name) : self
    }
}
