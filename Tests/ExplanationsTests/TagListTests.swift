import Explanations
import Testing

@Suite struct TagListTests {
    @Test(arguments: [
        ("", []), ("\n\r\n\n", []), ("a", ["a"]), ("a\nb\n", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]), ("a\n\n\r\nb", ["a", "b"]), (" a \n\t\n", [" a ", "\t"]),
        ("a\rb\n", ["a\rb"]), ("a\r", ["a\r"]), ("a\na\n", ["a", "a"]),
        ("\u{FEFF}a", ["\u{FEFF}a"]),
    ])
    func `everything but line ends belongs to a tag`(_ text: String, _ tags: [String]) throws {
        #expect(
            try TagList(Array(text.utf8)).tags.map { Array($0.utf8) } == tags.map { Array($0.utf8) }
        )
    }

    @Test func `a line that is not UTF-8 is named`() {
        let error = #expect(throws: TagListError.self) { try TagList([0x61, 0x0A, 0x0A, 0xFF]) }
        #expect(error?.line == 3)
    }
}
