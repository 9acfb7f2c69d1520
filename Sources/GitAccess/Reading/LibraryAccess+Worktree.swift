import CLibrary
import Clibgit2
import SourceText

extension LibraryAccess {
    func worktreeFiles(lookingForChanges looks: Bool) throws(GitError) -> ListedFiles {
        let top = try layout.top()
        // Taken before the index is read: if another Git replaces it in between, more of its
        // entries count as racy, never fewer.
        var indexStatus = stat()
        let hasIndex = stat(layout.indexFile, &indexStatus) == 0
        let index: GitHandle
        do {
            index = try openIndex()
        } catch {
            return try programAccess(because: error).worktreeFiles(lookingForChanges: looks)
        }
        var walk = WorktreeWalk(
            top: top, index: index.pointer,
            indexTime: hasIndex ? indexStatus.modificationTime : nil,
            looksForChanges: looks, hasAttributes: try convertsFiles, ignores: try outerIgnores)
        return try walk.files()
    }

    /// The ignore files that speak of the whole work tree.
    private var outerIgnores: IgnoreStack {
        get throws(GitError) {
            let user = try userFile("core.excludesFile", standing: "ignore")
            let files = [user, layout.commonDirectory + "/info/exclude"].compactMap { $0 }
            return IgnoreStack(
                files: files.map { RegularFile.ignoreFile(cString($0.utf8), followsLink: true) },
                ignoresCase: try isOn("core.ignoreCase"))
        }
    }

    /// Whether Git may write other bytes to the work tree than it records, going by what is set
    /// outside of the work tree; `.gitattributes` files within it count too.
    private var convertsFiles: Bool {
        get throws(GitError) {
            if try isOn("core.autocrlf") { return true }
            let user = try userFile("core.attributesFile", standing: "attributes")
            return [user, "/etc/gitattributes", layout.commonDirectory + "/info/attributes"]
                .contains { $0.map { access($0, F_OK) == 0 } ?? false }
        }
    }

    /// Whether a setting is anything but off.
    private func isOn(_ name: String) throws(GitError) -> Bool {
        try setting(name).map { !$0.isEmpty && !$0.isOff } ?? false
    }

    /// The path of a user's file: as set, or the default.
    private func userFile(_ name: String, standing: String) throws(GitError) -> String? {
        if let path = try setting(name) { return environment.expanded(path, from: layout.root) }
        let directory =
            environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { "\($0)/.config" }
        return directory.map { "\($0)/git/\(standing)" }
    }
}
