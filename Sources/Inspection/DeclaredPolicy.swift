import Configuration
import ManifestFacts
import RepositoryCheck
import RepositoryLinking
import SourceText
import TagPolicies

/// One ImagePolicy of a repository, with what its ImageRepository adds.
struct DeclaredPolicy {
    let policy: LinkedPolicy
    let line: Int
    /// Nil where the repository does not declare it.
    let imageRepository: ImageRepositoryFact?
    /// The environment that the pattern names, and those of the files whose markers follow the
    /// policy; ascending.
    let environments: [String]

    private init(_ policy: LinkedPolicy, in file: ManifestFile, of model: RepositoryModel) {
        self.policy = policy
        line = LineIndex(file.facts.source).lineNumber(at: policy.fact.object.span.lowerBound)
        imageRepository =
            policy.repositories.min {
                file.path.distance(to: $0.path) < file.path.distance(to: $1.path)
            }?.fact
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
        named name: PolicyName, in model: RepositoryModel, paths: ReportPaths
    ) throws(PolicyMissing) -> [DeclaredPolicy] {
        let files = Dictionary(
            model.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let candidates = model.policyLinks.policies.filter { paths.contains($0.path) }
        let policies = candidates.filter { $0.fact.object.identity.isNamed(name) }
            .compactMap { policy in
                files[policy.path].map { DeclaredPolicy(policy, in: $0, of: model) }
            }
        guard policies.isEmpty else { return policies }
        throw PolicyMissing(
            policy: name,
            suggestion: Suggestion.nearest(
                to: name.description, among: candidates.map(\.name)))
    }

    var fact: ImagePolicyFact { policy.fact }

    var specification: TagPolicySpecification {
        let hasFilter = fact.filterPattern != nil || fact.filterExtract != nil
        return TagPolicySpecification(
            semverRange: text(fact.semverRange, of: .semver),
            alphabeticalOrder: text(fact.alphabeticalOrder, of: .alphabetical),
            numericalOrder: text(fact.numericalOrder, of: .numerical),
            filter: hasFilter
                ? TagPolicySpecification.Filter(
                    pattern: fact.filterPattern?.text ?? "",
                    extract: fact.filterExtract?.text ?? "")
                : nil)
    }

    /// A member that is there without its text has an empty one.
    private func text(_ text: LocatedText?, of member: ImagePolicyFact.Member) -> String? {
        fact.members.contains(member) ? text?.text ?? "" : nil
    }

    /// The first text in which Flux or a template replaces something before the policy is built;
    /// `${ts}` in `extract` is its own business.
    var fieldWithVariable: String? {
        let fields = [
            ("filterTags.pattern", fact.filterPattern), ("semver.range", fact.semverRange),
            ("alphabetical.order", fact.alphabeticalOrder),
            ("numerical.order", fact.numericalOrder),
        ]
        return fields.first { $1?.text.contains("${") == true || $1?.text.contains("{{") == true }?
            .0
    }

    /// The patterns as declared; empty where Flux's default holds.
    var exclusionList: [String] { imageRepository?.exclusionList?.map(\.text) ?? [] }
}

extension String {
    /// How many folders of this path are not on the way to the other.
    fileprivate func distance(to other: String) -> Int {
        let folders = split(separator: "/").dropLast()
        let others = other.split(separator: "/").dropLast()
        return folders.count - zip(folders, others).prefix { $0 == $1 }.count
    }
}

extension ObjectIdentity {
    fileprivate func isNamed(_ name: PolicyName) -> Bool {
        self.name == name.name && (namespace == nil || namespace == name.namespace)
    }
}
