import CheckPipeline
import GitAccess
import ManifestFacts
import SourceText

/// Former versions of the image scalars of a repository, read from Git.
struct SiteHistory {
    /// Of the commits that changed the files in question, no more are looked at.
    static let commitLimit = 200

    let workspace: GitWorkspace
    /// The commit that is looked back from.
    let head: String
    private var sites: [Place: ImageSites?] = [:]
    private var trees: [String: Snapshot] = [:]
    private var moves: [String: [String: String]] = [:]

    private struct Place: Hashable {
        let commit: String
        let path: String
    }

    /// A scalar by its file as HEAD has it.
    struct Scalar: Hashable {
        let path: String
        let key: ImageSite.Key
    }

    init(of workspace: GitWorkspace, from head: String) {
        self.workspace = workspace
        self.head = head
    }

    /// The scalars of a file as a commit had them, under the name that it had then; nil where it
    /// had none.
    mutating func sites(of path: String, at commit: String) throws -> ImageSites? {
        let place = Place(commit: commit, path: path)
        if let known = sites[place] { return known }
        let former = try self.path(of: path, at: commit)
        let found = try former.map { former in
            let tree = try tree(of: commit)
            guard let entry = tree.entries.first(where: { $0.path == former }) else {
                throw HoldError.noFile(former)
            }
            let bytes = try tree.makeReader().bytes(
                of: entry, limit: SnapshotReading.fileSizeLimit)
            return ImageSites(bytes: bytes, role: FileRole(path: former) ?? .yaml)
        }
        sites[place] = .some(found)
        return found
    }

    mutating func site(_ scalar: Scalar, at commit: String) throws -> ImageSite? {
        try sites(of: scalar.path, at: commit)?.site(scalar.key)
    }

    /// The newest commit that changed one of some scalars; nil where none of this clone did.
    mutating func lastChange(of scalars: [Scalar]) throws -> RecordedCommit? {
        let now = try scalars.map { try site($0, at: head) }
        var paths = Set(scalars.map(\.path))
        var seen: Set<String> = []
        var queue = try workspace.commits(
            changing: paths.sorted(), from: head, limit: Self.commitLimit)
        while let commit = queue.first {
            queue.removeFirst()
            guard let parent = commit.parent, seen.insert(commit.id).inserted,
                seen.count <= Self.commitLimit
            else { continue }
            for (scalar, present) in zip(scalars, now) {
                guard let present, let former = try site(scalar, at: parent),
                    former.subject == present.subject
                else { continue }
                if former.text != present.text { return commit }
            }
            // From here on, a file that was moved has another name.
            let moved = try Set(paths.compactMap { try former(of: $0, at: parent) })
            if !moved.isSubset(of: paths) {
                paths.formUnion(moved)
                queue = try workspace.commits(
                    changing: paths.sorted(), from: parent, limit: Self.commitLimit)
            }
        }
        return nil
    }

    /// The tags that some scalars had after `commit` and before now, each once, the newest first.
    mutating func tags(of scalars: [Scalar], since commit: String) throws -> [String] {
        let paths = Set(scalars.map(\.path)).sorted()
        var tags: [String] = []
        for change in try workspace.commits(changing: paths, from: head, limit: Self.commitLimit) {
            guard change.id != commit else { break }
            for scalar in scalars {
                if let tag = try site(scalar, at: change.id)?.tag, !tags.contains(tag) {
                    tags.append(tag)
                }
            }
            if change.parent == commit { break }
        }
        return tags
    }

    private mutating func tree(of commit: String) throws -> Snapshot {
        if let known = trees[commit] { return known }
        let tree = try workspace.snapshot(of: .revision(commit))
        trees[commit] = tree
        return tree
    }

    /// Nil where it was not there, under any name.
    private mutating func path(of path: String, at commit: String) throws -> String? {
        let entries = try tree(of: commit).entries
        if entries.contains(where: { $0.path == path && $0.mode != .submodule }) { return path }
        guard let former = try former(of: path, at: commit) else { return nil }
        return entries.contains { $0.path == former } ? former : nil
    }

    private mutating func former(of path: String, at commit: String) throws -> String? {
        if try tree(of: commit).entries.contains(where: { $0.path == path }) { return path }
        if moves[commit] == nil {
            moves[commit] = try workspace.formerPaths(of: head, in: commit)
        }
        return moves[commit]?[path]
    }
}
