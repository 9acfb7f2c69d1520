import Rules
import SourceText
import Triage

/// The findings as a table for a pull request's comment or a job's page.
///
/// It fits a comment on GitHub, which takes 65,536 characters; rows that do not fit are counted.
struct MarkdownReport {
    private static let sizeLimit = 60_000
    /// The part of `sizeLimit` that the table of selections may take.
    private static let selectionLimit = 15_000
    private static let reasonLimit = 10

    let report: CheckReport
    let options: ReportOptions

    var text: String {
        let head = "### Sluice\n\n" + MarkdownText.escaped(totals) + "\n"
        let selections = selections
        let findings = MarkdownText.table(
            ["", "Finding", "Place", "Rule"], report.shown(options).map(row), rest: "finding",
            limit: Self.sizeLimit - selections.unicodeScalars.count)
        return head + findings + selections + notChecked
    }

    private var totals: String {
        let counts = Severity.allCases.reversed().map { ($0, report.count(of: $0)) }
            .filter { $0.1 > 0 }
            .map { counted($1, (report.isCompared ? "new " : "") + $0.rawValue) }
        let found = counts.isEmpty ? "No findings" : counts.joined(separator: ", ")
        return "\(found) in \(report.files)."
    }

    /// A table of policies that select another image after the change, which a diff does not show.
    private var selections: String {
        let rows = report.selectionChanges.map { change in
            let cells = [
                change.policy, "\(change.path.visible):\(change.line)",
                change.former ?? "nothing", change.selected ?? "nothing",
            ]
            return MarkdownText.row(cells.map { MarkdownText.code($0.visible) })
        }
        guard !rows.isEmpty else { return "" }
        return "\nWith this change, policies select something else from the known tags:\n"
            + MarkdownText.table(
                ["Policy", "Place", "Before", "Now"], rows, rest: "selection",
                limit: Self.selectionLimit)
    }

    private func row(_ reported: ReportedFinding) -> String {
        let finding = reported.finding
        let place = "\(finding.location.path.visible):\(reported.region.start.line)"
        let cells = [
            finding.severity.rawValue, MarkdownText.marked(finding.message.visible),
            MarkdownText.code(place),
            MarkdownText.code(finding.rule),
        ]
        return MarkdownText.row(cells)
    }

    private var notChecked: String {
        guard !report.notChecked.isEmpty else { return "" }
        let byReason = report.notCheckedByReason
        let shown = byReason.prefix(Self.reasonLimit)
            .map { "- \($0.count): \(MarkdownText.marked($0.reason.visible))\n" }
        let rest = byReason.count - shown.count
        return
            "\n<details><summary>\(counted(report.notChecked.count, "item")) not checked</summary>"
            + "\n\n" + shown.joined()
            + (rest > 0 ? "- … and \(counted(rest, "other reason"))\n" : "") + "\n</details>\n"
    }
}
