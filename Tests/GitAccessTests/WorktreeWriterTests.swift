import Foundation
import TestSupport
import Testing

@testable import GitAccess

@Suite struct WorktreeWriterTests {
    private let fixture: GitFixture
    private let writer: WorktreeWriter

    init() throws {
        fixture = try GitFixture()
        try fixture.write("apps/a.yaml", "old")
        writer = try WorktreeWriter(
            GitWorkspace(
                environment: GitEnvironment(
                    variables: fixture.environment, directory: fixture.path)))
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    @Test func `a file gets other bytes and keeps its mode`() throws {
        let file = "\(fixture.path)/apps/a.yaml"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        try writer.replace("apps/a.yaml", Array("old".utf8), with: Array("new".utf8))
        #expect(try text("apps/a.yaml") == "new")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o755)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(fixture.path)/apps").count == 1)
    }

    @Test(arguments: ["other", "ol", "older"])
    func `a file that changed meanwhile is not written`(_ expected: String) throws {
        #expect(throws: WorktreeWriteError.changed(path: "apps/a.yaml")) {
            try writer.replace("apps/a.yaml", Array(expected.utf8), with: Array("new".utf8))
        }
        #expect(try text("apps/a.yaml") == "old")
    }

    @Test func `a link is not followed`() throws {
        let files = FileManager.default
        try fixture.home.write("outside/a.yaml", "old")
        try files.createSymbolicLink(
            atPath: "\(fixture.path)/link.yaml",
            withDestinationPath: "\(fixture.home.path)/outside/a.yaml")
        try files.createSymbolicLink(
            atPath: "\(fixture.path)/folder", withDestinationPath: "\(fixture.home.path)/outside")
        for path in ["link.yaml", "folder/a.yaml", "gone.yaml"] {
            #expect(throws: WorktreeWriteError.self) {
                try writer.replace(path, Array("old".utf8), with: Array("new".utf8))
            }
        }
        let outside = try String(
            contentsOfFile: "\(fixture.home.path)/outside/a.yaml", encoding: .utf8)
        #expect(outside == "old")
    }

    @Test func `one failure does not prevent other writes`() throws {
        for name in ["b", "c"] { try fixture.write("apps/\(name).yaml", "old") }
        let files = ["apps/a.yaml", "apps/b.yaml", "gone/x.yaml", "apps/c.yaml"].map { path in
            WorktreeWriter.Replacement(
                path: path, before: Array((path.contains("b") ? "other" : "old").utf8),
                after: Array("new".utf8))
        }
        #expect(writer.replace(files).map(\.path) == ["apps/b.yaml", "gone/x.yaml"])
        #expect(try ["a", "b", "c"].map { try text("apps/\($0).yaml") } == ["new", "old", "new"])
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.path)/apps")
        #expect(left.sorted() == ["a.yaml", "b.yaml", "c.yaml"])
    }

    /// The files are more than one core writes at a time.
    @Test func `failures on any core come in the order of the files`() async throws {
        let paths = (0..<600).map { "apps/\(String($0 + 1000)).yaml" }
        for path in paths { try fixture.write(path, "old") }
        let files = paths.enumerated().map { number, path in
            WorktreeWriter.Replacement(
                path: path, before: Array((number % 200 == 7 ? "other" : "old").utf8),
                after: Array("new".utf8))
        }
        let failures = await writer.replaceInParallel(files)
        #expect(failures == [7, 207, 407].map { .changed(path: paths[$0]) })
        for (number, path) in paths.enumerated() {
            #expect(try text(path) == (number % 200 == 7 ? "old" : "new"))
        }
    }

    @Test(arguments: ["b", "old and more", "o", "", "ord", "xld", "olx", "old"])
    func `any text replaces any other`(_ other: String) throws {
        let file = "\(fixture.path)/apps/a.yaml"
        let name = "\(fixture.path)/apps/b.yaml"
        try FileManager.default.linkItem(atPath: file, toPath: name)
        for (before, after) in [("old", other), (other, "old")] {
            try writer.replace("apps/a.yaml", Array(before.utf8), with: Array(after.utf8))
            #expect(try text("apps/a.yaml") == after)
            #expect(try text("apps/b.yaml") == after)
        }
    }

    @Test func `only one of several writers succeeds`() async throws {
        let text = String(repeating: "old\n", count: 5000)
        try fixture.write("apps/a.yaml", text)
        let environment = GitEnvironment(
            variables: fixture.environment, directory: fixture.path)
        let outcomes = await withTaskGroup { group in
            for length in [1, 20_000, 30_000, 40_000] {
                group.addTask {
                    let writer = try? WorktreeWriter(GitWorkspace(environment: environment))
                    let file = WorktreeWriter.Replacement(
                        path: "apps/a.yaml", before: Array(text.utf8),
                        after: Array(repeating: UInt8(ascii: "x"), count: length))
                    return (length, writer?.replace([file]))
                }
            }
            var outcomes: [(length: Int, errors: [WorktreeWriteError]?)] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        let done = outcomes.filter { $0.errors == [] }
        #expect(done.count == 1)
        #expect(try self.text("apps/a.yaml").allSatisfy { $0 == "x" })
        #expect(try self.text("apps/a.yaml").count == done.first?.length)
    }
}
