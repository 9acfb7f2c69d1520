import GitAccess
import SourceText
import TestSupport

/// Details of commits for tests that write them.
enum Writing {
    static let person = CommitPerson(name: "Flux Bot", email: "flux@example.org")
    static let time = CommitTime(secondsSince1970: 1_700_000_000, offsetMinutes: -90)

    static func details(
        _ message: String = "Update images\n", name: String = "Flux Bot"
    ) -> CommitDetails {
        let author = CommitPerson(name: name, email: "flux@example.org")
        return CommitDetails(author: author, committer: person, time: time, message: message)
    }
}

extension GitFixture {
    func writer() throws -> CommitWriter { try CommitWriter(workspace()) }

    /// An edit that gives a file of a commit another text.
    func edit(_ path: String, _ text: String, of commit: String = "HEAD") throws -> TreeEdit {
        TreeEdit(
            path: path, replacedBlob: try git("rev-parse", "\(commit):\(path)"),
            bytes: Array(text.utf8))
    }

    /// Makes a commit with one changed file, which is on no branch.
    func looseCommit(_ path: String, _ text: String, on parent: String) throws -> String {
        let writer = try writer()
        let tree = try writer.tree(of: parent, with: [edit(path, text, of: parent)])
        return try writer.commit(tree: tree, parents: [parent], Writing.details())
    }

    func move(
        _ branch: String, from old: String?, to new: String, patience: Duration = .seconds(10)
    ) throws {
        try writer().move(
            BranchMove(branch: branch, from: old, to: new, reason: "update"), by: Writing.person,
            at: Writing.time, patience: patience)
    }
}
