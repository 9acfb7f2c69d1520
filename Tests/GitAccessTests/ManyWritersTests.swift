import Foundation
import GitAccess
import TestSupport
import Testing

/// Programs that write to one repository at once, and programs that are killed while they write.
struct ManyWritersTests {
    private let fixture: GitFixture

    init() throws {
        fixture = try GitFixture()
        let names = (0..<8).map { "apps/writer\($0).yaml" } + ["apps/victim.yaml"]
        try fixture.commit(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
        try fixture.git("branch", "updates")
    }

    private func start(count: Int, name: String) throws -> RunningProgram {
        let probe = Bundle.allBundles.compactMap(\.executableURL).first {
            $0.path.contains("xctest")
        }
        let folder = probe?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return try RunningProgram(
            [folder.appending(path: "git-probe").path, fixture.path, "updates", "\(count)", name],
            at: fixture.path, environment: fixture.environment)
    }

    @Test func `every commit of eight writers is made once`() throws {
        let before = try fixture.git("rev-parse", "updates")
        let writers = try (0..<8).map { try start(count: 25, name: "writer\($0)") }
        for writer in writers { while writer.nextOutput() != nil {} }
        let subjects = try fixture.git("log", "--format=%s", "\(before)..updates")
            .split(separator: "\n").map(String.init)
        let expected = (0..<8).flatMap { writer in (0..<25).map { "writer\(writer) \($0)" } }
        #expect(subjects.sorted() == expected.sorted())
        #expect(try fixture.git("rev-list", "--min-parents=2", "--count", "updates") == "0")
        for writer in 0..<8 {
            let lines = try fixture.git("show", "updates:apps/writer\(writer).yaml")
            #expect(lines == (0..<25).map(String.init).joined(separator: "\n"))
        }
        #expect(try fixture.git("reflog", "show", "updates").split(separator: "\n").count == 201)
        try fixture.git("fsck", "--strict")
    }

    @Test func `a killed writer leaves nothing that blocks the next one`() throws {
        for moment in 0..<100 {
            let victim = try start(count: .max, name: "victim")
            // After its first commit it is always making another one.
            _ = victim.nextOutput()
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.02))
            victim.kill()
            let after = try fixture.git("rev-parse", "updates")
            if moment % 10 == 9 {
                try fixture.git("fsck", "--strict")
                let next = try start(count: 1, name: "writer0")
                while next.nextOutput() != nil {}
                #expect(try fixture.git("rev-parse", "updates~1") == after)
            }
        }
        #expect(Int(try fixture.git("rev-list", "--count", "updates")) ?? 0 > 100)
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(fixture.path)/.git/refs")
        #expect(files.filter { $0.hasSuffix(".lock") } == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(fixture.path)/.git/sluice") == []
        )
    }
}
