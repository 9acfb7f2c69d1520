import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryCheck
import RepositoryLinking
import SourceText
import TagPolicies

/// One ImagePolicy of a repository, with what its ImageRepository adds.
struct DeclaredPolicy {
    let fact: ImagePolicyFact
    let path: String
    let line: Int
    /// Nil where the repository does not declare it.
    let imageRepository: ImageRepositoryFact?

    private init(_ fact: ImagePolicyFact, in file: ManifestFile, of model: RepositoryModel) {
        self.fact = fact
        path = file.path
        line = LineIndex(file.facts.source).lineNumber(at: fact.object.span.lowerBound)
        imageRepository = fact.imageRepository(in: model.files, near: file.path)
    }

    /// The policies of that name in those files, in the order of their places.
    ///
    /// A policy that is declared without a namespace gets one elsewhere, so it counts.
    static func policies(
        named name: PolicyName, in model: RepositoryModel, paths: ReportPaths
    ) throws(PolicyMissing) -> [DeclaredPolicy] {
        let files = model.files.filter { paths.contains($0.path) }
        let policies = files.flatMap { file in
            file.facts.policies.filter { $0.object.identity.isNamed(name) }
                .map { DeclaredPolicy($0, in: file, of: model) }
        }
        guard policies.isEmpty else { return policies }
        let names = files.flatMap(\.facts.policies).compactMap(\.object.identity.qualifiedName)
        throw PolicyMissing(
            policy: name, suggestion: Suggestion.nearest(to: name.description, among: names))
    }

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

    /// `NAMESPACE/NAME` as far as it is declared.
    var name: String { fact.object.identity.qualifiedName ?? "" }

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

extension ImagePolicyFact {
    /// Of several repositories of that name, which variants of one declaration are, the nearest.
    fileprivate func imageRepository(
        in files: [ManifestFile], near path: String
    ) -> ImageRepositoryFact? {
        let namespace = repositoryNamespace?.text ?? object.identity.namespace
        let found = files.flatMap { file in
            file.facts.repositories
                .filter { repository in
                    let identity = repository.object.identity
                    return identity.name == repositoryName?.text
                        && (identity.namespace == nil || namespace == nil
                            || identity.namespace == namespace)
                }
                .map { (distance: path.distance(to: file.path), repository: $0) }
        }
        return found.min { $0.distance < $1.distance }?.repository
    }
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

    fileprivate var qualifiedName: String? {
        name.map { (namespace.map { $0 + "/" } ?? "") + $0 }
    }
}
