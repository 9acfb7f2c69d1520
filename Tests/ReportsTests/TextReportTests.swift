import Rules
import Testing
import Triage

@testable import Reports
@testable import SourceText

@Suite struct TextReportTests {
    private static func text(
        _ report: CheckReport, _ style: TextStyle = .plain, minimumSeverity: Severity = .warning
    ) -> String {
        report.rendered(
            as: .text, options: Sample.options(style, minimumSeverity: minimumSeverity))
    }

    @Test func `a finding is shown with its evidence`() {
        #expect(
            Self.text(Sample.complete) == """
                apps/web.yaml:3:10: error: image `nginx` has no tag [image-untagged]
                3 |   image: nginx # web
                  |          ^^^^^
                  = note: apps/policy.yaml:1:7: the policy
                  = help: name the tag

                """)
    }

    @Test func `notes are shown when asked for`() {
        let text = Self.text(Sample.complete, minimumSeverity: .note)
        #expect(
            text.hasPrefix("apps/policy.yaml:1:7: note: no marker follows the policy"))
        #expect(text.contains("\n\napps/web.yaml:3:10: error:"))
    }

    @Test func `a report without findings is empty`() {
        #expect(Self.text(Sample.empty) == "")
    }

    @Test func `hostile names and values are escaped`() {
        let text = Self.text(Sample.hostile)
        #expect(
            text == """
                a b#?%:é🚀/\\u{1B}[31m\\u{202E}x\\n.yaml:1:14: error: \
                pattern `[a-z]{2}\\.[0-9](1)\\u{1B}]0;x\\u{7}` \\u{2028}ends [image-untagged]
                1 |   - 🚀 \\u{1B}[2J: "é[x](1)\\\\u{202E}" # \\u{9B}
                  |                    ^^^^^^^^^^^^^^^^
                  = note: c:d.yaml:1:1: [policy](2) \\

                """)
    }

    @Test func `colours are the only control characters`() {
        let coloured = Self.text(Sample.hostile, .coloured)
        #expect(coloured.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        let bare = coloured.replacing(#/\u{1B}\[[0-9;]+m/#, with: "")
        #expect(bare == Self.text(Sample.hostile))
    }
}

@Suite struct ExcerptViewTests {
    @Test(arguments: [
        (SourceExcerpt(before: "\timage: ", marked: "a\tb", after: ""), 11, 6, "tabs are 4 blanks"),
        (SourceExcerpt(before: "名前: ", marked: "🚀é", after: ""), 6, 3, "wide ones take 2 columns"),
        (SourceExcerpt(before: "e\u{301}: ", marked: "x", after: ""), 3, 1, "marks take none"),
        (SourceExcerpt(before: "🇩🇪: ", marked: "각", after: ""), 4, 2, "flags and jamos join"),
        (SourceExcerpt(before: "a: ", marked: "", after: "b"), 3, 1, "an insertion point"),
        (SourceExcerpt(before: "", marked: "\u{200B}", after: ""), 0, 8, "hidden ones are shown"),
    ]) func `carets are under the marked part`(
        _ excerpt: SourceExcerpt, _ indent: Int, _ carets: Int, _ reason: String
    ) {
        let view = ExcerptView(excerpt)
        #expect(view.indent.count == indent, "\(reason)")
        #expect(view.carets.count == carets, "\(reason)")
    }

    @Test func `a long line is cut around the marked part`() {
        let long = String(repeating: "0123456789", count: 20)
        let view = ExcerptView(SourceExcerpt(before: long, marked: "MARK", after: long))
        #expect(view.line.hasPrefix("…") && view.line.hasSuffix("…"))
        #expect(view.line.count == 122)
        let marked = view.line.dropFirst(view.indent.count).prefix(view.carets.count)
        #expect(marked == "MARK")
    }

    @Test func `a long marked part is cut at its end`() {
        let long = String(repeating: "字", count: 100)
        let view = ExcerptView(SourceExcerpt(before: "a: ", marked: long, after: " # x"))
        #expect(view.line == "a: " + String(repeating: "字", count: 40) + "…")
        #expect(view.carets.count == 80)
    }

    @Test func `parts that were cut before keep their sign`() {
        let view = ExcerptView(
            SourceExcerpt(before: "b", marked: "m", after: "a", isCutBefore: true, isCutAfter: true)
        )
        #expect(view.line == "…bma…")
        #expect(view.indent.count == 2)
    }
}

@Suite struct ReportSummaryTests {
    @Test func `totals count everything that is not shown`() {
        #expect(
            Sample.complete.summary(minimumSeverity: .warning) == """
                1 error, 1 note (not shown without `--severity note`) in 2 files, 2 suppressed, \
                1 in the baseline
                2 items not checked:
                  1: does not parse
                  1: holds a variable

                """)
        #expect(Sample.empty.summary(minimumSeverity: nil) == "no findings in 0 files\n")
    }

    @Test func `reasons are counted and the rest added up`() {
        let items = (1...12).flatMap { reason in
            (0..<reason).map { line in
                NotChecked(path: "a.yaml", line: line + 1, rule: nil, reason: "reason \(reason)")
            }
        }
        let lines = Sample.report([], of: ["a.yaml": ""], notChecked: items)
            .summary(minimumSeverity: nil).split(separator: "\n")
        #expect(lines[0] == "no findings in 1 file")
        #expect(lines[1] == "78 items not checked:")
        #expect(lines[2] == "  12: reason 12")
        #expect(lines.last == "  3: for 2 other reasons")
    }
}
