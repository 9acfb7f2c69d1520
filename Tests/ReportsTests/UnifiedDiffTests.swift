import Reports
import SourceText
import Testing

@Suite struct UnifiedDiffTests {
    private static func diff(_ text: String, _ edits: [(Range<Int>, String)]) -> String {
        UnifiedDiff(
            path: "f", source: Array(text.utf8),
            edits: edits.map { TextEdit(span: SourceSpan($0.0), replacement: $0.1) }
        ).text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
            .joined(separator: "\n")
    }

    private static let ten = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"

    @Test(
        arguments: [
            ("nothing", ten, [], ""),
            (
                "in the middle", ten, [(10..<11, "five")],
                "@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
            ),
            (
                "at both ends", ten, [(0..<1, "a"), (18..<19, "b")],
                "@@ -1,4 +1,4 @@\n-0\n+a\n 1\n 2\n 3\n@@ -7,4 +7,4 @@\n 6\n 7\n 8\n-9\n+b\n"
            ),
            (
                "side by side", "a b\nc\n", [(0..<1, "x"), (2..<3, "y")],
                "@@ -1,2 +1,2 @@\n-a b\n+x y\n c\n"
            ),
            ("fewer lines", "a\nb\nc\n", [(0..<3, "x")], "@@ -1,3 +1,2 @@\n-a\n-b\n+x\n c\n"),
            (
                "no line break", "a\nb", [(2..<3, "x")],
                "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+x\n\\ No newline at end of file\n"
            ),
            (
                "one line", "a", [(0..<1, "b\n")],
                "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"
            ),
        ] as [(String, String, [(Range<Int>, String)], String)])
    func `hunks are those of Git`(
        _ form: String, _ text: String, _ edits: [(Range<Int>, String)], _ expected: String
    ) {
        #expect(Self.diff(text, edits) == expected, "\(form)")
    }
}
