import Clibgit2

/// One branch that goes from one commit to another, if it is still where it is thought to be.
package struct BranchMove: Hashable, Sendable {
    /// Without `refs/heads/`.
    package let branch: String
    /// Nil for a branch that is not there yet.
    package let old: String?
    package let new: String
    /// The reason in the branch's log, on one line.
    package let reason: String

    package init(branch: String, from old: String?, to new: String, reason: String) {
        self.branch = branch
        self.old = old
        self.new = new
        self.reason = reason
    }

    var reference: String { "refs/heads/\(branch)" }

    /// Whether Git takes this for the name of a branch.
    package static func isBranch(_ name: String) -> Bool {
        // libgit2 has to be started first: otherwise it crashes when it rejects a name.
        GitLibrary.start()
        var isValid: Int32 = 0
        git_reference_name_is_valid(&isValid, "refs/heads/\(name)")
        return isValid != 0
    }
}

extension CommitWriter {
    /// Moves a branch of this repository, whole or not at all, and notes it in the logs.
    ///
    /// The branch moves under a work tree that has it checked out, whose files then lag behind; see
    /// `worktree(withBranch:)`. libgit2 could do it in one call, but leaves a lock when it is
    /// killed, which it cannot tell from one in use; see `ReferenceLock`.
    package func move(
        _ move: BranchMove, by person: CommitPerson, at time: CommitTime,
        patience: Duration = .seconds(10)
    ) throws(GitWriteError) {
        guard BranchMove.isBranch(move.branch) else { throw .invalidBranch(move.branch) }
        let log = try writing { () throws(GitError) in try ReferenceLog(access) }
        if move.old == nil { try refuseNeighbours(of: move) }
        let lock = try lock(move, until: ContinuousClock.now + patience)
        let tip = try tip(of: move)
        guard tip == move.old else { throw .moved(branch: move.branch, tip: tip) }
        do {
            try log.append(move, by: person, at: time)
            try lock.commit()
        } catch {
            throw .unwritable(path: lock.path, reason: error.reason)
        }
    }

    private func lock(
        _ move: BranchMove, until deadline: ContinuousClock.Instant
    ) throws(GitWriteError) -> ReferenceLock {
        let directory = access.layout.commonDirectory
        do {
            return try ReferenceLock(
                move.reference, content: Array("\(move.new)\n".utf8), in: directory, until: deadline
            )
        } catch  where error.isInUse {
            throw .locked(branch: move.branch, lock: "\(directory)/\(move.reference).lock")
        } catch {
            throw .unwritable(path: "\(directory)/\(move.reference)", reason: error.reason)
        }
    }

    /// Where the branch is; nil for none.
    private func tip(of move: BranchMove) throws(GitWriteError) -> String? {
        let reference: GitHandle
        do {
            reference = try GitHandle("git_reference_lookup", freedBy: git_reference_free) {
                git_reference_lookup(&$0, access.repository.pointer, move.reference)
            }
        } catch .libgit2(let failure) where failure.isNotFound {
            return nil
        } catch {
            throw .repository(error)
        }
        guard let id = git_reference_target(reference.pointer)?.pointee else {
            throw .symbolic(branch: move.branch)
        }
        return id.hexadecimal
    }

    /// Git keeps branches as files, so `a` and `a/b` exclude each other, packed ones too.
    ///
    /// Asked before the lock is made: its file could not even be created below another branch's.
    private func refuseNeighbours(of move: BranchMove) throws(GitWriteError) {
        var names = git_strarray()
        let code = git_reference_list(&names, access.repository.pointer)
        defer { git_strarray_dispose(&names) }
        _ = try writing { () throws(GitError) in try check(code, "git_reference_list") }
        for position in 0..<names.count {
            guard let name = names.strings[position].map({ String(cString: $0) }) else { continue }
            if name.hasPrefix("\(move.reference)/") || move.reference.hasPrefix("\(name)/") {
                throw .conflictingBranch(move.branch, with: name)
            }
        }
    }
}
