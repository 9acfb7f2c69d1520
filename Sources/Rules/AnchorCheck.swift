import RegularLanguages
import RepositoryLinking
import TagPolicies

/// The tags that a policy gains by a pattern that is open at one end.
struct AnchorCheck {
    /// The pattern with the anchor that it lacks.
    let anchored: Pattern
    /// A tag that the policy can select, and would not with the anchor.
    let witness: String
    /// Whether a tag at the policy's markers matches with the anchor, or there are none: else
    /// something other than the anchor is wrong, and adding it is no fix.
    let keepsDeployedTags: Bool

    /// Nil where the anchor would change nothing, where the policy is evidently meant to look
    /// inside of tags, and where the policy is not known.
    ///
    /// It is meant so if the anchor would leave it no tag or a single one, or none of those that
    /// its markers have now.
    init?(_ end: PatternEnd, of policy: LinkedPolicy, deployed: [String]) throws(Undecided) {
        guard let filter = policy.reading.policy?.filter, !filter.pattern.source.isEmpty,
            !filter.pattern.isAnchored(at: end), let language = policy.language
        else { return nil }
        guard let pattern = try? Pattern(filter.pattern.anchoredSource(at: end)) else { return nil }
        anchored = pattern
        let narrow = try Language.of(pattern)
        guard let witness = try language.firstMember(in: narrow.complement).member() else {
            return nil
        }
        self.witness = witness
        let admitted = deployed.filter { policy.admits($0) == true }
        keepsDeployedTags = deployed.isEmpty || deployed.contains(where: pattern.matches)
        guard admitted.isEmpty || admitted.contains(where: pattern.matches),
            let first = try language.firstMember(in: narrow).member(),
            try language.firstMember(in: narrow.subtracting(.tag(first))).member() != nil
        else { return nil }
    }
}

extension Language {
    /// The tags that a pattern matches, where they are not too many to be told apart.
    fileprivate static func of(_ pattern: Pattern) throws(Undecided) -> Language {
        do throws(StateLimitExceeded) {
            return try Language(matching: pattern)
        } catch {
            throw Undecided(limit: error.limit)
        }
    }
}
