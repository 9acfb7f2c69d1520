import CheckPipeline
import Foundation
import SourceText
import Synchronization
import TestSupport
import Testing

/// Cached reports on all examples.
@Suite struct CachedReportTests {
    @Test(arguments: RuleExample.all)
    func `a cached report is the report, and changes with each file that it is made of`(
        _ example: RuleExample
    ) async throws {
        let files = try example.repository
        let read = ReadPaths()
        let ids = Dictionary(uniqueKeysWithValues: files.keys.map { ($0, "id") })
        let (cache, check) = (MemoryCache(), try RepositoryCheck(for: files))
        var cached = check
        cached.cache = ReportCache(SealedCache(cache, program: "1"))

        let expected = try await bytes(check, on: snapshot(files, ids, read))
        #expect(try await bytes(cached, on: snapshot(files, ids, read)) == expected)
        if files[FoundLine.tags] != nil { return }  // not cached
        #expect(cache.hitCount == 0)
        #expect(try await bytes(cached, on: snapshot(files, ids, read)) == expected)
        #expect(cache.hitCount == 1)

        #expect(!read.paths.isEmpty)
        for path in read.paths {
            var ids = ids
            ids[path] = "another id"
            _ = try await cached.report(on: snapshot(files, ids, read))
            #expect(cache.hitCount == 1, "\(path) is read")
        }
    }

    @Test(arguments: RuleExample.all)
    func `a report on manifests that were parsed before is the report`(
        _ example: RuleExample
    ) async throws {
        let files = try example.repository
        let ids = Dictionary(uniqueKeysWithValues: files.keys.map { ($0, "id of \($0)") })
        let check = try RepositoryCheck(for: files)
        let expected = try await bytes(check, on: snapshot(files, ids, ReadPaths()))
        let records = MemoryRecords()
        var recording = check
        recording.records = records
        #expect(try await bytes(recording, on: snapshot(files, ids, ReadPaths())) == expected)
        #expect(records.hitCount == 0)
        #expect(try await bytes(recording, on: snapshot(files, ids, ReadPaths())) == expected)
        #expect(records.hitCount == records.count)
    }

    private func snapshot(
        _ files: [String: [UInt8]], _ ids: [String: String], _ read: ReadPaths
    ) -> Snapshot {
        let snapshot = Snapshot(files: files)
        return Snapshot(
            origin: .index,
            entries: snapshot.entries.map {
                SnapshotEntry(path: $0.path, mode: $0.mode, blobID: ids[$0.path])
            },
            makeReader: { RecordingReader(read, reader: try snapshot.makeReader()) })
    }

    /// A report as bytes, which are equal for equal reports.
    private func bytes(_ check: RepositoryCheck, on snapshot: Snapshot) async throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(try await check.report(on: snapshot))
    }
}

/// The paths of the files that readers were asked for.
private final class ReadPaths: Sendable {
    private let all = Mutex<Set<String>>([])

    var paths: Set<String> { all.withLock { $0 } }

    func insert(_ path: String) { all.withLock { _ = $0.insert(path) } }
}

private final class RecordingReader: SnapshotReader {
    private let read: ReadPaths
    private let reader: any SnapshotReader

    init(_ read: ReadPaths, reader: any SnapshotReader) {
        self.read = read
        self.reader = reader
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        read.insert(entry.path)
        return try reader.bytes(of: entry, limit: limit)
    }
}
