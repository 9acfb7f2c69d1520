import Configuration
import ManifestFacts
import Rules
import SourceText
import Testing

@testable import Triage

@Suite struct IgnoreWriterTests {
    /// Writes an ignore for each `X` in the text.
    private static func written(
        _ text: String, rule: String = "r", reason: String = "why", until: String? = nil,
        role: FileRole = .yaml
    ) throws -> (text: String, refusals: [IgnoreRefusal]) {
        let ignore = try #require(
            NewIgnore(rule: rule, reason: reason, until: until.flatMap { CalendarDay($0) }))
        let bytes = Array(text.utf8)
        var writer = IgnoreWriter(bytes, role: role, ignore: ignore)
        var refusals: [IgnoreRefusal] = []
        for offset in bytes.indices.reversed() where bytes[offset] == UInt8(ascii: "X") {
            let finding = Finding(
                rule: rule, severity: .error, message: "m",
                location: SourceLocation(path: "a.yaml", span: SourceSpan(offset, offset + 1)),
                subject: "x")
            if let refusal = writer.accept(finding) { refusals.append(refusal) }
        }
        return (String(decoding: writer.bytes, as: UTF8.self), refusals)
    }

    static let marker = #"# {"$imagepolicy": "flux-system:web"}"#

    @Test(arguments: [
        ("image: X\n", "# sluice: ignore[r] why\nimage: X\n"),
        ("image: X", "# sluice: ignore[r] why\nimage: X"),
        ("a:\r\n  - image: X\r\n", "a:\r\n  # sluice: ignore[r] why\r\n  - image: X\r\n"),
        ("a: 1\r\nimage: X", "a: 1\r\n# sluice: ignore[r] why\r\nimage: X"),
        ("\u{FEFF}image: X\n", "\u{FEFF}# sluice: ignore[r] why\nimage: X\n"),
        ("größer: { a: X, image: X }\n", "# sluice: ignore[r] why\ngrößer: { a: X, image: X }\n"),
        (
            "image: X\nb: 1\nc: X\n",
            "# sluice: ignore[r] why\nimage: X\nb: 1\n# sluice: ignore[r] why\nc: X\n"
        ),
        ("image: X \(marker)\n", "# sluice: ignore[r] why\nimage: X \(marker)\n"),
        ("# words\nimage: X\n", "# words\n# sluice: ignore[r] why\nimage: X\n"),
        (
            "# sluice: ignore[s] why\nimage: X\n",
            "# sluice: ignore[s, r] why\nimage: X\n"
        ),
        (
            "image: X # sluice: ignore[s] old\n", "image: X # sluice: ignore[s, r] old; why\n"
        ),
        (
            "# sluice: ignore[s] why (until 2027-01-01)\nimage: X\n",
            "# sluice: ignore[s] why (until 2027-01-01)\n# sluice: ignore[r] why\nimage: X\n"
        ),
        ("# sluice: ignore[r] why\nimage: X\n", "# sluice: ignore[r] why\nimage: X\n"),
    ])
    func `a comment is written and nothing else changes`(_ before: String, _ after: String) throws {
        let result = try Self.written(before)
        #expect(result.text == after)
        #expect(result.refusals.isEmpty)
    }

    @Test func `the last day is written`() throws {
        let result = try Self.written("image: X\n", until: "2027-01-31")
        #expect(result.text == "# sluice: ignore[r] why (until 2027-01-31)\nimage: X\n")
    }

    @Test(arguments: [
        ("{\"image\": \"X\"}", FileRole.json, IgnoreRefusal.json),
        ("text: |\n  image: X\n", .yaml, .insideText),
        ("text: 'a\n  X'\n", .yaml, .insideText),
        ("args:\n  \(marker)\n  - X\n", .yaml, .besideMarker),
    ]) func `nothing changes where no comment is possible`(
        _ text: String, _ role: FileRole, _ refusal: IgnoreRefusal
    ) throws {
        let result = try Self.written(text, role: role)
        #expect(result.text == text)
        #expect(result.refusals == [refusal])
    }

    @Test func `another encoding is left alone`() throws {
        let ignore = try #require(NewIgnore(rule: "r", reason: "why", until: nil))
        let bytes: [UInt8] = [0xFF, 0xFE] + "image: X\n".utf8.flatMap { [$0, 0] }
        var writer = IgnoreWriter(bytes, role: .yaml, ignore: ignore)
        let finding = Finding(
            rule: "r", severity: .error, message: "m",
            location: SourceLocation(path: "a", span: SourceSpan(7, 8)), subject: "x")
        #expect(writer.accept(finding) == .notUTF8)
        #expect(writer.bytes == bytes)
    }

    @Test(arguments: ["", " ", "a\nb", "a\u{2028}b", "soon (until 2027-01-01)", " soon", "a\tb"])
    func `a reason that could not be read again is refused`(_ reason: String) {
        #expect(NewIgnore(rule: "r", reason: reason, until: nil) == nil)
    }
}
