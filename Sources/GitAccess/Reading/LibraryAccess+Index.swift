import Clibgit2
import SourceText

extension LibraryAccess {
    func indexFiles() throws(GitError) -> ListedFiles {
        let index: GitHandle
        do {
            index = try openIndex()
        } catch {
            return try programAccess(because: error).indexFiles()
        }
        try refuseConflicts(in: index)
        var list = EntryList()
        let count = git_index_entrycount(index.pointer)
        list.reserve(count)
        for position in 0..<count {
            guard let entry = git_index_get_byindex(index.pointer, position)?.pointee,
                !entry.isIntentToAdd, let mode = SnapshotEntry.Mode(gitMode: entry.mode)
            else { continue }
            try list.add(
                path: UnsafeBufferPointer(cString: entry.path), mode: mode, id: entry.id.hexadecimal
            )
        }
        return try list.finished()
    }

    /// Reads the index file; an absent one is an empty index.
    func openIndex() throws(GitError) -> GitHandle {
        try GitHandle("git_index_open", freedBy: git_index_free) {
            git_index_open(&$0, layout.indexFile)
        }
    }

    /// Lets `git` answer where libgit2 cannot read the index: it may be split or sparse.
    func programAccess(because failure: GitError) throws(GitError) -> ProgramAccess {
        guard let program else { throw .programMissing(reason: failure.description) }
        return ProgramAccess(layout: layout, program: program)
    }

    private func refuseConflicts(in index: borrowing GitHandle) throws(GitError) {
        guard git_index_has_conflicts(index.pointer) != 0 else { return }
        var paths: [String] = []
        for position in 0..<git_index_entrycount(index.pointer) {
            guard let entry = git_index_get_byindex(index.pointer, position)?.pointee,
                entry.stage != 0
            else { continue }
            let path = String(cString: entry.path)
            if paths.last != path { paths.append(path) }
        }
        throw .conflicts(paths: paths)
    }
}

extension git_index_entry {
    /// 0 for a file, 1 to 3 for the sides of a conflict.
    var stage: Int32 { (Int32(flags) & GIT_INDEX_ENTRY_STAGEMASK) >> GIT_INDEX_ENTRY_STAGESHIFT }

    /// `git add -N` records a path without content; the blob it names is empty.
    var isIntentToAdd: Bool { has(GIT_INDEX_ENTRY_INTENT_TO_ADD) }

    /// A sparse checkout leaves this file out of the work tree.
    var isSkipped: Bool { has(GIT_INDEX_ENTRY_SKIP_WORKTREE) }

    private func has(_ flag: git_index_entry_extended_flag_t) -> Bool {
        UInt32(flags_extended) & flag.rawValue != 0
    }
}
