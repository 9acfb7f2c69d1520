import CheckPipeline
import GitAccess
import SourceText

/// The branch of a remote that proposes a promotion, and how it gets there.
///
/// The push is a compare-and-swap: of two promotions at the same time, the second one starts again
/// from the branch of the first.
struct ProposalBranch {
    /// A failed attempt means that another writer succeeded.
    private static let attemptLimit = 20

    let name: String
    /// The branch that the promotion is for.
    let base: String
    let remote: RemoteProgram
    let workspace: GitWorkspace

    enum Outcome: Hashable, Sendable {
        /// The branch proposes just that already.
        case unchanged(commit: String)
        case pushed(commit: String, isNew: Bool)
    }

    /// Tips of both branches; the base is there.
    struct Tips {
        let base: String
        let own: String?
    }

    func tips() throws -> Tips {
        let tips = try remote.fetch(branches: [base, name])
        guard let base = tips[base] else {
            throw PromotionObstacle.noBranch(base, remote: remote.name)
        }
        return Tips(base: base, own: tips[name])
    }

    /// Makes the branch propose one commit: the base with some files changed.
    ///
    /// - Parameters:
    ///   - first: The tips that `edits` were planned on.
    ///   - edits: The changes of a base, by its commit.
    func propose(
        from first: Tips, options: [String], details: CommitDetails, key: SigningKey?,
        edits: (_ base: String) async throws -> [TreeEdit]
    ) async throws -> Outcome {
        var tips = first
        for _ in 0..<Self.attemptLimit {
            let commit = try commit(on: tips, details, key, edits: try await edits(tips.base))
            guard let commit else { return .unchanged(commit: tips.own ?? tips.base) }
            let request = PushRequest(
                commit: commit, reference: "refs/heads/\(name)",
                expectation: tips.own.map { .tip($0) } ?? .absent, options: options)
            guard let request else {
                throw PromotionObstacle.git("`\(name)` is not a valid branch name")
            }
            let outcome = remote.push(request)
            switch outcome {
            case .accepted: return .pushed(commit: commit, isNew: tips.own == nil)
            case .moved: tips = try self.tips()
            case .declined, .protected, .failed: throw PromotionObstacle.git("\(outcome)")
            }
        }
        throw PromotionObstacle.outrun(branch: name, attempts: Self.attemptLimit)
    }

    /// Nil where the branch has the same files on the same base.
    private func commit(
        on tips: Tips, _ details: CommitDetails, _ key: SigningKey?, edits: [TreeEdit]
    ) throws -> String? {
        let writer = try CommitWriter(workspace)
        let tree = try writer.tree(of: tips.base, with: edits)
        if let own = tips.own {
            try refuseForeignCommits(of: own, beyond: tips.base)
            let parents = try workspace.parents(of: own)
            if parents == [tips.base], try workspace.tree(of: own) == tree { return nil }
        }
        return try writer.commit(tree: tree, parents: [tips.base], details, signedWith: key)
    }

    /// People may have changed the branch: their work is not replaced.
    private func refuseForeignCommits(of tip: String, beyond base: String) throws {
        let commits = try workspace.commits(of: tip, beyond: base) ?? []
        for commit in commits where PromotionTrailers(message: commit.message) == nil {
            throw PromotionObstacle.foreignBranch(name, author: commit.author.name)
        }
    }
}

/// The last lines of a promotion's commit message, by which its commits are recognized.
struct PromotionTrailers: Hashable {
    let source: String
    let target: String
    let images: Set<String>

    init(source: String, target: String, images: Set<String>) {
        self.source = source
        self.target = target
        self.images = images
    }

    /// Nil for a message without them.
    init?(message: String) {
        var values: [String: [String]] = [:]
        for line in message.split(separator: "\n") {
            for key in [Self.sourceKey, Self.targetKey, Self.imageKey]
            where line.hasPrefix(key + ": ") {
                values[key, default: []].append(String(line.dropFirst(key.count + 2)))
            }
        }
        guard let source = values[Self.sourceKey]?.last, let target = values[Self.targetKey]?.last,
            let images = values[Self.imageKey]
        else { return nil }
        self.init(source: source, target: target, images: Set(images))
    }

    var text: String {
        "\(Self.sourceKey): \(source)\n\(Self.targetKey): \(target)\n"
            + images.sorted().map { "\(Self.imageKey): \($0)\n" }.joined()
    }

    private static let sourceKey = "Promoted-from"
    private static let targetKey = "Promoted-to"
    private static let imageKey = "Promoted-image"
}
