import Foundation
import Serving
import TestSupport
import Testing

/// Processes that write a state at once, and that are killed while they do.
struct StateProcessTests {
    private let fixture: StateFixture

    init() throws {
        fixture = try StateFixture()
    }

    private func start() throws -> RunningProgram {
        let probe = Bundle.allBundles.compactMap(\.executableURL).first {
            $0.path.contains("xctest")
        }
        let folder = probe?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return try RunningProgram(
            [folder.appending(path: "state-probe").path, fixture.path], at: fixture.path,
            environment: [:])
    }

    @Test func `a second process is told that the directory is in use`() async throws {
        let first = try start()
        _ = first.nextOutput()
        #expect(throws: StateError.inUse(path: fixture.file)) { try fixture.store() }
        #expect(try start().nextOutput()?.hasPrefix("another process uses") == true)
        first.kill()
        try await fixture.store().close()
    }

    @Test func `what was written is there after a kill at any moment`() async throws {
        var last = 0
        for _ in 0..<(LongTests.areWanted ? 500 : 10) {
            let victim = try start()
            var output = victim.nextOutput() ?? ""
            try await Task.sleep(for: .seconds(Double.random(in: 0...0.05)))
            victim.kill()
            while let more = victim.nextOutput() { output += more }
            // The last line may be incomplete.
            let numbers = output.split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().compactMap { Int($0) }
            #expect(numbers.first ?? 0 > last)
            last = max(last, numbers.last ?? 0)
            let store = try fixture.store()
            let newest = await store.runs(of: fixture.automation, limit: 1).first
            #expect(newest?.start.millisecondsSince1970 ?? 0 >= last)
            last = Int(newest?.start.millisecondsSince1970 ?? 0)
            let tags = await store.scan(of: ImageKey(name: "docker.io/library/nginx"))?.listing?
                .tags
            #expect(tags?.first == "\(last).0")
            await store.close()
        }
        #expect(fixture.warnings == [])
    }
}

extension StateFixture {
    var automation: ObjectKey { ObjectKey(repository: "r", name: "flux-system/apps") }
}
