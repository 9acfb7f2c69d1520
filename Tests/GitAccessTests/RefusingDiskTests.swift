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

    @Test func fullDiskIsSaidAndTheBranchStays() throws {
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

    @Test func diskThatIsReadOnlyIsSaid() throws {
        let next = try fixture.looseCommit("a.yaml", "new\n", on: base)
        try disk.remount("ro")
        try expectRefusal("read-only") { _ = try fixture.looseCommit("b.yaml", "new\n", on: base) }
        try expectRefusal("read-only") { try fixture.move("main", from: base, to: next) }
        #expect(try fixture.git("rev-parse", "main") == base)
        try disk.remount("rw")
    }

    @Test func fullRemoteIsSaid() throws {
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

/// A disk of a megabyte in memory, which is gone when nobody uses it any more.
private final class SmallDisk {
    private let path: String

    static let isAllowed: Bool = {
        guard let folder = try? TemporaryDirectory() else { return false }
        return (try? SmallDisk(at: "\(folder.path)/disk")) != nil
    }()

    init(at path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
    }

    deinit { try? Self.run("umount", "--lazy", path) }

    func fill() throws {
        try Data().write(to: URL(filePath: "\(path)/.git/filler"))
        let file = try FileHandle(forWritingTo: URL(filePath: "\(path)/.git/filler"))
        for size in [65_536, 4_096] {
            while (try? file.write(contentsOf: Data(count: size))) != nil {}
        }
    }

    func free() throws { try FileManager.default.removeItem(atPath: "\(path)/.git/filler") }

    func remount(_ mode: String) throws {
        try Self.run("mount", "-o", "remount,\(mode)", path)
    }

    private static func run(_ command: String...) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin"
        let run = try ProgramRun(
            command[0], Array(command.dropFirst()), at: "/",
            environment: ["PATH": "\(path):/usr/sbin:/sbin"])
        guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
