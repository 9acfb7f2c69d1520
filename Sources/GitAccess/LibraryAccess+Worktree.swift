import Clibgit2
import SourceText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension LibraryAccess {
    func worktreeFiles() throws(GitError) -> ListedFiles {
        guard let top = layout.worktree else {
            throw .noWorktree(repository: layout.gitDirectory)
        }
        // Taken before the index is read: if another Git replaces it in between, more of its
        // entries count as racy, never fewer.
        var indexStatus = stat()
        let hasIndex = stat(layout.indexFile, &indexStatus) == 0
        let index: GitHandle
        do {
            index = try openIndex()
        } catch {
            return try programAccess(because: error).worktreeFiles()
        }
        var walk = WorktreeWalk(
            top: top, repository: repository.pointer, index: index.pointer,
            indexTime: hasIndex ? indexStatus.modificationTime : nil,
            hasAttributes: try convertsFiles)
        return try walk.files()
    }

    /// Whether Git may write other bytes to the work tree than it records, going by what is set
    /// outside of the work tree; `.gitattributes` files within it count too.
    private var convertsFiles: Bool {
        get throws(GitError) {
            switch try setting("core.autocrlf")?.lowercased() {
            case nil, "false", "no", "off", "0": break
            default: return true
            }
            let fallback =
                environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { "\($0)/.config" }
            let attributes =
                try setting("core.attributesFile") ?? fallback.map { "\($0)/git/attributes" }
            return [attributes, "/etc/gitattributes", layout.commonDirectory + "/info/attributes"]
                .contains { $0.map { access($0, F_OK) == 0 } ?? false }
        }
    }
}
