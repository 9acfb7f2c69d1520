import SourceText
import Testing

@Suite struct TextEditDifferenceTests {
    @Test(arguments: [
        ("", ""), ("", "a\n"), ("a\n", ""), ("a\nb\nc\n", "a\nx\nc\n"), ("a\nb", "a\nb\n"),
        ("a\nb\nc\n", "a\nc\n"), ("a\nc\n", "a\nb\nc\n"), ("a\r\nb\r\n", "a\r\nc\r\nb\r\n"),
        ("größer\nb\n", "größer\n# ü\nb\n"), ("a\nb\na\nb\n", "b\na\nb\na\n"),
        ("a\nb\nc\nd\n", "x\nb\ny\nz\nd"),
    ]) func `edits turn one text into the other`(_ old: String, _ new: String) throws {
        let edits = [TextEdit](turning: Array(old.utf8), into: Array(new.utf8))
        #expect(String(decoding: try Array(old.utf8).applying(edits), as: UTF8.self) == new)
        #expect(edits.isEmpty == (old == new))
        for (edit, next) in zip(edits, edits.dropFirst()) {
            #expect(edit.span.upperBound < next.span.lowerBound)
        }
    }

    @Test func `unchanged lines are left out`() throws {
        let edits = [TextEdit](
            turning: Array("a\nb\nc\n".utf8), into: Array("a\nx\nc\n".utf8))
        #expect(edits == [TextEdit(span: SourceSpan(2, 4), replacement: "x\n")])
    }
}
