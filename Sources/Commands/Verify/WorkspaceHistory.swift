import ClusterState
import GitAccess

/// The history of a commit, each question asked once.
final class WorkspaceHistory: RepositoryHistory {
    /// Of the commits that changed a file: more are not looked at.
    private static let limit = 100

    private struct FileVersion: Hashable {
        let path: String
        let commit: String
    }

    private struct Pair: Hashable {
        let commit: String
        let revision: String
    }

    private let workspace: GitWorkspace
    private let tip: String
    private var knownChanges: [String: Result<[String], HistoryFailure>] = [:]
    private var knownBytes: [FileVersion: [UInt8]?] = [:]
    private var knownContainments: [Pair: CommitContainment] = [:]

    init(_ workspace: GitWorkspace, tip: String) {
        self.workspace = workspace
        self.tip = tip
    }

    func changes(of path: String) -> Result<[String], HistoryFailure> {
        if let known = knownChanges[path] { return known }
        let found: Result<[String], HistoryFailure>
        do throws(GitError) {
            found = .success(
                try workspace.commits(of: tip, changing: path, limit: Self.limit))
        } catch {
            found = .failure(HistoryFailure(reason: "\(error)"))
        }
        knownChanges[path] = found
        return found
    }

    func bytes(of path: String, in commit: String) -> [UInt8]? {
        let version = FileVersion(path: path, commit: commit)
        if let known = knownBytes[version] { return known }
        // Where it cannot be read, the commit counts as one that changed the value.
        let bytes = (try? workspace.bytes(of: path, inCommit: commit)) ?? nil
        knownBytes[version] = .some(bytes)
        return bytes
    }

    func containment(of commit: String, in revision: String) -> CommitContainment {
        let pair = Pair(commit: commit, revision: revision)
        if let known = knownContainments[pair] { return known }
        let answer: CommitContainment
        do throws(GitError) {
            switch try workspace.commit(revision, contains: commit) {
            case true: answer = .contained
            case false: answer = .lacking
            case nil: answer = .notHere
            }
        } catch {
            answer = .unknown("\(error)")
        }
        knownContainments[pair] = answer
        return answer
    }
}
