package import ManifestFacts
import SourceText

/// The ImagePolicies of a repository as built, and what they and the other manifests have to do
/// with each other.
///
/// Where names leave several answers, each of them is given: a rule has to get the same from
/// all, or be silent.
package struct PolicyLinks: Sendable {
    /// In the order of their files and places; ways of building one that come to the same are one.
    package let policies: [LinkedPolicy]
    /// Whether a Flux Kustomization patches what it builds in a way that is not known.
    package let hasUnfollowedPatches: Bool
    /// By the marker's place, the policies that it may mean.
    private var followed: [ScalarPlace: [Int]] = [:]
    /// By policy.
    private var followers: [[Placed<MarkerFact>]]

    init(
        _ objects: EffectiveObjects, index: PolicyIndex, graph: BuildGraph
    ) {
        hasUnfollowedPatches = graph.hasUnfollowedPatches
        let scope = ClusterScope(graph, automations: objects.automations)
        var linker = PolicyLinker(
            objects, scope: scope,
            isSubstituted: graph.facts.fluxKustomizations.contains {
                $0.fact.substitutesVariables
            })
        linker.linkPolicies()
        policies = linker.policies
        followers = Array(repeating: [], count: policies.count)
        followed.reserveCapacity(graph.facts.obeyedMarkers.count)
        for (marker, setter) in graph.facts.obeyedMarkers {
            let numbers = index.numbers(namespace: setter.namespace, name: setter.name)
            let meant = linker.policies(numbers, meantIn: marker.file, setter.namespace)
            followed[marker.place(marker.fact.span)] = meant
            for number in meant { followers[number].append(marker) }
        }
    }

    /// The policies that a marker may mean, ascending; empty where the repository has none of that
    /// name, and for a marker that Flux does not see.
    package func policies(of marker: Placed<MarkerFact>) -> [LinkedPolicy] {
        (followed[marker.place(marker.fact.span)] ?? []).map { policies[$0] }
    }

    /// The markers that may mean this policy, in the order of their files and places.
    package func followers(of policy: LinkedPolicy) -> [Placed<MarkerFact>] {
        followers[policy.number]
    }

    /// The tags that are at the policy's markers now.
    package func deployedTags(of policy: LinkedPolicy) -> [String] {
        followers[policy.number].compactMap(\.fact.deployedTag)
    }
}

/// Links each policy to what it refers to, and markers to policies.
private struct PolicyLinker {
    private(set) var policies: [LinkedPolicy] = []
    /// By the policy's place among the objects, its place among those that differ.
    private var linked: [Int] = []
    private let objects: EffectiveObjects
    private let repositoryNames: EffectiveNames
    /// By repository: what several policies ask for.
    private let imageNames: [ImageName?]
    private let exclusions: [[String]?]
    private var scope: ClusterScope
    /// By their numbers.
    private var namesakePolicies: [[Int]: ClusterScope.Namesakes] = [:]
    private var namesakeRepositories: [[Int]: ClusterScope.Namesakes] = [:]
    private var readings: Set<PolicyReading> = []
    private let isSubstituted: Bool

    /// Everything in which ways of building a policy can differ.
    private struct Variant: Hashable {
        let identity: EffectiveIdentity
        let texts: PolicyTexts
        let reflection: [String?]
        let repositories: [Int]

        init(_ policy: Effective<ImagePolicyFact>, texts: PolicyTexts, repositories: [Int]) {
            identity = policy.identity
            self.texts = texts
            reflection = ["digestReflectionPolicy", "interval"].map {
                policy.object.field(["spec", $0]).text
            }
            self.repositories = repositories
        }
    }

    init(_ objects: EffectiveObjects, scope: ClusterScope, isSubstituted: Bool) {
        self.objects = objects
        self.scope = scope
        self.isSubstituted = isSubstituted
        repositoryNames = EffectiveNames(objects.repositories.map(\.identity))
        imageNames = objects.repositories.map(\.imageName)
        exclusions = objects.repositories.map(\.exclusions)
    }

    mutating func linkPolicies() {
        let objects = objects.policies
        readings.reserveCapacity(objects.count)
        var start = 0
        while start < objects.count {
            let fact = objects[start].fact
            let end = objects[start...].firstIndex { $0.fact !== fact } ?? objects.count
            link(objects[start..<end])
            start = end
        }
    }

    /// Links all ways of building one policy.
    private mutating func link(_ ways: ArraySlice<Effective<ImagePolicyFact>>) {
        var variants: [Variant: Int] = [:]
        for policy in ways {
            let numbers = repositories(of: policy)
            let texts = PolicyTexts(
                policy, exclusions: numbers.isEmpty ? [] : shared(exclusions, by: numbers),
                isSubstituted: isSubstituted)
            if ways.count > 1 {
                let variant = Variant(policy, texts: texts, repositories: numbers)
                if let number = variants[variant] {
                    linked.append(number)
                    continue
                }
                variants[variant] = policies.count
            }
            linked.append(policies.count)
            policies.append(
                LinkedPolicy(
                    policy, number: policies.count,
                    reading: readings.insert(PolicyReading(texts)).memberAfterInsert,
                    repositories: numbers.map { objects.repositories[$0] },
                    imageName: shared(imageNames, by: numbers)))
        }
    }

    /// The common value of some ImageRepositories; nil if they differ, if one is unknown, or if
    /// there are none.
    private func shared<Value: Equatable>(_ values: [Value?], by numbers: [Int]) -> Value? {
        guard let first = numbers.first, let value = values[first],
            numbers.dropFirst().allSatisfy({ values[$0] == value })
        else { return nil }
        return value
    }

    private mutating func repositories(of policy: Effective<ImagePolicyFact>) -> [Int] {
        guard let name = policy.repositoryName else { return [] }
        let numbers = repositoryNames.numbers(
            namespace: policy.repositoryNamespace, name: name)
        // As nearly all are.
        if numbers.count < 2 { return numbers }
        let namesakes =
            namesakeRepositories[numbers]
            ?? scope.namesakes(numbers.map { candidate($0, objects.repositories[$0]) })
        namesakeRepositories[numbers] = namesakes
        let own = ClusterScope.Candidate(
            number: 0, path: policy.fact.path, object: policy.object)
        return scope.narrowed(namesakes, to: own)
    }

    private func candidate<Fact>(_ number: Int, _ object: Effective<Fact>) -> ClusterScope.Candidate
    {
        ClusterScope.Candidate(number: number, path: object.fact.path, object: object.object)
    }

    /// The policies that a marker in a file means, of some that it may mean; ascending.
    mutating func policies(_ objects: [Int], meantIn file: Int, _ namespace: String) -> [Int] {
        if objects.count < 2, !scope.hasSeveralClusters { return objects.map { linked[$0] } }
        let namesakes =
            namesakePolicies[objects]
            ?? scope.namesakes(objects.map { candidate($0, self.objects.policies[$0]) })
        namesakePolicies[objects] = namesakes
        var seen: Set<Int> = []
        return scope.narrowed(namesakes, toMarkerIn: file, namespace: namespace)
            .map { linked[$0] }.filter { seen.insert($0).inserted }
    }
}
