import Foundation
import GRDB
import InMemoryLogging
import Logging
import Serving
import TestSupport
import Testing

/// The file of the state: who reads it, and what becomes of it when it is damaged.
struct StateFileTests {
    private let fixture: StateFixture

    init() throws {
        fixture = try StateFixture()
    }

    private func fill(_ store: StateStore) async {
        for number in 0..<200 {
            let tags = (0..<100).map { "main-\(number)-\($0)" }
            await store.record(
                TagListing(time: .start, tags: tags), of: ImageKey(name: "ghcr.io/acme/\(number)"))
            await store.record(.pushed(number))
        }
    }

    @Test func `only this user can read what is made`() async throws {
        let path = "\(fixture.path)/new/data"
        let store = try StateStore(
            directory: path, at: .start, logger: .init(label: "test"))
        await fill(store)
        await store.write()
        func mode(_ file: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path + file)[.posixPermissions]
                as? Int
        }
        #expect(try mode("") == 0o700)
        #expect(try mode("/state.sqlite") == 0o600)
        #expect(try mode("/state.sqlite-wal") == 0o600)
        await store.close()
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 500 : 25))
    func `a file that is damaged somewhere does not keep the service from starting`(
        seed: Int
    ) async throws {
        let store = try fixture.store()
        await fill(store)
        await store.close()
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = try Array(Data(contentsOf: URL(filePath: fixture.file)))
        for _ in 0..<[1, 20, 1000][seed % 3] {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        if seed % 4 == 0 { bytes.removeLast(bytes.count / 3) }
        try Data(bytes).write(to: URL(filePath: fixture.file))
        // Whatever the bytes hold then, it is a state that can be written.
        let next = try fixture.store()
        await next.record(.pushed(1_000_000))
        await next.write()
        await next.close()
        let last = try fixture.store()
        #expect(await last.lastPush(of: .apps)?.commit?.id == "c1000000")
        await last.close()
    }

    @Test(arguments: ["", "text", "database"])
    func `a file of something else is set aside`(kind: String) async throws {
        if kind == "database" {
            let queue = try DatabaseQueue(path: fixture.file)
            try await queue.write { try $0.execute(sql: "CREATE TABLE notes (text)") }
            try queue.close()
        } else {
            let text = kind.isEmpty ? "" : String(repeating: "somebody's notes\n", count: 500)
            try fixture.directory.write("state.sqlite", text)
        }
        let before = try Data(contentsOf: URL(filePath: fixture.file))
        let store = try fixture.store()
        await store.record(.pushed(1))
        await store.close()
        let next = try fixture.store()
        #expect(await next.lastPush(of: .apps)?.commit?.id == "c1")
        await next.close()
        // A file without bytes is a database without tables.
        guard !before.isEmpty else { return #expect(fixture.warnings == []) }
        #expect(try Data(contentsOf: URL(filePath: "\(fixture.file).damaged")) == before)
        #expect(
            fixture.warnings == [
                "`\(fixture.file)` is damaged or not of sluice; it is now "
                    + "`\(fixture.file).damaged`, and all that it held is found again"
            ])
    }

    @Test func `a file of a newer version is left alone`() async throws {
        try await fixture.store().close()
        let queue = try DatabaseQueue(path: fixture.file)
        try await queue.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')")
        }
        try queue.close()
        #expect(throws: StateError.newer(path: fixture.file)) { try fixture.store() }
    }

    @Test func `a place that holds no file is done without`() async throws {
        try fixture.directory.write("data", "a file")
        let path = "\(fixture.path)/data"
        let log = fixture.log
        let store = try StateStore(
            directory: path, at: .start, logger: .init(label: "test") { _ in log })
        await store.record(.pushed(1))
        #expect(await store.lastPush(of: .apps)?.commit?.id == "c1")
        await store.close()
        #expect(fixture.warnings.count == 1)
        #expect(fixture.warnings.first?.contains("is kept in memory alone") == true)
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `a full disk is told of once, and written again when there is room`() async throws {
        let path = "\(fixture.path)/disk"
        let disk = try SmallDisk(at: path, filler: "filler")
        let log = fixture.log
        let store = try StateStore(
            directory: path, at: .start, logger: .init(label: "test") { _ in log })
        await store.record(.pushed(1))
        await store.write()
        try disk.fill()
        for number in 2..<5 {
            await fill(store)
            await store.record(.pushed(number))
            await store.write()
        }
        #expect(await store.lastPush(of: .apps)?.commit?.id == "c4")
        #expect(
            fixture.warnings == [
                "the state cannot be written: the disk is full; it is kept in memory until that "
                    + "is possible again"
            ])
        try disk.free()
        await store.close()
        #expect(log.entries.last?.message == "the state is written again")
        let next = try StateStore(directory: path, at: .start, logger: .init(label: "test"))
        #expect(await next.lastPush(of: .apps)?.commit?.id == "c4")
        #expect(await next.scanSummaries().count == 200)
        await next.close()
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `a disk that is read-only is done without`() async throws {
        let path = "\(fixture.path)/disk"
        let disk = try SmallDisk(at: path, filler: "filler")
        try disk.remount("ro")
        let log = fixture.log
        let store = try StateStore(
            directory: path, at: .start, logger: .init(label: "test") { _ in log })
        await store.record(.pushed(1))
        #expect(await store.lastPush(of: .apps)?.commit?.id == "c1")
        await store.close()
        #expect(fixture.warnings.count == 1)
    }
}
