/// The tree that another one is compared with.
package enum ComparisonBase: Equatable, Sendable {
    /// The commit, or tree, of that id.
    case revision(String)
    /// Not the point where the histories part, which this clone lacks, but the other history's tip.
    case tip(String, of: String)
    /// Nothing to compare with, so that everything counts as new; with the reason.
    case nothing(reason: String)
}

/// One way to find out what a change is compared with.
package enum BaseCandidate: Equatable, Sendable {
    /// The first parent of a commit that merges the change into its target for a trial, where that
    /// commit is what is checked.
    case firstParent(ofMerge: String)
    /// Where the change and this branch or commit part.
    case mergeBase(with: String)
    case commit(String)
}

extension GitWorkspace {
    /// The first of the candidates, best first, that this clone knows enough about.
    ///
    /// Where the histories of a change and its target cannot be joined, as in shallow clones, the
    /// target itself has to do.
    package func base(
        of head: String, among candidates: [BaseCandidate]
    ) throws(GitError) -> ComparisonBase {
        guard let head = try commit(head) else { throw .unknownRevision(head) }
        var tip: ComparisonBase?
        for candidate in candidates {
            switch candidate {
            case .firstParent(let merge):
                guard try commit(merge) == head, case let parents = try parents(of: head),
                    parents.count > 1
                else { continue }
                return .revision(parents[0])
            case .mergeBase(let name):
                guard let target = try commit(name) else { continue }
                if let base = try mergeBase(of: head, and: target) { return .revision(base) }
                tip = tip ?? .tip(target, of: name)
            case .commit(let name):
                if let commit = try commit(name) { return .revision(commit) }
            }
        }
        return tip ?? .nothing(reason: "this clone has no commit to compare with")
    }
}
