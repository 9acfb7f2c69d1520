internal import FoundationEssentials
import GitAccess

/// The clone of a repository that is served: made, followed, repaired, and made anew.
///
/// All of it waits for programs: it runs on `BlockingThreads`.
struct Mirror: Sendable {
    let repository: ServedRepository
    let directory: String
    private let clone: MirrorRepository

    /// - Parameters:
    ///   - directory: The directory of all clones.
    ///   - variables: Of the process; what the repository's credentials are comes on top.
    init(_ repository: ServedRepository, below directory: String, variables: [String: String]) {
        self.repository = repository
        self.directory = "\(directory)/\(repository.directoryName)"
        clone = MirrorRepository(
            at: self.directory,
            variables: variables.merging(
                repository.credentials.variables(for: repository.url)
            ) { $1 })
    }

    func workspace() throws(GitError) -> GitWorkspace { try clone.workspace() }

    /// Where the branch is after a fetch.
    struct Position: Hashable, Sendable {
        let branch: String
        let commit: String
    }

    /// Fetches the branch; a clone that is damaged is made anew, once.
    ///
    /// - Parameter known: Where the branch was.
    func fetch(after known: Position?) throws(MirrorError) -> Position {
        if !clone.isMirror(of: repository.url) { try remake() }
        do {
            return try fetchOnce(after: known)
        } catch .remote(let failure) where failure.cause == .other && isDamaged(failure) {
            try remake()
            return try fetchOnce(after: nil)
        }
    }

    /// Makes the clone anew: what a tree lacks is fetched again.
    func remakeIfDamaged() throws(MirrorError) {
        if !clone.isSound() { try remake() }
    }

    func collectGarbage() { clone.collectGarbage() }

    private func fetchOnce(after known: Position?) throws(MirrorError) -> Position {
        do {
            let workspace = try clone.workspace()
            guard let origin = try workspace.remotes().first(where: { $0.name == "origin" }) else {
                throw MirrorError.noRemote(repository.name)
            }
            let remote = try RemoteProgram(origin, of: workspace)
            guard let branch = try repository.branch ?? known?.branch ?? remote.defaultBranch()
            else { throw MirrorError.noDefaultBranch }
            let here = try workspace.commit("refs/heads/\(branch)")
            guard let commit = try remote.mirror(branch: branch, at: here) else {
                throw MirrorError.noBranch(branch)
            }
            if known?.branch != branch { try clone.setHead(to: branch) }
            return Position(branch: branch, commit: commit)
        } catch let error as MirrorError {
            throw error
        } catch let error as RemoteFailure {
            throw .remote(error)
        } catch let error as GitError {
            throw .git(error)
        } catch {
            throw .directory(directory, "\(error)")
        }
    }

    /// A lock that a killed process left, too: no other process writes here.
    private func isDamaged(_ failure: RemoteFailure) -> Bool {
        failure.words.contains { $0.contains(".lock': File exists") } || !clone.isSound()
    }

    private func remake() throws(MirrorError) {
        let files = FileManager.default
        do {
            if files.fileExists(atPath: directory) { try files.removeItem(atPath: directory) }
            try files.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try clone.create(for: repository.url)
        } catch let error as GitError {
            throw .git(error)
        } catch {
            throw .directory(directory, "it cannot be made")
        }
    }
}

extension Mirror {
    /// Removes the clones of repositories that are no longer served; nothing else is touched.
    static func removeOthers(than repositories: [ServedRepository], below directory: String) {
        let files = FileManager.default
        let wanted = Set(repositories.map(\.directoryName))
        for name in (try? files.contentsOfDirectory(atPath: directory)) ?? []
        where !wanted.contains(name) {
            // What has no HEAD is no clone of ours.
            let path = "\(directory)/\(name)"
            if files.fileExists(atPath: "\(path)/HEAD") { try? files.removeItem(atPath: path) }
        }
    }
}

/// Why a repository could not be fetched.
enum MirrorError: Error {
    case remote(RemoteFailure)
    case git(GitError)
    case noRemote(String)
    case noBranch(String)
    case noDefaultBranch
    case directory(String, String)
}

extension MirrorError: CustomStringConvertible {
    var description: String {
        switch self {
        case .remote(let failure): "\(failure)"
        case .git(let error): "\(error)"
        case .noRemote(let name): "the clone of `\(name)` has no remote `origin`"
        case .noBranch(let branch): "there is no branch `\(branch)`"
        case .noDefaultBranch: "its HEAD names no branch: `#BRANCH` behind its address names one"
        case .directory(let path, let reason): "`\(path)`: \(reason)"
        }
    }
}
