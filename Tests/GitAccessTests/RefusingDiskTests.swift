import Foundation
import GitAccess
import TestSupport
import Testing

/// Repositories on disks that are full or cannot be written to, which only root can make.
@Suite(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
struct RefusingDiskTests {
    private let fixture: GitFixture
    private let disk: SmallDisk
    private let base: String

    init() throws {
        let home = try TemporaryDirectory()
        disk = try SmallDisk(at: "\(home.path)/repository")
        fixture = GitFixture(at: "repository", in: home)
        try fixture.git("init", "--quiet", "--initial-branch=main")
        base = try fixture.commit(["a.yaml": "a\n", "b.yaml": "b\n"])
    }

    private func expectRefusal(_ reason: String, of act: () throws -> Void) throws {
        let error = #expect(throws: GitWriteError.self, performing: act)
        guard case .unwritable(_, let told) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(told.lowercased().contains(reason))
    }

    @Test func `a full disk is reported and the branch stays`() throws {
        let next = try fixture.looseCommit("a.yaml", "new\n", on: base)
        try disk.fill()
        try expectRefusal("no space left") {
            let noise = (0..<50_000).map { "\($0 &* 2_654_435_761)" }.joined()
            _ = try fixture.looseCommit("b.yaml", noise, on: base)
        }
        try expectRefusal("no space left") { try fixture.move("main", from: base, to: next) }
        #expect(try fixture.git("rev-parse", "main") == base)
        try disk.free()
        try fixture.move("main", from: base, to: next)
        try fixture.git("fsck", "--strict")
    }

    @Test func `a read-only disk is reported`() throws {
        let next = try fixture.looseCommit("a.yaml", "new\n", on: base)
        try disk.remount("ro")
        try expectRefusal("read-only") { _ = try fixture.looseCommit("b.yaml", "new\n", on: base) }
        try expectRefusal("read-only") { try fixture.move("main", from: base, to: next) }
        #expect(try fixture.git("rev-parse", "main") == base)
        try disk.remount("rw")
    }

    @Test func `a full disk of the remote is reported`() throws {
        let local = GitFixture(at: "local", in: fixture.home)
        try fixture.git(["clone", "--quiet", fixture.path, local.path])
        let noise = (0..<50_000).map { "\($0 &* 2_654_435_761)" }.joined()
        let next = try local.looseCommit("a.yaml", noise, on: base)
        try disk.fill()
        let workspace = try local.workspace()
        let remote = try RemoteProgram(#require(workspace.remotes().first), of: workspace)
        let request = PushRequest(
            commit: next, reference: "refs/heads/new", expectation: .absent)
        guard case .failed(let failure) = try remote.push(#require(request)) else {
            Issue.record("the push was not refused")
            return
        }
        #expect(failure.cause == .diskFull, "\(failure)")
    }
}
