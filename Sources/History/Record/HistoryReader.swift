package import CheckPipeline
import Crypto
package import GitAccess
import SourceText

/// Reads the history of a branch, of which earlier runs may know a part.
package struct HistoryReader {
    /// Commits that are asked for at a time, so that their files do not fill the memory.
    private static let batchSize = 2_000

    private let workspace: GitWorkspace
    private let check: RepositoryCheck
    private let cache: HistoryCache?

    /// - Parameters:
    ///   - check: Links the manifests of commits.
    ///   - cache: Nil to read everything anew, and to keep nothing.
    package init(of workspace: GitWorkspace, by check: RepositoryCheck, cache: HistoryCache?) {
        self.workspace = workspace
        self.check = check
        self.cache = cache
    }

    /// The history up to a commit.
    ///
    /// Which environments there are is what the configuration of that commit says, for all commits;
    /// without one, each commit's own directories do.
    ///
    /// Throws a `GitError`, and what makes the configuration unreadable.
    ///
    /// Cost: each commit is listed with the paths that it changed, each of its changed manifests is
    /// parsed, and the manifests are linked anew for a commit that changes more than tags and
    /// digests. Commits that the cache knows cost nothing.
    ///
    /// - Parameter progress: Told how many commits of how many were read.
    package func record(
        to tip: String, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> HistoryRecord {
        let branch = try workspace.branch(to: tip)
        let snapshot = try workspace.snapshot(of: .revision(tip))
        let key = HistoryCache.Key(of: snapshot)
        var record = (cache?.record(for: key) ?? HistoryRecord()).cut(to: branch)
        record.isCut = try workspace.isShallow()
        guard record.branch.count < branch.count else { return record }
        let start = try record.branch.last.map { try workspace.snapshot(of: .revision($0)) }
        var walk = try await HistoryWalk(by: check, from: start, to: snapshot)
        while record.branch.count < branch.count {
            let end = min(record.branch.count + Self.batchSize, branch.count)
            let changes = try workspace.changes(to: branch[end - 1], beyond: record.branch.last)
            for change in changes {
                if let commit = try await walk.follow(change) { record.commits.append(commit) }
            }
            record.branch = Array(branch[..<end])
            progress(end, branch.count)
        }
        record.missingCount = walk.missingCount
        // They may be there when the next run looks.
        if record.missingCount == 0 { cache?.keep(record, for: key) }
        return record
    }
}

extension HistoryRecord {
    /// The part that is of another branch as well.
    fileprivate func cut(to other: [String]) -> HistoryRecord {
        let common = zip(branch, other).prefix { $0 == $1 }.count
        guard common < branch.count else { return self }
        let ids = Set(branch[common...])
        var record = self
        record.branch = Array(branch[..<common])
        record.commits.removeAll { ids.contains($0.id) }
        return record
    }
}
