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
        let head = "### Sluice\n\n" + Self.escaped(totals) + "\n"
        let selections = selections
        let findings = Self.table(
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

    /// A table, empty without rows; rows beyond `limit` characters are only counted.
    private static func table(
        _ header: [String], _ rows: [String], rest noun: String, limit: Int
    ) -> String {
        guard !rows.isEmpty else { return "" }
        var size = 0
        let shown = rows.prefix { row in
            size += row.unicodeScalars.count
            return size < limit
        }
        let rest = rows.count - shown.count
        let head = header.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        return "\n|\(head)\n|" + header.map { _ in "---|" }.joined() + "\n" + shown.joined()
            + (rest > 0 ? "\n… and \(counted(rest, "more \(noun)")).\n" : "")
    }

    /// A table of policies that select another image after the change, which a diff does not show.
    private var selections: String {
        let rows = report.selectionChanges.map { change in
            let cells = [
                change.policy, "\(change.path.visible):\(change.line)",
                change.former ?? "nothing", change.selected ?? "nothing",
            ]
            return "| " + cells.map { Self.code($0.visible) }.joined(separator: " | ") + " |\n"
        }
        guard !rows.isEmpty else { return "" }
        return "\nWith this change, policies select something else from the known tags:\n"
            + Self.table(
                ["Policy", "Place", "Before", "Now"], rows, rest: "selection",
                limit: Self.selectionLimit)
    }

    private func row(_ reported: ReportedFinding) -> String {
        let finding = reported.finding
        let place = "\(finding.location.path.visible):\(reported.region.start.line)"
        let cells = [
            finding.severity.rawValue, Self.marked(finding.message.visible), Self.code(place),
            Self.code(finding.rule),
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    private var notChecked: String {
        guard !report.notChecked.isEmpty else { return "" }
        let byReason = report.notCheckedByReason
        let shown = byReason.prefix(Self.reasonLimit)
            .map { "- \($0.count): \(Self.marked($0.reason.visible))\n" }
        let rest = byReason.count - shown.count
        return
            "\n<details><summary>\(counted(report.notChecked.count, "item")) not checked</summary>"
            + "\n\n" + shown.joined()
            + (rest > 0 ? "- … and \(counted(rest, "other reason"))\n" : "") + "\n</details>\n"
    }

    /// Escapes a message and formats the text between back-ticks as code.
    private static func marked(_ message: String) -> String {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        // With an odd number of back-ticks, it is unclear what they quote.
        guard parts.count % 2 == 1 else { return escaped(message) }
        return parts.enumerated().map { number, part in
            number % 2 == 1 ? code(String(part)) : escaped(String(part))
        }.joined()
    }

    private static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

    /// Escapes punctuation as entities, which cannot become links, mentions or markup.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic || scalar == " "
                || ("0"..."9").contains(scalar) || "-.,;/".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "&#\(scalar.value);"
        }.joined()
    }
}
