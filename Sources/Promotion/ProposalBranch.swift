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

/// The last lines of a promotion's commit message, by which its commits are recognized.
struct PromotionTrailers: Hashable {
    let source: String
    let target: String
    let images: Set<String>
    /// The id of the commit's tree, as it was made.
    let tree: String?

    init(source: String, target: String, images: Set<String>, tree: String? = nil) {
        self.source = source
        self.target = target
        self.images = images
        self.tree = tree
    }

    /// Whether both promote the same images between the same environments.
    func isAlike(_ other: PromotionTrailers?) -> Bool {
        source == other?.source && target == other?.target && images == other?.images
    }

    static func line(ofTree tree: String) -> String { "\(treeKey): \(tree)\n" }

    /// Nil for a message without them.
    init?(message: String) {
        var values: [String: [String]] = [:]
        for line in message.split(separator: "\n") {
            for key in [Self.sourceKey, Self.targetKey, Self.imageKey, Self.treeKey]
            where line.hasPrefix(key + ": ") {
                values[key, default: []].append(String(line.dropFirst(key.count + 2)))
            }
        }
        guard let source = values[Self.sourceKey]?.last, let target = values[Self.targetKey]?.last,
            let images = values[Self.imageKey]
        else { return nil }
        self.init(
            source: source, target: target, images: Set(images), tree: values[Self.treeKey]?.last)
    }

    var text: String {
        "\(Self.sourceKey): \(source)\n\(Self.targetKey): \(target)\n"
            + images.sorted().map { "\(Self.imageKey): \($0)\n" }.joined()
    }

    private static let sourceKey = "Promoted-from"
    private static let targetKey = "Promoted-to"
    private static let imageKey = "Promoted-image"
    private static let treeKey = "Promoted-tree"
}
