package import ManifestFacts
import SourceText

/// The ImagePolicies of a repository, and what they and the other manifests have to do with each
/// other.
///
/// Names are compared as written. Where they leave several answers, each of them is given: who
/// asks has to get the same from all, or be silent.
package struct PolicyLinks: Sendable {
    /// In the order of their files and places.
    package let policies: [LinkedPolicy]
    /// Whether some kustomization changes policies, whichever.
    package let hasPatches: Bool
    private let policiesByName: NameIndex
    /// By policy.
    private var followers: [[Placed<MarkerFact>]]

    init(files: [ManifestFile], markers: [Placed<MarkerFact>]) {
        let patches = PolicyPatches(files: files)
        let linker = PolicyLinker(files: files, patches: patches)
        hasPatches = !patches.isEmpty
        policies = linker.policies
        policiesByName = NameIndex(policies.map(\.fact.object.identity))
        followers = Array(repeating: [], count: policies.count)
        for marker in markers {
            guard let setter = marker.fact.liveSetter else { continue }
            for policy in policies(of: setter) { followers[policy.number].append(marker) }
        }
    }

    /// The policies that a marker may mean; empty where the repository has none of that name.
    package func policies(of setter: SetterMarker) -> [LinkedPolicy] {
        policiesByName.numbers(namespace: setter.namespace, name: setter.name)
            .map { policies[$0] }
    }

    /// The markers that may mean this policy, in the order of their files and places.
    package func followers(of policy: LinkedPolicy) -> [Placed<MarkerFact>] {
        followers[policy.number]
    }

    /// The tags that stand at the policy's markers now.
    package func deployedTags(of policy: LinkedPolicy) -> [DeployedTag] {
        followers(of: policy).compactMap { DeployedTag($0) }
    }
}

/// Links each policy to what it refers to.
private struct PolicyLinker {
    private(set) var policies: [LinkedPolicy] = []
    private let repositories: [Placed<ImageRepositoryFact>]
    private let repositoriesByName: NameIndex
    private var readings: [PolicyTexts: PolicyReading] = [:]

    init(files: [ManifestFile], patches: PolicyPatches) {
        let repositories = files.flatMap { file in
            file.facts.repositories.map { Placed($0, path: file.path) }
        }
        self.repositories = repositories
        repositoriesByName = NameIndex(repositories.map(\.fact.object.identity))
        let isSubstituted = files.contains { file in
            file.facts.fluxKustomizations.contains {
                !$0.substitutions.isEmpty || !$0.substituteFrom.isEmpty
            }
        }
        for file in files {
            for fact in file.facts.policies {
                let targets = targets(of: fact)
                let texts = PolicyTexts(
                    fact, exclusions: Self.exclusions(of: targets), isSubstituted: isSubstituted)
                policies.append(
                    LinkedPolicy(
                        Placed(fact, path: file.path), number: policies.count,
                        reading: reading(of: texts), repositories: targets,
                        mayBePatched: patches.reach(fact)))
            }
        }
    }

    private mutating func reading(of texts: PolicyTexts) -> PolicyReading {
        if let known = readings[texts] { return known }
        let reading = PolicyReading(texts)
        readings[texts] = reading
        return reading
    }

    private func targets(of policy: ImagePolicyFact) -> [Placed<ImageRepositoryFact>] {
        guard let name = policy.repositoryName?.text else { return [] }
        let namespace = policy.repositoryNamespace?.text ?? policy.object.identity.namespace
        return repositoriesByName.numbers(namespace: namespace, name: name)
            .map { repositories[$0] }
    }

    /// The exclusion list that all targets share; nil where they differ, or are not there.
    private static func exclusions(of targets: [Placed<ImageRepositoryFact>]) -> [String]? {
        let lists = Set(targets.map { $0.fact.exclusionList?.map(\.text) ?? [] })
        guard lists.count <= 1 else { return nil }
        let list = lists.first ?? []
        return list.allSatisfy(\.isLiteral) ? list : nil
    }
}

/// Finds objects of one kind by namespace and name.
private struct NameIndex {
    private struct Key: Hashable {
        /// Nil stands for a namespace that the manifest does not tell.
        let namespace: String?
        let name: String
    }

    private var numbersByKey: [Key: [Int]] = [:]
    private var numbersByName: [String: [Int]] = [:]

    init(_ identities: [ObjectIdentity]) {
        for (number, identity) in identities.enumerated() {
            guard let name = identity.name else { continue }
            let key = Key(namespace: Self.literal(identity.namespace), name: name)
            numbersByKey[key, default: []].append(number)
            numbersByName[name, default: []].append(number)
        }
    }

    /// The objects of that namespace; where there are none, those of the name whose own namespace
    /// is not told; for a namespace that is not told itself, all of the name.
    func numbers(namespace: String?, name: String) -> [Int] {
        guard let namespace = Self.literal(namespace) else { return numbersByName[name] ?? [] }
        return numbersByKey[Key(namespace: namespace, name: name)]
            ?? numbersByKey[Key(namespace: nil, name: name)] ?? []
    }

    private static func literal(_ namespace: String?) -> String? {
        namespace.flatMap { $0.isLiteral ? $0 : nil }
    }
}
