import RegularLanguages
import RepositoryLinking
import TagPolicies

/// The effect of a pattern's missing `^` or `$` on the tags that a policy can select.
struct AnchorCheck {
    /// The pattern with the missing anchor.
    let anchored: Pattern
    /// A tag that the policy can select only because the anchor is missing.
    let witness: String
    /// Whether the anchored pattern still matches a tag at the policy's markers, or there are none.
    ///
    /// Otherwise adding the anchor is not a fix.
    let keepsDeployedTags: Bool

    /// Nil if the anchor would change nothing, if the policy is not known, or if it is evidently
    /// meant to search inside tags: the anchor would leave it at most one tag, or none of those at
    /// its markers.
    init?(
        _ end: PatternEnd, of policy: LinkedPolicy, deployed: [String]
    ) throws(StateLimitExceeded) {
        guard let filter = policy.reading.policy?.filter, !filter.pattern.source.isEmpty,
            !filter.pattern.isAnchored(at: end), let language = policy.language
        else { return nil }
        guard let pattern = try? Pattern(filter.pattern.anchoredSource(at: end)) else { return nil }
        anchored = pattern
        let narrow = try Language(matching: pattern)
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

extension LinkedPolicy {
    /// Writes the pattern with a `^`.
    ///
    /// Safe if the policy admits a tag at its markers, and the anchored pattern matches every known
    /// tag that the policy admits.
    func anchoringFix(_ anchored: Pattern, in model: RepositoryModel) -> Fix? {
        guard let pattern else { return nil }
        let deployed = model.policyLinks.deployedTags(of: self)
        let taken = { (tag: String) in self.admits(tag) == true }
        let isMeant =
            deployed.contains(where: taken)
            && model.knownTags(of: self).filter(taken).allSatisfy(anchored.matches)
        return pattern.fix(
            "write `\(anchored.source)`", pattern.all, to: anchored.source, isSafe: isMeant)
    }
}
