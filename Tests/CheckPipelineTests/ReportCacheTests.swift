import CheckPipeline
import Configuration
import Foundation
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Reports of earlier runs: when they are used, and that they are what a new check would say.
@Suite struct ReportCacheTests {
    fileprivate let cache = MemoryCache()

    private static let files = [
        "apps/web.yaml": Manifest.pod("nginx:latest"), "apps/api.yaml": Manifest.pod("httpd"),
        "README.md": "words", "build.sh": "kustomize edit set image nginx=nginx:1.2.3\n",
        ".sluice.yaml": "version: 1\n",
    ]

    private func check(program: String = "1") -> RepositoryCheck {
        var check = RepositoryCheck(rules: allRules, workerCount: 1)
        check.cache = ReportCache(SealedCache(cache, program: program))
        return check
    }

    /// A report as bytes, which are equal for equal reports.
    private func bytes(_ report: CheckReport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(report)
    }

    /// Whether a check takes its report from the cache; it has to be that of a check without one.
    private func isKnown(
        _ files: [String: String], by check: RepositoryCheck? = nil, paths: ReportPaths = .all
    ) async throws -> Bool {
        let before = cache.hitCount
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        var check = check ?? self.check()
        let report = try await check.report(on: snapshot, paths: paths)
        let isKnown = cache.hitCount > before
        check.cache = nil
        let expected = try await check.report(on: snapshot, paths: paths)
        #expect(try bytes(report) == bytes(expected))
        return isKnown
    }

    @Test func `a second check of the same files is answered from the cache`() async throws {
        #expect(try await !isKnown(Self.files))
        #expect(try await isKnown(Self.files))
        #expect(try await isKnown(Self.files, paths: ReportPaths(["apps/api.yaml"])))
        #expect(cache.entries.count == 1)
    }

    @Test(arguments: ["apps/web.yaml", "build.sh", ".sluice.yaml"])
    func `a change of a file that is read is noticed`(_ path: String) async throws {
        _ = try await isKnown(Self.files)
        var files = Self.files
        files[path]? += "# a comment\n"
        #expect(try await !isKnown(files))
        files[path] = nil
        #expect(try await !isKnown(files))
        #expect(try await isKnown(Self.files))
    }

    @Test func `a change of another file makes no difference and a new one does`() async throws {
        _ = try await isKnown(Self.files)
        var files = Self.files
        files["README.md"] = "other words"
        #expect(try await isKnown(files))
        files["NEWS.md"] = "words"
        #expect(try await !isKnown(files))
    }

    @Test func `another program, day, rule or baseline is another check`() async throws {
        _ = try await isKnown(Self.files)
        #expect(try await !isKnown(Self.files, by: check(program: "2")))
        var fewer = RepositoryCheck(rules: Array(allRules.prefix(3)), workerCount: 1)
        fewer.cache = check().cache
        #expect(try await !isKnown(Self.files, by: fewer))
        for options in [
            AcceptanceOptions(today: CalendarDay(year: 2026, month: 1, day: 1)),
            AcceptanceOptions(today: CalendarDay(year: 2026, month: 1, day: 2)),
            unignoring, accepting,
        ] {
            var other = RepositoryCheck(rules: allRules, workerCount: 1, acceptances: options)
            other.cache = check().cache
            #expect(try await !isKnown(Self.files, by: other))
            #expect(try await isKnown(Self.files, by: other))
        }
    }

    private var unignoring: AcceptanceOptions {
        var options = AcceptanceOptions()
        options.honoursIgnores = false
        return options
    }

    private var accepting: AcceptanceOptions {
        var options = AcceptanceOptions()
        options.baseline = Baseline(
            BaselineFile([BaselineEntry(fingerprint: "0", rule: "x", path: "a", count: 1)]))
        return options
    }

    @Test func `a damaged or foreign entry is not used`() async throws {
        _ = try await isKnown(Self.files)
        let (name, entry) = try #require(cache.entries.first)
        let snapshot = Snapshot(files: Self.files.mapValues { Array($0.utf8) })
        let expected = try bytes(try await check().report(on: snapshot))
        var damaged = stride(from: 0, to: entry.count, by: 31).map { offset in
            var bytes = entry
            bytes[offset] ^= 0x20
            return bytes
        }
        damaged += [[], Array(entry.prefix(31)), Array(entry.dropLast()), entry + [0]]
        for bytes in damaged {
            cache.keep(bytes, as: name)
            #expect(try self.bytes(try await check().report(on: snapshot)) == expected)
            let isWrittenAgain = cache.entries[name] == entry
            #expect(isWrittenAgain)
        }
        // The entry of other files, under this name.
        var others = Self.files
        others["apps/api.yaml"] = nil
        _ = try await isKnown(others)
        let other = try #require(cache.entries.first { $0.key != name })
        cache.keep(other.value, as: name)
        #expect(try self.bytes(try await check().report(on: snapshot)) == expected)
    }

    @Test func `a check that could not read a file is not kept`() async throws {
        let whole = Snapshot(files: Self.files.mapValues { Array($0.utf8) })
        let entries = whole.entries.map {
            SnapshotEntry(path: $0.path, mode: $0.mode, blobID: "id of \($0.path)")
        }
        for path in ["apps/web.yaml", "build.sh"] {
            let lacking = Snapshot(origin: .index, entries: entries) {
                LackingReader(path, reader: try whole.makeReader())
            }
            _ = try await check().report(on: lacking)
            #expect(cache.entries.isEmpty)
        }
        let snapshot = Snapshot(origin: .index, entries: entries, makeReader: whole.makeReader)
        #expect(try await check().report(on: snapshot).findings.count == 1)
        #expect(cache.entries.count == 1)
    }

    @Test func `files that change during the check are not kept`() async throws {
        let snapshot = Snapshot(files: Self.files.mapValues { Array($0.utf8) })
        var files = Self.files
        files["apps/web.yaml"] = Manifest.pod("nginx:1.2.3")
        let changed = Snapshot(files: files.mapValues { Array($0.utf8) })
        _ = try await check().report(on: snapshot) { changed }
        #expect(cache.entries.isEmpty)
        _ = try await check().report(on: snapshot) { snapshot }
        #expect(cache.entries.count == 1)
    }

    @Test func `too many files without an id are not kept`() async throws {
        let names = (0...1000).map { "a/\($0).yaml" }
        let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "a: 1\n") })
        #expect(try await !isKnown(files))
        #expect(cache.entries.isEmpty)
    }

    @Test func `a change is compared with the report on its base`() async throws {
        var files = Self.files
        files["apps/api.yaml"] = Manifest.pod("httpd") + "---\n" + Manifest.pod("caddy")
        let base = Snapshot(files: Self.files.mapValues { Array($0.utf8) })
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        var plain = check()
        plain.cache = nil
        let expected = try bytes(try await plain.report(on: snapshot, since: base))
        #expect(try await plain.report(on: snapshot, since: base).findings.count == 1)
        for hits in [0, 0, 2] {
            #expect(cache.hitCount == hits)
            let report = try await check().report(on: snapshot, since: base)
            #expect(try bytes(report) == expected)
        }
        // A renamed file keeps its findings; fingerprints contain the path.
        files["apps/moved.yaml"] = files.removeValue(forKey: "apps/api.yaml")
        let moved = Snapshot(files: files.mapValues { Array($0.utf8) })
        #expect(try await check().report(on: moved, since: snapshot).findings.isEmpty)
        #expect(cache.hitCount == 5)
    }
}

extension ReportCacheTests {
    @Test func `a base with an invalid configuration has no report`() async throws {
        var files = Self.files
        files[".sluice.yaml"] = "version: [\n"
        let base = Snapshot(files: files.mapValues { Array($0.utf8) })
        let snapshot = Snapshot(files: Self.files.mapValues { Array($0.utf8) })
        #expect(try await check().report(on: snapshot, since: base).findings.isEmpty)
        #expect(cache.entries.count == 1)
        await #expect(throws: ConfigurationError.self) { try await check().report(on: base) }
    }

    @Test func `a base whose links differ is judged anew`() async throws {
        let target = SnapshotEntry(path: "text", mode: .file, blobID: "1")
        let link = SnapshotEntry(path: "web.yaml", mode: .symbolicLink, blobID: "2")
        let texts = ["text": Manifest.pod("nginx:latest"), "web.yaml": "text"]
        let whole = Snapshot(files: texts.mapValues { Array($0.utf8) })
        let linked = Snapshot(
            origin: .index, entries: [target, link], makeReader: whole.makeReader)
        let plain = Snapshot(origin: .index, entries: [target], makeReader: whole.makeReader)
        #expect(try await check().report(on: plain, since: linked).findings.isEmpty)
        #expect(try await check().report(on: linked, since: plain).findings.count == 1)
        #expect(try await check().report(on: plain).findings.isEmpty)
        #expect(try await check().report(on: linked).findings.count == 1)
    }
}

/// Lacks one file, as a partial clone does.
private final class LackingReader: SnapshotReader {
    private let path: String
    private let reader: any SnapshotReader

    init(_ path: String, reader: any SnapshotReader) {
        self.path = path
        self.reader = reader
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        if entry.path == path { throw .missingBlob(id: "0") }
        return try reader.bytes(of: entry, limit: limit)
    }
}
