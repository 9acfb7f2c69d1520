import RegularLanguages
import RepositoryLinking
import RuleCatalog
import SemanticVersions
import TagPolicies

/// Flags ranges that end before a release and take its pre-releases.
struct PolicyRangeAdmitsNextPrerelease: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyRangeAdmitsNextPrerelease)

    func findings(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(Undecided) -> [Finding] {
        guard let range = policy.range, let language = policy.language,
            case .semver(let constraint) = language.policy.ordering
        else { return [] }
        let deployed = model.policyLinks.deployedTags(of: policy).compactMap {
            language.policy.version(of: $0)?.precedence.major
        }
        for bound in constraint.excludedReleases {
            // A bound far above all that there is only says that there is none.
            if let highest = deployed.max(), bound.major > highest + 1 { continue }
            guard let tag = try preRelease(of: bound, in: language) else { continue }
            return [
                finding(
                    "the range ends before `\(bound.release)` but takes its pre-releases, such as "
                        + "`\(tag)`: write `<\(bound.release)-0` to leave them out",
                    at: range.all, in: range, of: policy, witness: tag)
            ]
        }
        return []
    }

    /// A tag of a pre-release of this version that the policy can select; nil if there is none.
    private func preRelease(
        of bound: Precedence, in language: PolicyLanguage
    ) throws(Undecided) -> String? {
        let usual = ["", "v"].flatMap { prefix in
            ["rc.1", "rc1", "beta.1", "alpha.1"].map { "\(prefix)\(bound.release)-\($0)" }
        }
        if let tag = usual.first(where: language.contains) { return tag }
        let tags: Language
        do throws(StateLimitExceeded) {
            guard
                let preReleases = try? VersionConstraint(
                    ">=\(bound.release)-0 <\(bound.release)")
            else { return nil }
            tags = try language.policy.tags(withValuesIn: Language(preReleases.language))
        } catch {
            throw Undecided(limit: error.limit)
        }
        return try tags.firstMember { tag in
            language.contains(tag)
                && language.policy.version(of: tag).map { $0.isPreRelease && $0.isOf(bound) }
                    ?? false
        }.member()
    }
}

extension VersionConstraint {
    /// The releases that end a group which takes pre-releases, and do not satisfy the constraint.
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
    fileprivate func version(of tag: String) -> Version? {
        let value = filter.map { $0.value(of: tag) } ?? tag
        return value.flatMap { try? Version(candidate: $0) }
    }
}

extension Version {
    fileprivate func isOf(_ release: Precedence) -> Bool {
        precedence.release == release.release
    }
}

extension Precedence {
    /// Without the pre-release.
    fileprivate var release: String { "\(major).\(minor).\(patch)" }
}
