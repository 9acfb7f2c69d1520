import Foundation
import GitAccess
import SourceText

/// Commits to a branch a number of times, or until it is killed, which tests do.
///
/// Usage: `git-probe REPOSITORY BRANCH COUNT NAME`; each commit adds a line to `apps/NAME.yaml`,
/// and prints one.
@main struct GitProbe {
    private let workspace: GitWorkspace
    private let writer: CommitWriter
    private let branch: String
    private let person: CommitPerson
    private let time = CommitTime(secondsSince1970: 1_700_000_000)

    static func main() throws {
        let arguments = CommandLine.arguments
        let probe = try GitProbe(repository: arguments[1], branch: arguments[2], name: arguments[4])
        for number in 0..<(Int(arguments[3]) ?? 0) {
            try probe.commit(number)
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }

    private init(repository: String, branch: String, name: String) throws {
        workspace = try GitWorkspace(
            environment: GitEnvironment(
                variables: ProcessInfo.processInfo.environment, directory: repository))
        writer = try CommitWriter(workspace)
        person = CommitPerson(name: name, email: "probe@example.org")
        self.branch = branch
    }

    /// Makes the commit again on the new tip whenever another writer was quicker.
    private func commit(_ number: Int) throws {
        while let tip = try workspace.commit("refs/heads/\(branch)") {
            let details = CommitDetails(
                author: person, committer: person, time: time, message: "\(person.name) \(number)")
            let commit = try writer.commit(
                tree: writer.tree(of: tip, with: [edit(number, of: tip)]), parents: [tip], details)
            do {
                let move = BranchMove(branch: branch, from: tip, to: commit, reason: "probe")
                return try writer.move(move, by: person, at: time, patience: .seconds(60))
            } catch GitWriteError.moved {
                continue
            }
        }
    }

    private func edit(_ number: Int, of tip: String) throws -> TreeEdit {
        let path = "apps/\(person.name).yaml"
        let snapshot = try workspace.snapshot(of: .revision(tip))
        guard let entry = snapshot.entries.first(where: { $0.path == path }),
            let blob = entry.blobID
        else { throw GitWriteError.changed(path: path) }
        let bytes = try snapshot.makeReader().bytes(of: entry, limit: 1 << 20)
        return TreeEdit(path: path, replacedBlob: blob, bytes: bytes + Array("\(number)\n".utf8))
    }
}
