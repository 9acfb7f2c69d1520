import CLibrary
import Clibgit2

/// Makes commits in the object database; neither work tree nor index is touched.
///
/// Objects that no branch names yet are invisible: a run that ends here has changed nothing.
package struct CommitWriter {
    let access: LibraryAccess

    /// Fails for a repository that libgit2 does not know how to write to.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        guard let access = workspace.access as? LibraryAccess else {
            throw .unsupported(reason: "only `git` knows its format or its settings")
        }
        self.access = access
    }

    /// The id of a tree that is the commit's but for the edits, one for each path.
    package func tree(
        of commit: String, with edits: [TreeEdit]
    ) throws(GitWriteError) -> String {
        let base = try writing { () throws(GitError) in try openTree(ofCommit: commit) }
        var paths: [UnsafeMutablePointer<CChar>?] = []
        defer { for path in paths { free(path) } }
        var updates: [git_tree_update] = []
        for edit in edits {
            let mode = try mode(replacedBy: edit, in: base)
            paths.append(strdup(edit.path))
            let id = try writing { () throws(GitError) in try writeBlob(edit.bytes) }
            updates.append(
                git_tree_update(
                    action: GIT_TREE_UPDATE_UPSERT, id: id, filemode: mode,
                    path: UnsafePointer(paths.last ?? nil)))
        }
        return try writing { () throws(GitError) in
            var id = git_oid()
            try check(
                git_tree_create_updated(
                    &id, access.repository.pointer, base.pointer, updates.count, updates),
                "git_tree_create_updated")
            return id.hexadecimal
        }
    }

    /// Records a commit and gives its id.
    package func commit(
        tree: String, parents: [String], _ details: CommitDetails, signedWith key: SigningKey? = nil
    ) throws(GitWriteError) -> String {
        let content = details.content(tree: tree, parents: parents)
        guard !content.utf8.contains(0) else { throw .nulInMessage }
        let signature = try key?.signature(of: Array(content.utf8), in: access)
        return try writing { () throws(GitError) in
            var id = git_oid()
            try check(
                git_commit_create_with_signature(
                    &id, access.repository.pointer, content, signature, nil),
                "git_commit_create_with_signature")
            return id.hexadecimal
        }
    }

    /// Runs what may meet a disk that refuses.
    func writing<Result: ~Copyable>(
        _ body: () throws(GitError) -> Result
    ) throws(GitWriteError) -> Result {
        do {
            return try body()
        } catch {
            throw GitWriteError(error, in: access.layout)
        }
    }

    private func openTree(ofCommit id: String) throws(GitError) -> GitHandle {
        var oid = git_oid()
        try check(git_oid_fromstr(&oid, id), "git_oid_fromstr")
        do {
            let commit = try GitHandle("git_commit_lookup", freedBy: git_commit_free) {
                git_commit_lookup(&$0, access.repository.pointer, &oid)
            }
            return try GitHandle("git_commit_tree", freedBy: git_tree_free) {
                git_commit_tree(&$0, commit.pointer)
            }
        } catch .libgit2(let failure) where failure.isNotFound {
            throw .missingObject(id: id)
        }
    }

    private func mode(
        replacedBy edit: TreeEdit, in tree: borrowing GitHandle
    ) throws(GitWriteError) -> git_filemode_t {
        var entry: OpaquePointer?
        guard git_tree_entry_bypath(&entry, tree.pointer, edit.path) == 0 else {
            throw .changed(path: edit.path)
        }
        defer { git_tree_entry_free(entry) }
        guard git_tree_entry_type(entry) == GIT_OBJECT_BLOB,
            git_tree_entry_filemode(entry) != GIT_FILEMODE_LINK,
            git_tree_entry_id(entry).pointee.hexadecimal == edit.replacedBlob
        else { throw .changed(path: edit.path) }
        // Not the raw mode: what Git wrote in its first year is tidied up, as `git` does.
        return git_tree_entry_filemode(entry)
    }

    private func writeBlob(_ bytes: [UInt8]) throws(GitError) -> git_oid {
        var id = git_oid()
        try check(
            git_blob_create_from_buffer(&id, access.repository.pointer, bytes, bytes.count),
            "git_blob_create_from_buffer")
        return id
    }
}
