import RegularLanguages
import RepositoryLinking
import TagSnapshots

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
