import Foundation
import GitAccess
import TestSupport
import Testing

struct BranchMoveTests {
    private let fixture: GitFixture
    private let base: String
    private let next: String

    init() throws {
        fixture = try GitFixture()
        base = try fixture.commit(["a.yaml": "a\n"])
        next = try fixture.looseCommit("a.yaml", "b\n", on: base)
    }

    private func exists(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(fixture.path)/.git/\(file)")
    }

    private func expectNoTrace() throws {
        #expect(!exists("refs/heads/main.lock"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(fixture.path)/.git/sluice") == []
        )
        try fixture.git("fsck", "--strict")
    }

    @Test func `a moved branch has an entry in its log`() throws {
        try fixture.move("main", from: base, to: next)
        #expect(try fixture.git("rev-parse", "main") == next)
        for log in ["main", "HEAD"] {
            let lines = try String(
                contentsOfFile:
                    "\(fixture.path)/.git/logs/\(log == "HEAD" ? log : "refs/heads/main")",
                encoding: .utf8
            ).split(separator: "\n")
            #expect(
                lines.last
                    == "\(base) \(next) Flux Bot <flux@example.org> 1700000000 -0130\tupdate")
            #expect(try fixture.git("rev-parse", "\(log)@{1}") == base)
        }
        try expectNoTrace()
    }

    @Test func `a packed branch is moved`() throws {
        try fixture.git("pack-refs", "--all")
        try fixture.move("main", from: base, to: next)
        #expect(try fixture.git("rev-parse", "main") == next)
    }

    @Test(arguments: ["new", "flux/deep/new", "50%/ä"])
    func `a missing branch is created`(_ branch: String) throws {
        try fixture.move(branch, from: nil, to: next)
        #expect(try fixture.git("rev-parse", "refs/heads/\(branch)") == next)
        #expect(
            try fixture.git("reflog", "show", "--format=%gs", "refs/heads/\(branch)") == "update")
    }

    @Test func `a branch at another commit is not moved`() throws {
        let other = try fixture.commit(["a.yaml": "other\n"])
        #expect(throws: GitWriteError.moved(branch: "main", tip: other)) {
            try fixture.move("main", from: base, to: next)
        }
        #expect(throws: GitWriteError.moved(branch: "main", tip: other)) {
            try fixture.move("main", from: nil, to: next)
        }
        #expect(throws: GitWriteError.moved(branch: "gone", tip: nil)) {
            try fixture.move("gone", from: base, to: next)
        }
        #expect(try fixture.git("rev-parse", "main") == other)
        #expect(!exists("refs/heads/gone"))
        try expectNoTrace()
    }

    @Test(arguments: [false, true])
    func `a branch cannot be the directory of another branch`(_ isPacked: Bool) throws {
        try fixture.git("branch", "flux/updates")
        if isPacked { try fixture.git("pack-refs", "--all") }
        for branch in ["flux", "flux/updates/x"] {
            let error = GitWriteError.conflictingBranch(branch, with: "refs/heads/flux/updates")
            #expect(throws: error) { try fixture.move(branch, from: nil, to: next) }
        }
        #expect(
            try fixture.git("for-each-ref", "--format=%(refname)").split(separator: "\n").count == 2
        )
    }

    @Test func `an empty directory of former branches does not prevent a branch`() throws {
        try FileManager.default.createDirectory(
            atPath: "\(fixture.path)/.git/refs/heads/flux", withIntermediateDirectories: true)
        try fixture.move("flux", from: nil, to: next)
        #expect(try fixture.git("rev-parse", "flux") == next)
    }

    @Test func `a symbolic name of a branch is refused`() throws {
        try fixture.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
        #expect(throws: GitWriteError.symbolic(branch: "alias")) {
            try fixture.move("alias", from: base, to: next)
        }
    }

    @Test(arguments: ["", "a..b", "../../config", "a b", "x.lock", "a/"])
    func `an invalid name is refused`(_ branch: String) throws {
        #expect(throws: GitWriteError.invalidBranch(branch)) {
            try fixture.move(branch, from: nil, to: next)
        }
    }

    // MARK: Locks

    @Test func `the lock of another program is waited for and never removed`() throws {
        let lock = "\(fixture.path)/.git/refs/heads/main.lock"
        try fixture.home.write("repository/.git/refs/heads/main.lock", "")
        #expect(throws: GitWriteError.locked(branch: "main", lock: lock)) {
            try fixture.move("main", from: base, to: next, patience: .milliseconds(50))
        }
        #expect(exists("refs/heads/main.lock"))
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) {
            try? FileManager.default.removeItem(atPath: lock)
        }
        try fixture.move("main", from: base, to: next)
        try expectNoTrace()
    }

    @Test func `Git waits for our lock`() throws {
        try FileManager.default.createDirectory(
            atPath: "\(fixture.path)/.git/sluice", withIntermediateDirectories: true)
        try leaveLock(content: next)
        #expect(throws: GitFixture.Failure.self) {
            try fixture.git("update-ref", "refs/heads/main", next)
        }
    }

    /// The states that a run leaves when it is killed, one after the other.
    @Test(arguments: ["draft", "empty draft", "draft and lock", "draft and branch"])
    func `leftovers of a killed run are cleared`(_ state: String) throws {
        let git = "\(fixture.path)/.git"
        let other = try fixture.looseCommit("a.yaml", "other\n", on: base)
        switch state {
        case "draft": try fixture.home.write("repository/.git/sluice/refs%2Fheads%2Fmain", other)
        case "empty draft": try fixture.home.write("repository/.git/sluice/refs%2Fheads%2Fmain", "")
        case "draft and lock": try leaveLock(content: other)
        default:
            try FileManager.default.createDirectory(
                atPath: "\(git)/sluice", withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                atPath: "\(git)/refs/heads/main", toPath: "\(git)/sluice/refs%2Fheads%2Fmain")
        }
        try fixture.git("fsck")
        #expect(try fixture.git("rev-parse", "main") == base)
        try fixture.move("main", from: base, to: next)
        #expect(try fixture.git("rev-parse", "main") == next)
        try expectNoTrace()
    }

    private func leaveLock(content: String) throws {
        let git = "\(fixture.path)/.git"
        try fixture.home.write("repository/.git/sluice/refs%2Fheads%2Fmain", "\(content)\n")
        try FileManager.default.linkItem(
            atPath: "\(git)/sluice/refs%2Fheads%2Fmain", toPath: "\(git)/refs/heads/main.lock")
    }
}
