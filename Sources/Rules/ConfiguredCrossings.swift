import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Finds policies that can select tags which the configured environments do not allow.
struct ConfiguredCrossings {
    /// An environment with configured `tags`.
    private final class Tagged {
        let environment: Environment
        let tags: Result<Language, StateLimitExceeded>
        let name: String

        init(_ environment: Environment, tags pattern: Pattern) {
            self.environment = environment
            name = environment.name.value
            tags = Result { () throws(StateLimitExceeded) in try Language(matching: pattern) }
        }

        /// A tag of the environment that a policy can select.
        func member(of language: PolicyLanguage) -> MemberSearch {
            switch tags {
            case .success(let tags): language.firstMember(in: tags)
            case .failure(let error): .undecided(limit: error.limit)
            }
        }

        /// Whether every tag that a policy can select is one of the environment.
        func contains(_ language: PolicyLanguage) -> Containment {
            switch tags {
            case .success(let tags): language.containment(in: tags)
            case .failure(let error): .undecided(limit: error.limit)
            }
        }
    }

    private let model: RepositoryModel
    private let search: CrossingSearch
    /// In the order of the configuration.
    private let tagged: [Tagged]
    private let untaggedNames: Set<String>

    init(_ model: RepositoryModel) {
        self.model = model
        search = CrossingSearch(model)
        let environments = model.configuration.environments
        tagged = environments.compactMap { environment in
            environment.tags.map { Tagged(environment, tags: $0.value) }
        }
        untaggedNames = Set(environments.filter { $0.tags == nil }.map(\.name.value))
    }

    func crossings(of policy: LinkedPolicy) -> [Crossing] {
        guard let language = policy.language else { return [] }
        let homes = model.environments(following: policy)
        let tagged = tagged.filter { policy.concerns($0.environment) }
        let crossings =
            homes.isEmpty
            ? unfollowed(policy, language, tagged) : followed(policy, language, tagged, homes)
        let isContained = !homes.isEmpty && !homes.contains { $0.tags == nil }
        return crossings + (isContained ? [] : search.crossings(of: policy, into: untaggedNames))
    }

    private func followed(
        _ policy: LinkedPolicy, _ language: PolicyLanguage, _ tagged: [Tagged],
        _ homes: [Environment]
    ) -> [Crossing] {
        let names = Set(homes.map(\.name.value))
        let open = homes.filter { $0.tags == nil }.map(\.name.value)
        return tagged.compactMap { other in
            if names.contains(other.name) {
                let outside = other.contains(language).outside
                if outside != .none {
                    return Crossing(
                        policy: policy, kind: .breaksFormat, environment: other.name,
                        search: outside)
                }
            }
            guard let home = open.first(where: { !isNormal(language, of: $0, taking: other) })
            else { return nil }
            return Crossing(
                policy: policy, kind: .leaves(home: home), environment: other.name,
                search: other.member(of: language))
        }
    }

    /// Lower environments commonly follow the policies of higher ones.
    private func isNormal(_ language: PolicyLanguage, of home: String, taking other: Tagged) -> Bool
    {
        model.environments.isLower(home, than: other.name)
            && other.contains(language) == .yes
    }

    /// A policy without markers may belong to one environment, but not to two.
    private func unfollowed(
        _ policy: LinkedPolicy, _ language: PolicyLanguage, _ tagged: [Tagged]
    ) -> [Crossing] {
        let possible = tagged.map { (name: $0.name, search: $0.member(of: language)) }
            .filter { $0.search != MemberSearch.none }
        guard possible.count > 1, let first = possible.first?.name else { return [] }
        let home = model.environments.token(of: policy)
        let kind = home.map { Crossing.Kind.leaves(home: $0) } ?? .spans(other: first)
        return possible.filter { $0.name != home ?? first }.map { name, search in
            Crossing(policy: policy, kind: kind, environment: name, search: search)
        }
    }
}

extension Containment {
    /// The search for a tag outside of the environment's tags.
    fileprivate var outside: MemberSearch {
        switch self {
        case .yes: .none
        case .no(let witness): .found(witness)
        case .undecided(let limit): .undecided(limit: limit)
        }
    }
}

extension LinkedPolicy {
    /// Whether the environment's `images` include the policy's image; without `images` they do,
    /// because the image has an ImageRepository.
    fileprivate func concerns(_ environment: Environment) -> Bool {
        guard environment.images != nil else { return true }
        return imageName.flatMap { environment.speaks(ofImage: $0.full) } ?? false
    }
}

extension RepositoryModel {
    /// The names of the environments of a marker's file.
    func environmentNames(of marker: Placed<MarkerFact>) -> [String] {
        environments.names(ofPath: marker.path, namespace: marker.fact.object?.namespace)
    }

    /// The configured environments with markers of the policy, in the order of the configuration.
    func environments(following policy: LinkedPolicy) -> [Environment] {
        let names = Set(policyLinks.followers(of: policy).flatMap(environmentNames))
        return configuration.environments(named: names)
    }
}
