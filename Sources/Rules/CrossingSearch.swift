import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies

/// A policy that can, or may, select a tag of another environment.
struct Crossing {
    enum Kind {
        /// The tag belongs to another environment than the policy.
        case leaves(home: String)
        /// The policy has no markers and takes tags of several environments.
        case spans(other: String)
        /// The pattern itself begins with the names of several environments.
        case begins(with: [String])
        /// The policy has markers in an environment whose format the tag breaks.
        case breaksFormat
    }

    let policy: LinkedPolicy
    let kind: Kind
    /// The environment that the tag belongs to, or whose format it breaks.
    let environment: String
    /// The search for such a tag; where it proved that there is none, the policy does not cross.
    let search: MemberSearch
    /// The evidence that the image has tags of the environment, if that is inferred.
    var evidence: RelatedLocation?
}

/// Finds the policies that cross environments.
struct CrossingSearch {
    private let model: RepositoryModel
    /// The tags of each environment: by its name, those that begin with it.
    private let named: [String: Language]
    /// By image, the environments that its policies and deployed tags name, and a location of each.
    private var evidence: [PolicyImage: [String: RelatedLocation]] = [:]

    init(_ model: RepositoryModel) {
        self.model = model
        named = Dictionary(
            uniqueKeysWithValues: model.environments.names.compactMap { name in
                let tags = TagExpression.sequence([
                    .literal(name), .characters(.wordSeparators),
                    .zeroOrMore(.characters(TagUniverse.characters)),
                ])
                return (try? Language(tags)).map { (name, $0) }
            })
        guard !named.isEmpty else { return }
        collectPolicies()
        collectTags()
    }

    private mutating func collectPolicies() {
        let policies = model.policyLinks.policies
        // Other rules compile the patterns from the first one on. Backwards, two cores share the
        // work instead of waiting for each other at every policy.
        for policy in policies.reversed() { _ = policy.reading.beginnings }
        for policy in policies {
            for name in model.environments.tokens(of: policy) {
                note(name, of: policy.image, at: policy.selectorLocation)
            }
        }
    }

    private mutating func collectTags() {
        for policy in model.policyLinks.policies {
            for tag in model.policyLinks.followers(of: policy).compactMap(DeployedTag.init) {
                note(tag, of: policy.image)
            }
        }
        for tag in model.deployedTags {
            if let image = tag.image { note(tag, of: .image(image.canonical)) }
        }
    }

    private mutating func note(_ tag: DeployedTag, of image: PolicyImage) {
        guard let name = model.environments.token(ofTag: tag.tag) else { return }
        note(name, of: image, at: tag.location)
    }

    private mutating func note(_ name: String, of image: PolicyImage, at location: SourceLocation) {
        guard evidence[image]?[name] == nil else { return }
        evidence[image, default: [:]][name] = RelatedLocation(
            "the image has tags of `\(name)`", at: location)
    }

    /// The crossings into `others` of a policy whose pattern names its environment.
    func crossings(of policy: LinkedPolicy, into others: Set<String>) -> [Crossing] {
        guard let language = policy.language, !named.isEmpty else { return [] }
        let tokens = model.environments.tokens(of: policy)
        guard let home = model.environments.token(of: policy) else {
            return crossing(of: policy, language, beginningWith: tokens).map { [$0] } ?? []
        }
        let known = evidence[policy.image] ?? [:]
        return known.keys.filter { $0 != home && others.contains($0) }.sorted().compactMap { name in
            guard let tags = named[name] else { return nil }
            return Crossing(
                policy: policy, kind: .leaves(home: home), environment: name,
                search: language.firstMember(in: tags), evidence: known[name])
        }
    }

    private func crossing(
        of policy: LinkedPolicy, _ language: PolicyLanguage, beginningWith names: [String]
    ) -> Crossing? {
        let searched = names.compactMap { name in
            named[name].map { (name: name, search: language.firstMember(in: $0)) }
        }
        let possible = searched.filter { $0.search != MemberSearch.none }
        guard possible.count > 1,
            let production = possible.first(where: { model.environments.isProduction($0.name) })
        else { return nil }
        // While one search is undecided, so is whether there are two environments.
        let asked = possible.first(where: \.search.isUndecided) ?? production
        return Crossing(
            policy: policy, kind: .begins(with: possible.map(\.name)), environment: asked.name,
            search: asked.search)
    }
}

extension MemberSearch {
    var isUndecided: Bool { if case .undecided = self { true } else { false } }
}
