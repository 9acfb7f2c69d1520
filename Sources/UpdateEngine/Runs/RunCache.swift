import CheckPipeline
import GitAccess
import SourceText

/// Reads each file of a commit, and looks for each remote, once while automations follow each
/// other.
final class RunCache {
    /// The one that is checked out, and the one that is pushed to.
    private static let limit = 2

    private let workspace: GitWorkspace
    private let check: RepositoryCheck
    private var grounds: [(origin: Snapshot.Origin, ground: UpdateBase)] = []
    private var remotes: [String: [GitRemote]] = [:]
    /// By the store's name.
    private var tips: [String?: [String: String]] = [:]
    /// Of what is checked out and is no branch, by the store's name.
    private var commits: [String?: [Checkout: String]] = [:]
    var jointCheck: JointCheck?

    init(_ workspace: GitWorkspace, _ check: RepositoryCheck) {
        self.workspace = workspace
        self.check = check
    }

    func ground(ofCommit id: String) async throws -> UpdateBase {
        if let known = grounds.first(where: { $0.origin == .commit(id) }) { return known.ground }
        return try await ground(of: workspace.snapshot(of: .revision(id)))
    }

    /// Where the branches of an automation are, or were a moment ago.
    func tips(of task: AutomationTask, at branches: any BranchStore) throws -> [String: String] {
        let known = tips[branches.name] ?? [:]
        let wanted = Set([task.checkout.branch, task.pushBranch].compactMap(\.self))
        let unknown = wanted.subtracting(known.keys)
        if unknown.isEmpty { return known }
        let all = known.merging(try branches.tips(of: unknown.sorted())) { $1 }
        tips[branches.name] = all
        return all
    }

    /// The commit that an automation checks out, or did a moment ago.
    func checkout(of task: AutomationTask, at branches: any BranchStore) throws -> String {
        let known =
            try task.checkout.branch.map { try tips(of: task, at: branches)[$0] }
            ?? commits[branches.name]?[task.checkout]
        guard let commit = try known ?? branches.commit(of: task.checkout) else {
            throw AutomationObstacle.missing(task.checkout, remote: branches.name)
        }
        commits[branches.name, default: [:]][task.checkout] = commit
        return commit
    }

    func forgetTips() { (tips, commits) = ([:], [:]) }

    func note(_ tip: String, asTipOf branch: String, at branches: any BranchStore) {
        tips[branches.name, default: [:]][branch] = tip
    }

    func remotes(at address: String) throws -> [GitRemote] {
        if let known = remotes[address] { return known }
        let found = try workspace.remotes(at: address)
        remotes[address] = found
        return found
    }

    func ground(of snapshot: Snapshot) async throws -> UpdateBase {
        let ground = try await check.ground(of: snapshot, after: grounds.first?.ground)
        grounds = [(snapshot.origin, ground)] + grounds.prefix(Self.limit - 1)
        return ground
    }
}
