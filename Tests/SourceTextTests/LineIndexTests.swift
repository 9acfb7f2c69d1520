import Testing

@testable import SourceText

@Suite struct LineIndexTests {
    @Test func `every kind of line break ends a line`() {
        let index = LineIndex(Array("a\nb\r\nc\rd".utf8))
        #expect(index.lineCount == 4)
        #expect((1...4).map { index.text(ofLine: $0) } == ["a", "b", "c", "d"])
    }

    @Test func `columns count scalars and code units`() {
        let index = LineIndex(Array("é🚀x".utf8))
        let position = index.position(at: 6)
        #expect(position == SourcePosition(line: 1, column: 3, utf16Column: 4, utf8Column: 7))
    }

    @Test func `a byte-order mark takes no column`() {
        let index = LineIndex(Array("\u{FEFF}image: a".utf8))
        #expect(index.position(at: 3).column == 1)
        #expect(index.text(ofLine: 1) == "image: a")
    }

    @Test(arguments: [1_023, 1_024, 1_025, 2_048, 5_000]) func `columns are right on long lines`(
        _ length: Int
    ) {
        let line = "\n" + String(repeating: "é", count: length) + "🚀x"
        let index = LineIndex(Array(line.utf8))
        let position = index.position(at: line.utf8.count - 1)
        #expect(
            position
                == SourcePosition(
                    line: 2, column: length + 2, utf16Column: length + 3,
                    utf8Column: 2 * length + 5))
    }

    @Test func `the end of the text has a position`() {
        let index = LineIndex(Array("a\n".utf8))
        #expect(
            index.position(at: 2)
                == SourcePosition(line: 2, column: 1, utf16Column: 1, utf8Column: 1))
    }
}

@Suite struct TextEditTests {
    @Test func `edits replace only their spans`() throws {
        let edited = try Array("one two three".utf8).applying([
            TextEdit(span: SourceSpan(8, 13), replacement: "3"),
            TextEdit(span: SourceSpan(0, 3), replacement: "1"),
        ])
        #expect(String(decoding: edited, as: UTF8.self) == "1 two 3")
    }

    @Test func `overlapping edits are rejected`() {
        let first = SourceSpan(0, 4)
        let second = SourceSpan(3, 5)
        #expect(throws: TextEditError.overlapping(first, second)) {
            try Array("abcdef".utf8).applying([
                TextEdit(span: second, replacement: ""), TextEdit(span: first, replacement: ""),
            ])
        }
    }
}

/// Lines inserted with the layout of their surroundings.
@Suite struct LineInsertionTests {
    @Test(arguments: [
        ("a\n  b\n", 2, "a\n  # x\n  b\n"), ("a\r\n\tb", 2, "a\r\n\t# x\r\n\tb"),
        ("a\rb\r", 1, "# x\ra\rb\r"), ("a", 1, "# x\na"), ("\u{FEFF}a\n", 1, "\u{FEFF}# x\na\n"),
    ]) func `inserted lines get the indentation and line break of their neighbor`(
        _ text: String, _ line: Int, _ expected: String
    ) throws {
        let bytes = Array(text.utf8)
        let offset = LineIndex(bytes).span(ofLine: line).upperBound
        let edit = TextEdit(inserting: ["# x"], above: offset, in: bytes)
        #expect(try bytes.applying([edit]) == Array(expected.utf8))
    }
}

extension LineIndex {
    /// The text of a line without its line break.
    fileprivate func text(ofLine line: Int) -> String {
        String(decoding: bytes[span(ofLine: line).range], as: UTF8.self)
    }
}
