import GitAccess
import RepositoryCheck
import SourceText

/// Reads each file of a commit, and looks for each remote, once while automations follow each other.
final class RunCache {
    /// The one that is checked out, and the one that is pushed to.
    private static let limit = 2

    private let workspace: GitWorkspace
    private let check: RepositoryCheck
    private var grounds: [(origin: Snapshot.Origin, ground: UpdateGround)] = []
    private var remotes: [String: [GitRemote]] = [:]
    /// By the store's name.
    private var tips: [String?: [String: String]] = [:]
    var jointCheck: JointCheck?

    init(_ workspace: GitWorkspace, _ check: RepositoryCheck) {
        self.workspace = workspace
        self.check = check
    }

    deinit { for (_, ground) in grounds { ground.freeInBackground() } }

    func ground(ofCommit id: String) async throws -> UpdateGround {
        if let known = grounds.first(where: { $0.origin == .commit(id) }) { return known.ground }
        return try await ground(of: workspace.snapshot(of: .revision(id)))
    }

    /// Where the branches of an automation are, or were a moment ago.
    func tips(of task: AutomationTask, at branches: any BranchStore) throws -> [String: String] {
        let known = tips[branches.name] ?? [:]
        let unknown = Set([task.checkoutBranch, task.pushBranch]).subtracting(known.keys)
        if unknown.isEmpty { return known }
        let all = known.merging(try branches.tips(of: unknown.sorted())) { $1 }
        tips[branches.name] = all
        return all
    }

    func forgetTips() { tips = [:] }

    func note(_ tip: String, asTipOf branch: String, at branches: any BranchStore) {
        tips[branches.name, default: [:]][branch] = tip
    }

    func remotes(at address: String) throws -> [GitRemote] {
        if let known = remotes[address] { return known }
        let found = try workspace.remotes(at: address)
        remotes[address] = found
        return found
    }

    func ground(of snapshot: Snapshot) async throws -> UpdateGround {
        let ground = try await check.ground(of: snapshot, after: grounds.first?.ground)
        grounds.dropFirst(Self.limit - 1).forEach { $0.ground.freeInBackground() }
        grounds = [(snapshot.origin, ground)] + grounds.prefix(Self.limit - 1)
        return ground
    }
}
