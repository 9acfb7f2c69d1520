import CheckPipeline
import GitAccess
import SourceText

/// The branch of a remote that proposes a promotion, and how it gets there.
///
/// The push is a compare-and-swap: of two promotions at the same time, the second one starts again
/// from the branch of the first, and finds nothing to change.
struct ProposalBranch {
    let name: String
    /// The branch that the promotion is for.
    let base: String
    let remote: RemoteProgram
    let workspace: GitWorkspace

    enum Outcome: Hashable, Sendable {
        /// The branch proposes just that already.
        case unchanged(commit: String)
        case pushed(commit: String)
        /// One of the branches moved meanwhile.
        case outrun
    }

    /// Where the branches are; nil for one that does not exist.
    func tips() throws -> (base: String?, own: String?) {
        let tips = try remote.fetch(branches: [base, name])
        return (tips[base], tips[name])
    }

    /// Makes the branch propose one commit on `start`: that with some files changed.
    func propose(
        _ edits: [TreeEdit], on start: String, options: [String], _ details: CommitDetails,
        signedWith key: SigningKey?
    ) throws -> Outcome {
        let tips = try tips()
        guard tips.base == start else { return .outrun }
        let commit = try commit(edits, on: start, replacing: tips.own, details, key)
        guard let commit else { return .unchanged(commit: tips.own ?? start) }
        let request = PushRequest(
            commit: commit, reference: "refs/heads/\(name)",
            expectation: tips.own.map { .tip($0) } ?? .absent, options: options)
        guard let request else {
            throw PromotionObstacle.git("`\(name)` is not a valid branch name")
        }
        let outcome = remote.push(request)
        switch outcome {
        case .accepted: return .pushed(commit: commit)
        case .moved: return .outrun
        case .declined, .protected, .failed: throw PromotionObstacle.git("\(outcome)")
        }
    }

    /// Nil where the branch has the same files on the same base.
    private func commit(
        _ edits: [TreeEdit], on start: String, replacing own: String?, _ details: CommitDetails,
        _ key: SigningKey?
    ) throws -> String? {
        let writer = try CommitWriter(workspace)
        let tree = try writer.tree(of: start, with: edits)
        let details = CommitDetails(
            author: details.author, committer: details.committer, time: details.time,
            message: details.message + PromotionTrailers.line(ofTree: tree))
        if let own {
            try refuseForeignCommits(
                of: own, beyond: start, PromotionTrailers(message: details.message))
            if try workspace.parents(of: own) == [start], try workspace.tree(of: own) == tree {
                return nil
            }
        }
        return try writer.commit(tree: tree, parents: [start], details, signedWith: key)
    }

    /// People may have changed the branch, also by amending: their work is not replaced, and
    /// neither is the promotion of another image.
    private func refuseForeignCommits(
        of tip: String, beyond base: String, _ own: PromotionTrailers?
    ) throws {
        guard let commits = try workspace.commits(of: tip, beyond: base) else {
            throw PromotionObstacle.git("`\(name)` has too many commits of its own")
        }
        for commit in commits {
            guard let trailers = PromotionTrailers(message: commit.message),
                trailers.isAlike(own), try workspace.tree(of: commit.id) == trailers.tree
            else { throw PromotionObstacle.foreignBranch(name, author: commit.author.name) }
        }
    }
}
