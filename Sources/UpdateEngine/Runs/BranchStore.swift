import GitAccess

/// Where the branches of automations are, and how they move.
protocol BranchStore {
    /// For people; nil for this clone itself.
    var name: String? { get }

    /// Where branches are, with the commits brought here; those that are not there are absent.
    func tips(of branches: [String]) throws -> [String: String]

    /// All tags, without `refs/tags/`; in no order.
    func tags() throws -> [String]

    /// The commit that a reference in full leads to, brought here; nil where there is none.
    func commit(ofReference name: String) throws -> String?

    /// Whether a branch contains a commit, which is brought here then.
    func holds(commit: String) throws -> Bool

    /// Moves a branch if it is where the move expects it.
    func move(_ move: AutomationMove) throws -> MoveOutcome
}

/// One commit on its way to its branch.
struct AutomationMove: Sendable {
    let commit: String
    let branch: String
    /// Where the branch has to be; nil where it must not exist.
    let tip: String?
    let author: CommitPerson
    let time: CommitTime
    let options: [String]
    let copy: PushCopy?
}

/// How a move ended.
enum MoveOutcome: Sendable {
    /// The branch is at the commit; pushing its copy failed, with the message.
    case moved(complaint: String? = nil)
    /// The branch has moved: the run starts again from there.
    case outrun(String)
    /// Nothing was moved; with a command or reason for people.
    case left(String)
    case failed(String)
}

/// The branches of a remote.
struct RemoteBranches: BranchStore {
    let place: GitRemote
    let remote: RemoteProgram
    let workspace: GitWorkspace
    let name: String?

    func tips(of branches: [String]) throws -> [String: String] {
        try remote.fetch(branches: branches)
    }

    func tags() throws -> [String] { try remote.tags() }

    func commit(ofReference name: String) throws -> String? {
        try remote.fetch(references: [name])[name].flatMap { try workspace.commit($0) }
    }

    func holds(commit: String) throws -> Bool { try remote.fetch(commit: commit) }

    func move(_ move: AutomationMove) throws -> MoveOutcome {
        let outcome = push(
            move, to: "refs/heads/\(move.branch)", move.tip.map { .tip($0) } ?? .absent)
        guard case .moved = outcome, let copy = move.copy else { return outcome }
        switch try push(move, to: copy.reference, expectation(of: copy)) {
        case .moved, .left: return .moved()
        case .outrun(let reason), .failed(let reason):
            return .moved(complaint: "`\(copy.reference)` did not follow: \(reason)")
        }
    }

    private func expectation(of copy: PushCopy) throws -> PushRequest.Expectation {
        guard copy.isForced, copy.reference.hasPrefix("refs/heads/") else { return .ancestor }
        let branch = String(copy.reference.dropFirst("refs/heads/".count))
        return try remote.tips(of: [branch])[branch].map { .tip($0) } ?? .absent
    }

    private func push(
        _ move: AutomationMove, to reference: String, _ expectation: PushRequest.Expectation
    ) -> MoveOutcome {
        let request = PushRequest(
            commit: move.commit, reference: reference, expectation: expectation,
            options: move.options)
        guard let request else { return .failed("`\(reference)` is not a valid reference name") }
        let outcome = remote.push(request)
        switch outcome {
        case .accepted: return .moved()
        case .moved: return .outrun("\(outcome)")
        case .declined, .protected, .failed: return .failed("\(outcome)")
        }
    }
}

/// The branches of this clone.
struct LocalBranches: BranchStore {
    let workspace: GitWorkspace
    let name: String? = nil

    func tips(of branches: [String]) throws -> [String: String] {
        var tips: [String: String] = [:]
        for branch in branches { tips[branch] = try workspace.commit("refs/heads/\(branch)") }
        return tips
    }

    func tags() throws -> [String] { try workspace.tags() }

    func commit(ofReference name: String) throws -> String? { try workspace.commit(name) }

    func holds(commit: String) throws -> Bool { try workspace.commit(commit) == commit }

    /// A branch that is checked out stays: its files and the index would not follow.
    func move(_ move: AutomationMove) throws -> MoveOutcome {
        if try workspace.worktree(withBranch: move.branch) != nil {
            return .left("`git merge --ff-only \(move.commit.prefix(12))` takes it")
        }
        let change = BranchMove(
            branch: move.branch, from: move.tip, to: move.commit, reason: "sluice update")
        let writer = try CommitWriter(workspace)
        do throws(GitWriteError) {
            try writer.move(change, by: move.author, at: move.time)
            return .moved()
        } catch {
            if case .moved = error { return .outrun("\(error)") }
            throw error
        }
    }
}
