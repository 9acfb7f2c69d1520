import RegularLanguages
import RepositoryLinking
import TagSnapshots

extension LinkedPolicy {
    /// Writes the pattern with a `^`.
    ///
    /// That is safe where tags tell that it is meant: there are some at the policy's markers, and
    /// with the anchor the policy keeps all of those that it takes, and of those that its registry
    /// is known to have.
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
