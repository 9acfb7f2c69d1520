import CheckPipeline
import Configuration
import ManifestFacts
package import RepositoryLinking
import SourceText
import TagPolicies

/// One ImagePolicy of a repository as built, with what its ImageRepository adds.
struct DeclaredPolicy {
    let policy: LinkedPolicy
    let line: Int
    /// Nil where the repository does not declare it.
    let imageRepository: Effective<ImageRepositoryFact>?
    /// The environment that the pattern names, and those of the files whose markers follow the
    /// policy; ascending.
    let environments: [String]

    init(_ policy: LinkedPolicy, in model: RepositoryModel) {
        self.policy = policy
        let object = SourceLocation(path: policy.path, span: policy.fact.object.span)
        line = FilePositions(model).position(of: object).line
        imageRepository = policy.repositories.first
        let followers = model.policyLinks.followers(of: policy).flatMap { marker in
            model.environments.names(
                ofPath: marker.path, namespace: marker.fact.object?.namespace)
        }
        let named = model.environments.token(of: policy).map { [$0] } ?? []
        environments = Set(followers + named).sorted()
    }

    /// The policies of that name in those files, in the order of their places.
    ///
    /// A policy that is declared without a namespace gets one elsewhere, so it counts.
    static func policies(
        named name: ObjectName, in model: RepositoryModel, paths: ReportPaths
    ) throws(PolicyMissing) -> [DeclaredPolicy] {
        let candidates = model.policyLinks.policies.filter { paths.contains($0.path) }
        let policies = candidates.named(name).map { DeclaredPolicy($0, in: model) }
        guard policies.isEmpty else { return policies }
        throw PolicyMissing(
            policy: name,
            suggestion: Suggestion.nearest(
                to: name.description, among: candidates.map(\.name)))
    }

    var fact: ImagePolicyFact { policy.fact }

    var specification: TagPolicySpecification { policy.reading.specification }

    /// The first text of which a part is not known.
    var fieldWithVariable: String? {
        let fields = [
            ("filterTags.pattern", policy.pattern), ("semver.range", policy.range),
            ("alphabetical.order", policy.text("policy", "alphabetical", "order")),
            ("numerical.order", policy.text("policy", "numerical", "order")),
        ]
        return fields.first { $1.map { !$0.isKnown || !NamePattern.isLiteral($0.text) } ?? false }?
            .0
    }

    /// The patterns as declared; empty where Flux's default applies.
    var exclusionList: [String] { imageRepository?.exclusions ?? [] }
}

/// Why a policy cannot be explained: the repository does not declare it.
package struct PolicyMissing: Error, Hashable, Sendable, CustomStringConvertible {
    package let policy: ObjectName
    /// The declared policy that was probably meant.
    package let suggestion: String?

    package var description: String {
        "no ImagePolicy `\(policy)` is declared here"
            + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
}
