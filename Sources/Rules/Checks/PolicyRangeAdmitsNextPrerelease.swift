import RegularLanguages
import RepositoryLinking
import SemanticVersions
import TagPolicies

/// Flags ranges that end before a release but admit its pre-releases.
struct PolicyRangeAdmitsNextPrerelease: PolicyRule {
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding? {
        guard let range = policy.range, let language = policy.language,
            case .semver(let constraint) = language.policy.ordering
        else { return nil }
        let deployed = model.policyLinks.deployedTags(of: policy).compactMap {
            language.policy.version(of: $0)?.precedence.major
        }
        for bound in constraint.excludedReleases {
            // A bound far above all deployed versions is not meant as a limit.
            if let highest = deployed.max(), bound.major > highest + 1 { continue }
            guard let tag = try preRelease(of: bound, in: language) else { continue }
            return finding(
                "the range ends before `\(bound.release)` but admits its pre-releases, such as "
                    + "`\(tag)`: write `<\(bound.release)-0` to exclude them",
                at: range.all, in: range, of: policy, witness: tag)
        }
        return nil
    }

    /// A tag of a pre-release of this version that the policy can select; nil if there is none.
    private func preRelease(
        of bound: Precedence, in language: PolicyLanguage
    ) throws(StateLimitExceeded) -> String? {
        let usual = ["", "v"].flatMap { prefix in
            ["rc.1", "rc1", "beta.1", "alpha.1"].map { "\(prefix)\(bound.release)-\($0)" }
        }
        if let tag = usual.first(where: language.contains) { return tag }
        guard let preReleases = try? VersionConstraint(">=\(bound.release)-0 <\(bound.release)")
        else { return nil }
        let tags = try language.policy.tags(withValuesIn: Language(preReleases.language))
        return try tags.firstMember { tag in
            language.contains(tag)
                && language.policy.version(of: tag).map {
                    $0.isPreRelease && $0.precedence.release == bound.release
                } ?? false
        }.member()
    }
}

extension VersionConstraint {
    /// The upper ends of groups that admit pre-releases, without those that satisfy the constraint.
    fileprivate var excludedReleases: [Precedence] {
        groups.filter(\.admitsPreReleases).flatMap(\.comparisons)
            .filter { $0.operator == .less && $0.bound.preRelease.isEmpty }
            .map(\.bound)
            .filter { bound in
                (try? Version(bound.release)).map { !isSatisfied(by: $0) } ?? false
            }
    }
}

extension TagPolicy {
    /// The version that the policy reads from a tag; nil if it reads none.
    func version(of tag: String) -> Version? {
        let value = filter.map { $0.value(of: tag) } ?? tag
        return value.flatMap { try? Version(candidate: $0) }
    }
}

extension Precedence {
    /// The version without its pre-release.
    fileprivate var release: String { "\(major).\(minor).\(patch)" }
}
