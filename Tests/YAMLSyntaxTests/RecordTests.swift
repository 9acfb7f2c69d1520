import SourceText
import TestSupport
import Testing
import YAMLSyntax

/// Parsed texts as records of a cache.
@Suite struct RecordTests {
    private static let texts = [
        "", "# a\n", "a: 1\n", "a: &x [1, \"b\\n\", 'c']\nb: *x\n<<: {c: !!str 1}\n",
        "- |\n  a\n- >-\n  b\n  c\n",
        "a: 1\n---\nb: 2 # c\n---\n- é\n", "\u{FEFF}a: 1\n---\n\u{FEFF}b: 2\n",
        "{a: {b: [c, {d: e}]}}",
        "? a\n: b\n? - c\n: d\n", "a: !t &y\n  b: c\n", "!x a: !y b\n",
    ]

    @Test(arguments: texts)
    func `a text is the same when it is read back`(_ text: String) throws {
        let stream = try YAMLStream(Array(text.utf8))
        let record = stream.record(kind: 7)
        let again = try #require(YAMLStream(record))
        #expect(again.record(kind: 7) == record)
        #expect(again.source == stream.source)
        #expect(
            again.documents.map(\.root).map(outline) == stream.documents.map(\.root).map(outline))
        #expect(again.comments == stream.comments)
    }

    @Test func `left out parts are the same when they are read back`() throws {
        let text = Array("a: 1\n---\nb: [\n---\nc: 3 # d\n".utf8)
        let stream = try YAMLStream(text, omitting: [SourceSpan(5, 14)])
        let again = try #require(YAMLStream(stream.record(kind: 0)))
        #expect(
            again.documents.map(\.root).map(outline) == stream.documents.map(\.root).map(outline))
        #expect(again.comments == stream.comments)
    }

    @Test func `a damaged record is refused, or is some text that can be walked`() throws {
        var random = SeededGenerator(seed: 11)
        var (refused, read) = (0, 0)
        for text in Self.texts {
            let record = try YAMLStream(Array(text.utf8)).record(kind: 0)
            for _ in 0..<2000 {
                let damaged = damaged(record, &random)
                guard let stream = YAMLStream(damaged) else {
                    refused += 1
                    continue
                }
                read += 1
                for document in stream.documents { _ = outline(document.root) }
                _ = stream.blocks(of: stream.comments)
            }
        }
        #expect(refused > 1000)
        #expect(read > 1000)
    }

    private func damaged(
        _ record: CacheRecord, _ random: inout SeededGenerator
    ) -> CacheRecord {
        var (numbers, bytes) = (record.numbers, record.bytes)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !bytes.isEmpty: bytes.removeLast()
        case 1: numbers.removeLast(Int.random(in: 1...numbers.count, using: &random))
        default:
            let place = Int.random(in: 0..<numbers.count, using: &random)
            numbers[place] =
                [
                    numbers[place] &+ 1, numbers[place] &- 1, 0, -1, Int32.max, Int32.min,
                    Int32.random(in: -100...100, using: &random),
                ].randomElement(using: &random) ?? 0
        }
        return CacheRecord(kind: record.kind, numbers: numbers, bytes: bytes)
    }

    /// Everything that can be asked of a node and of those below it, down to a depth.
    private func outline(_ node: YAMLNode) -> String { outline(node, depth: 8) }

    private func outline(_ node: YAMLNode, depth: Int) -> String {
        let head =
            "\(node.kind) \(node.span) \(node.text ?? "") \(node.tag ?? "") \(node.isKey) "
            + "\(node.collectionStyle) \(node.scalarStyle.map { "\($0)" } ?? "")"
        guard depth > 0 else { return head }
        return head + "("
            + node.children.map { outline($0, depth: depth - 1) }.joined(separator: ",")
            + ")"
    }
}
