import Testing

@testable import LanguageServer

@Suite struct DocumentPositionsTests {
    struct Case: Sendable {
        let text: String
        let offset: Int
        let utf8: (Int, Int)
        let utf16: (Int, Int)
    }

    private static let cases = [
        Case(text: "", offset: 0, utf8: (0, 0), utf16: (0, 0)),
        Case(text: "a: b\nc", offset: 5, utf8: (1, 0), utf16: (1, 0)),
        Case(text: "a: b\nc", offset: 6, utf8: (1, 1), utf16: (1, 1)),
        Case(text: "a\n", offset: 2, utf8: (1, 0), utf16: (1, 0)),
        Case(text: "a\r\nb", offset: 3, utf8: (1, 0), utf16: (1, 0)),
        Case(text: "a\rb", offset: 2, utf8: (1, 0), utf16: (1, 0)),
        Case(text: "äb", offset: 2, utf8: (0, 2), utf16: (0, 1)),
        Case(text: "\u{4F60}b", offset: 3, utf8: (0, 3), utf16: (0, 1)),
        Case(text: "\u{1F600}b", offset: 4, utf8: (0, 4), utf16: (0, 2)),
        Case(text: "x\n\u{1F600}ä\u{1F600}b", offset: 12, utf8: (1, 10), utf16: (1, 5)),
        // One character to a reader, but two to the protocol.
        Case(text: "e\u{301}x", offset: 3, utf8: (0, 3), utf16: (0, 2)),
        // An editor that sends the byte-order mark counts it.
        Case(text: "\u{FEFF}a", offset: 4, utf8: (0, 4), utf16: (0, 2)),
        Case(text: "\u{FEFF}a\nb", offset: 5, utf8: (1, 0), utf16: (1, 0)),
    ]

    @Test(arguments: cases) func `offsets are converted to positions and back`(_ given: Case) {
        for (encoding, expected) in [
            (PositionEncoding.utf8, given.utf8), (.utf16, given.utf16),
        ] {
            let positions = DocumentPositions(Array(given.text.utf8), encoding)
            let position = Position(line: expected.0, character: expected.1)
            #expect(positions.position(at: given.offset) == position, "\(encoding)")
            #expect(positions.offset(of: position) == given.offset, "\(encoding)")
        }
    }

    @Test(arguments: [
        // A position behind the end of a line becomes that end, before the line break.
        ("ab\ncd", 0, 9, 2), ("ab\r\ncd", 0, 3, 2), ("ab\r\ncd", 0, 9, 2), ("ab\rcd", 0, 9, 2),
        // A position behind the last line becomes the end of the text.
        ("ab\ncd", 2, 0, 5), ("ab\n", 1, 0, 3), ("ab\n", 7, 7, 3), ("", 3, 3, 0),
        // A position in the middle of a character becomes its start.
        ("\u{1F600}b", 0, 1, 0), ("a\u{1F600}", 0, 2, 1),
        // Numbers that no editor should send.
        ("ab", -1, 0, 0), ("ab", 0, -1, 0), ("ab\ncd", 1, -7, 3), ("ab", .max, .max, 2),
    ]) func `invalid positions become the nearest valid one`(
        _ text: String, _ line: Int, _ character: Int, _ expected: Int
    ) {
        let positions = DocumentPositions(Array(text.utf8), .utf16)
        #expect(
            positions.offset(of: Position(line: line, character: character)) == expected)
    }

    /// Compares with the obvious way: counting from the beginning.
    @Test(arguments: [PositionEncoding.utf8, .utf16])
    func `every offset of a mixed text is converted and back`(_ encoding: PositionEncoding) {
        let text = Array("a\r\nä\u{1F600}\n\n\u{4F60}\u{FEFF}x\ry\u{10FFFF}z\r".unicodeScalars)
        let positions = DocumentPositions(Array(text.map(String.init).joined().utf8), encoding)
        var (line, units, offset) = (0, 0, 0)
        for (number, scalar) in text.enumerated() {
            let next = number + 1 < text.count ? text[number + 1] : nil
            let isWithinBreak = scalar == "\n" && number > 0 && text[number - 1] == "\r"
            if !isWithinBreak {
                let position = Position(line: line, character: units)
                #expect(positions.position(at: offset) == position)
                #expect(positions.offset(of: position) == offset)
            }
            offset += UTF8.width(scalar)
            units += encoding == .utf8 ? UTF8.width(scalar) : UTF16.width(scalar)
            if scalar == "\n" || scalar == "\r" && next != "\n" { (line, units) = (line + 1, 0) }
        }
        #expect(positions.position(at: offset) == Position(line: line, character: units))
    }
}

extension DocumentPositionsTests.Case: CustomTestStringConvertible {
    var testDescription: String { "\(text.debugDescription) at \(offset)" }
}
