import Foundation
import Testing

@testable import SourceText

@Suite struct LineHashesTests {
    /// An input with the hashes that GitHub's upload action computed for it.
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let lineHashes: [String]

        var testDescription: String { name }
    }

    private struct Table: Decodable {
        let vectors: [Vector]
    }

    /// Empty if the file is missing; a separate test reports that.
    static let vectors: [Vector] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "Conformance/primary-location-line-hash-vectors.json")
        let table = try? JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
        return table?.vectors ?? []
    }()

    @Test func `all vectors are read`() {
        #expect(Self.vectors.count == 15)
    }

    @Test(arguments: vectors) func `hashes equal those of GitHub`(_ vector: Vector) {
        let bytes = Array(vector.text.utf8)
        let lines = Array(1...vector.lineHashes.count)
        let hashes = LineHashes.hashes(ofLines: Set(lines), in: bytes)
        #expect(lines.map { hashes[$0] } == vector.lineHashes)
        #expect(LineIndex(bytes).lineCount == vector.lineHashes.count)
    }

    @Test(arguments: vectors) func `a single line has the same hash`(_ vector: Vector) {
        for (index, hash) in vector.lineHashes.enumerated() {
            let hashes = LineHashes.hashes(ofLines: [index + 1], in: Array(vector.text.utf8))
            #expect(hashes == [index + 1: hash])
        }
    }

    @Test func `lines beyond the text have no hash`() {
        #expect(LineHashes.hashes(ofLines: [], in: Array("a".utf8)).isEmpty)
        #expect(LineHashes.hashes(ofLines: [2], in: Array("a".utf8)).isEmpty)
    }
}

@Suite struct SourceExcerptTests {
    @Test func `a line is split into three parts`() {
        let index = LineIndex(Array("a: 1\r\n  image: é:1 # x\r\n".utf8))
        let excerpt = index.excerpt(of: SourceSpan(15, 19))
        #expect(excerpt == SourceExcerpt(before: "  image: ", marked: "é:1", after: " # x"))
    }

    @Test func `a span over several lines is marked on the first`() {
        let index = LineIndex(Array("a: |\n  b\n".utf8))
        #expect(
            index.excerpt(of: SourceSpan(3, 9))
                == SourceExcerpt(before: "a: ", marked: "|", after: ""))
        #expect(
            index.excerpt(of: SourceSpan(4, 9))
                == SourceExcerpt(before: "a: |", marked: "", after: ""))
    }

    @Test func `a long line is cut between scalars`() {
        let index = LineIndex(Array(String(repeating: "é", count: 50).utf8))
        let excerpt = index.excerpt(of: SourceSpan(40, 60), limit: 5)
        #expect(
            excerpt
                == SourceExcerpt(
                    before: "ééé", marked: "éé", after: "", isCutBefore: true, isCutAfter: true))
    }

    @Test(arguments: [0, 1, 2, 5, 6, 9, 10]) func `invalid UTF-8 does not trap`(_ offset: Int) {
        let index = LineIndex([0x80, 0x80, 0xF0, 0x0A, 0x80, 0xBF, 0x80, 0x80, 0x80, 0x80])
        let excerpt = index.excerpt(of: SourceSpan(offset, 10), limit: 1)
        #expect(excerpt.marked.utf8.count <= 9)
    }
}
