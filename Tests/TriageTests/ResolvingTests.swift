import Testing

@testable import Rules
@testable import SourceText
@testable import Triage

@Suite struct ResolvingTests {
    private static func finding(
        _ rule: String = "image-untagged", path: String, _ span: Range<Int>,
        related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: .error, message: "no tag",
            location: SourceLocation(path: path, span: SourceSpan(span)), related: related,
            subject: "x", fix: fix)
    }

    @Test func `every position is resolved in its own file`() throws {
        let files = ["a.yaml": "é: 1\nimage: nginx\n", "b.yaml": "\n  🚀 policy\n"]
        let finding = Self.finding(
            path: "a.yaml", 13..<18,
            related: [
                RelatedLocation(
                    "policy", at: SourceLocation(path: "b.yaml", span: SourceSpan(8, 14)))
            ],
            fix: Fix(
                isSafe: true, description: "pin",
                edits: [TextEdit(span: SourceSpan(18, 18), replacement: ":1")]))
        let reported = try #require(
            ReportedFinding.resolving([finding].triaged) { Array((files[$0] ?? "").utf8) }.first)

        #expect(
            reported.region.start
                == SourcePosition(line: 2, column: 8, utf16Column: 8, utf8Column: 8))
        #expect(
            reported.excerpt
                == SourceExcerpt(before: "image: ", marked: "nginx", after: ""))
        #expect(
            reported.related[0].region.start
                == SourcePosition(line: 2, column: 5, utf16Column: 6, utf8Column: 8))
        #expect(reported.edits[0].region.start.column == 13)
        #expect(reported.lineHash.hasSuffix(":1"))
    }

    @Test func `each file is read once and by the bytes of its name`() throws {
        let composed = "caf\u{E9}.yaml"
        let decomposed = "cafe\u{301}.yaml"
        var reads: [[UInt8]] = []
        let reported = ReportedFinding.resolving(
            [
                Self.finding(path: composed, 1..<2), Self.finding(path: decomposed, 1..<2),
                Self.finding(path: composed, 0..<1),
            ].triaged
        ) { path in
            reads.append(Array(path.utf8))
            return Array((path.utf8.count == composed.utf8.count ? "ab" : "\nb").utf8)
        }
        #expect(reads == [Array(decomposed.utf8), Array(composed.utf8)])
        #expect(reported.map(\.region.start.line) == [2, 1, 1])
    }

    @Test func `findings come in report order, whatever their order was`() {
        let findings = [
            Self.finding("a-rule", path: "Z", 0..<1), Self.finding("b-rule", path: "a", 0..<1),
            Self.finding("a-rule", path: "a", 0..<1), Self.finding("a-rule", path: "a", 1..<1),
        ]
        for order in [findings, findings.reversed()] {
            let reported = ReportedFinding.resolving(order.triaged) { _ in Array("abc".utf8) }
            #expect(
                reported.map { "\($0.finding.location.path) \($0.finding.rule)" }
                    == ["Z a-rule", "a a-rule", "a b-rule", "a a-rule"])
        }
    }

    @Test func `a file that has shrunk is not a crash`() {
        let reported = ReportedFinding.resolving([Self.finding(path: "a", 7..<9)].triaged) { _ in
            Array("a\nbc".utf8)
        }
        #expect(
            reported[0].region.end
                == SourcePosition(line: 2, column: 3, utf16Column: 3, utf8Column: 3))
        #expect(reported[0].excerpt == SourceExcerpt(before: "bc", marked: "", after: ""))
        #expect(!reported[0].lineHash.isEmpty)
    }

    @Test func `a failure to read is passed on`() {
        struct Gone: Error, Equatable { let path: String }
        #expect(throws: Gone(path: "a")) {
            try ReportedFinding.resolving([Self.finding(path: "a", 0..<1)].triaged) {
                path throws(Gone) in
                throw Gone(path: path)
            }
        }
    }
}

extension [Finding] {
    fileprivate var triaged: [TriagedFinding] { TriagedFindings(self).findings }
}
