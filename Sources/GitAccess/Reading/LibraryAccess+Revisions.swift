import Clibgit2
import SourceText

extension LibraryAccess {
    func head() throws(GitError) -> String? {
        var id = git_oid()
        let code = git_reference_name_to_id(&id, repository.pointer, "HEAD")
        if code == GIT_ENOTFOUND.rawValue { return nil }
        try check(code, "git_reference_name_to_id")
        return id.hexadecimal
    }

    func resolve(_ revision: String) throws(GitError) -> String {
        let object: GitHandle
        do {
            object = try GitHandle("git_revparse_single", freedBy: git_object_free) {
                git_revparse_single(&$0, repository.pointer, revision)
            }
        } catch .libgit2(let failure) where failure.isAmbiguous {
            throw .ambiguousRevision(revision)
        } catch {
            // Git has forms of names that libgit2 has not, such as `@{-1}` of a deleted branch.
            guard let program else { throw .unknownRevision(revision) }
            return try ProgramAccess(layout: layout, program: program).resolve(revision)
        }
        for kind in [GIT_OBJECT_COMMIT, GIT_OBJECT_TREE] {
            var peeled: OpaquePointer?
            guard git_object_peel(&peeled, object.pointer, kind) == 0 else { continue }
            defer { git_object_free(peeled) }
            return git_object_id(peeled).pointee.hexadecimal
        }
        throw .unknownRevision(revision)
    }

    func files(ofTree id: String) throws(GitError) -> ListedFiles {
        let start = try GitHandle("git_object_lookup", freedBy: git_object_free) { handle in
            var oid = git_oid()
            let code = git_oid_fromstr(&oid, id)
            guard code == 0 else { return code }
            return git_object_lookup(&handle, repository.pointer, &oid, GIT_OBJECT_ANY)
        }
        let isCommit = git_object_type(start.pointer) == GIT_OBJECT_COMMIT
        let tree = isCommit ? git_commit_tree_id(start.pointer) : git_object_id(start.pointer)
        guard let tree = tree?.pointee else { throw .missingObject(id: id) }
        var list = EntryList()
        var path: [UInt8] = []
        try add(subtree(tree), at: &path, to: &list)
        return try list.finished()
    }

    /// Adds all files below `tree`, whose path is `path`.
    ///
    /// Recursion ends: the length of a path is bounded, and so is the number of files and
    /// directories.
    private func add(
        _ tree: borrowing GitHandle, at path: inout [UInt8], to list: inout EntryList
    ) throws(GitError) {
        try list.spend()
        let length = path.count
        for position in 0..<git_tree_entrycount(tree.pointer) {
            let entry = git_tree_entry_byindex(tree.pointer, position)
            guard let entry, let name = git_tree_entry_name(entry) else { continue }
            path.append(contentsOf: UnsafeBufferPointer(cString: name))
            defer { path.removeSubrange(length...) }
            guard path.count < maximumPathLength else {
                throw .unreadable(
                    path: String(decoding: path.prefix(100), as: UTF8.self),
                    reason: "the path is longer than \(maximumPathLength) bytes")
            }
            let id = git_tree_entry_id(entry).pointee
            if let mode = SnapshotEntry.Mode(gitMode: git_tree_entry_filemode_raw(entry).rawValue) {
                try list.add(path: path, mode: mode, id: id.hexadecimal)
            } else {
                path.append(UInt8(ascii: "/"))
                try add(subtree(id), at: &path, to: &list)
            }
        }
    }

    private func subtree(_ id: git_oid) throws(GitError) -> GitHandle {
        do {
            return try GitHandle("git_tree_lookup", freedBy: git_tree_free) { handle in
                withUnsafePointer(to: id) { git_tree_lookup(&handle, repository.pointer, $0) }
            }
        } catch .libgit2(let failure) where failure.isNotFound {
            throw .missingObject(id: id.hexadecimal)
        }
    }
}

/// The longest path on Linux; Git's own paths are no longer.
let maximumPathLength = 4096

extension git_oid {
    var hexadecimal: String {
        let length = 2 * MemoryLayout<git_oid>.size
        return withUnsafePointer(to: self) { id in
            String(unsafeUninitializedCapacity: length) { text in
                text.withMemoryRebound(to: CChar.self) { _ = git_oid_fmt($0.baseAddress, id) }
                return length
            }
        }
    }
}
