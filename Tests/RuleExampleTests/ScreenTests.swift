import CheckPipeline
import Foundation
import SourceText
import TestSupport
import Testing
import YAMLSyntax

@testable import ManifestFacts

/// Texts that are not parsed because they contain no word that matters: parsing them changes no
/// report.
@Suite struct ScreenTests {
    @Test(arguments: RuleExample.all)
    func `a report is the same where every text is parsed`(_ example: RuleExample) async throws {
        let files = try example.repository
        let check = try RepositoryCheck(for: files)
        _ = try await compare(check, files)
    }

    /// Lines of all examples in a new order: texts that nobody has written.
    @Test func `a report is the same where every text of random lines is parsed`() async throws {
        var random = SeededGenerator(seed: 5)
        let texts = try RuleExample.all.flatMap { try $0.repository.values }
        let lines = texts.sorted { $0.lexicographicallyPrecedes($1) }
            .flatMap { $0.split(separator: 0x0A, omittingEmptySubsequences: false) }
        var files: [String: [UInt8]] = [:]
        for number in 0..<2000 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Whole runs of lines, so that most texts are valid.
                let start = Int.random(in: 0..<lines.count, using: &random)
                for line in lines[start...].prefix(Int.random(in: 1...8, using: &random)) {
                    text += line + [0x0A]
                }
            }
            files["apps/\(number % 40)/\(number).yaml"] = text
        }
        let check = try RepositoryCheck(for: [:])
        let parsed = try await compare(check, files)
        #expect(parsed > 100)
    }

    /// Compares the reports, and returns how many texts the screens would have passed over.
    private func compare(
        _ check: RepositoryCheck, _ files: [String: [UInt8]]
    ) async throws -> Int {
        let snapshot = Snapshot(files: files)
        let entries = snapshot.entries.map {
            SnapshotEntry(path: $0.path, mode: $0.mode, blobID: $0.path)
        }
        let named = Snapshot(origin: .index, entries: entries, makeReader: snapshot.makeReader)
        var unscreened = check
        unscreened.records = UnscreenedRecords(files)
        let (parsed, expected) = (
            try await text(unscreened, on: named), try await text(check, on: named)
        )
        let same = zip(parsed, expected).prefix { $0 == $1 }.count
        #expect(
            parsed == expected,
            "\(parsed.dropFirst(same - 400).prefix(900))\nINSTEAD OF\n\(expected.dropFirst(same - 400).prefix(900))"
        )
        return files.values.count { !ByteScreen.canHoldFacts($0) && (try? YAMLStream($0)) != nil }
    }

    private func text(_ check: RepositoryCheck, on snapshot: Snapshot) async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(
            decoding: try encoder.encode(try await check.report(on: snapshot)), as: UTF8.self)
        // What a transformer is that is not followed shows where its file is parsed.
        return text.replacing(
            #/the transformer `[^`]*` is not followed|a transformer of kind `[^`]*` may change it/#,
            with: "a transformer")
    }
}

/// Says of each text what parsing the whole of it gives.
private struct UnscreenedRecords: BlobRecords {
    private let files: [String: [UInt8]]

    init(_ files: [String: [UInt8]]) { self.files = files }

    func record(ofBlob id: String) -> CacheRecord? {
        guard let bytes = files[id], let text = try? YAMLEncoding.utf8Text(of: bytes),
            text == bytes, !bytes.starts(with: "version https://git-lfs".utf8),
            let stream = try? YAMLStream(text)
        else { return nil }
        return stream.record(kind: ParsedManifest.Kind.withoutDefinitions.rawValue)
    }

    func keep(_ record: CacheRecord, ofBlob id: String) {}

    func finish() {}
}
