import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Pairs of policies for one application whose names differ only in the environment: one of
/// production and one of a lower environment.
struct PolicySiblings {
    struct Sibling {
        /// The lower environment.
        let environment: String
        /// A marker in the lower environment that follows the lower policy.
        let follower: Placed<MarkerFact>
        /// The policy of production.
        let policy: LinkedPolicy
    }

    private let model: RepositoryModel
    /// Lower environments of the repository.
    private let environments: Set<String>
    private let policies: [String: [LinkedPolicy]]

    init(_ model: RepositoryModel) {
        self.model = model
        environments = Set(model.environments.names.filter { !model.environments.isProduction($0) })
        policies = Dictionary(grouping: model.policyLinks.policies, by: \.name)
    }

    /// Nil if there is none, or if no marker of the lower environment follows the policy.
    func sibling(of policy: LinkedPolicy) -> Sibling? {
        for environment in environments.sorted() {
            let names = Self.productionNames(for: policy.name, insteadOf: environment)
            let sibling = names.lazy.flatMap { policies[$0] ?? [] }.first {
                $0.isForSameApplication(as: policy)
            }
            guard let sibling else { continue }
            let follower = model.policyLinks.followers(of: policy).first {
                model.environments.names(ofPath: $0.path, namespace: nil).contains(environment)
            }
            return follower.map {
                Sibling(environment: environment, follower: $0, policy: sibling)
            }
        }
        return nil
    }

    /// The name with each name of production in the place of `environment`; empty if that is not
    /// one of its words.
    private static func productionNames(
        for name: String, insteadOf environment: String
    ) -> [String] {
        let separators = name.filter { "-_./".contains($0) }.map(String.init) + [""]
        let words = name.split(omittingEmptySubsequences: false) { "-_./".contains($0) }
        guard words.contains(Substring(environment)) else { return [] }
        return EnvironmentTokens.productionClass.sorted().map { production in
            zip(words, separators).map { word, separator in
                (word == environment ? production : String(word)) + separator
            }.joined()
        }
    }
}

extension LinkedPolicy {
    fileprivate func isForSameApplication(as other: LinkedPolicy) -> Bool {
        guard let name = imageName, let otherName = other.imageName else { return false }
        return name.application == otherName.application
    }
}
