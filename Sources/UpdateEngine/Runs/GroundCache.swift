import GitAccess
import RepositoryCheck
import SourceText

/// Reads each commit once while automations follow each other.
final class GroundCache {
    /// The one that is checked out, and the one that is pushed to.
    private static let limit = 2

    private let workspace: GitWorkspace
    private let check: RepositoryCheck
    private var grounds: [(origin: Snapshot.Origin, ground: UpdateGround)] = []

    init(_ workspace: GitWorkspace, _ check: RepositoryCheck) {
        self.workspace = workspace
        self.check = check
    }

    func ground(ofCommit id: String) async throws -> UpdateGround {
        if let known = grounds.first(where: { $0.origin == .commit(id) }) { return known.ground }
        return try await ground(of: workspace.snapshot(of: .revision(id)))
    }

    func ground(of snapshot: Snapshot) async throws -> UpdateGround {
        let ground = try await check.ground(of: snapshot)
        grounds = [(snapshot.origin, ground)] + grounds.prefix(Self.limit - 1)
        return ground
    }
}
