import CLibrary
import Clibgit2

/// The log that `git reflog` shows: where branches were, and why they moved.
///
/// libgit2 would write the whole log anew under a lock of its own; one line at the end is one
/// write, as with `git`.
struct ReferenceLog {
    private let layout: RepositoryLayout
    /// Whether a branch without a log gets one.
    private let createsLogs: Bool
    /// The full name of the branch that HEAD points to; nil where it is detached.
    private let headBranch: String?

    init(_ access: LibraryAccess) throws(GitError) {
        layout = access.layout
        let setting = try access.setting("core.logAllRefUpdates")
        createsLogs = setting.map { !$0.isOff } ?? !layout.isBare
        var head: OpaquePointer?
        try check(
            git_reference_lookup(&head, access.repository.pointer, "HEAD"), "git_reference_lookup")
        defer { git_reference_free(head) }
        headBranch = git_reference_symbolic_target(head).map { String(cString: $0) }
    }

    /// Notes the move for the branch, and for HEAD where that represents it.
    func append(
        _ move: BranchMove, by person: CommitPerson, at time: CommitTime
    ) throws(SystemFailure) {
        let nothing = String(repeating: "0", count: move.new.utf8.count)
        let reason = move.reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        let line =
            "\(move.old ?? nothing) \(move.new) \(person.recorded) \(time.recorded)\t\(reason)\n"
        try append(line, to: "\(layout.commonDirectory)/logs/\(move.reference)")
        if headBranch == move.reference {
            try append(line, to: "\(layout.gitDirectory)/logs/HEAD")
        }
    }

    private func append(_ line: String, to path: String) throws(SystemFailure) {
        if createsLogs { try createDirectory(parent(of: path)) }
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (createsLogs ? O_CREAT : 0)
        let number = open(path, flags, 0o666)
        if number < 0, errno == ENOENT, !createsLogs { return }
        try writeAll(Array(line.utf8), to: FileDescriptor(owning: number))
    }
}
