import Reports
import RepositoryLinking

/// The diff for a comment on a pull request: a short summary, with the details folded.
///
/// Whatever comes from the repository stands in `code`, where forges make no mentions and no links
/// of it. Parts that do not fit are counted.
package struct DiffMarkdown {
    /// The characters that a comment on GitHub takes.
    package static let limit = 65_536
    /// Characters that the summary and the folds take besides the rows.
    private static let frame = 2_000

    let report: DiffReport
    let limit: Int

    private var diff: DeploymentDiff { report.diff }

    var text: String {
        var text = "### Sluice: what this deploys\n\n" + summary
        var parts: [(title: String, header: [String], rows: [String], noun: String)] = []
        for group in DiffSummary(diff: diff).groups {
            parts.append(
                (
                    "\(MarkdownText.code((group.name ?? "no environment").visible)): "
                        + counted(group.changes.count, "image"),
                    ["", "Workload", "Image", "Version", "From", "Updated by", "Cluster"],
                    group.changes.map(row), "image"
                ))
        }
        parts.append(("Policies", Self.header, policies, "change"))
        parts.append(("Automations", Self.header, automations, "change"))
        parts.append(("Not only image updates", ["Place", "Reason"], objections, "thing"))
        for part in parts where !part.rows.isEmpty {
            text += fold(part, room: limit - text.unicodeScalars.count)
        }
        return text
    }

    private static let header = ["Name", "Place", "Change"]

    /// Empty rows where a table has no room: then it is only counted.
    private func fold(
        _ part: (title: String, header: [String], rows: [String], noun: String), room: Int
    ) -> String {
        let frame = part.title.unicodeScalars.count + 400
        let table = MarkdownText.table(
            part.header, part.rows, rest: part.noun, limit: max(0, room - frame))
        let fold = "\n<details><summary>\(part.title)</summary>\n" + table + "\n</details>\n"
        let note = "\n… and \(counted(part.rows.count, "more \(part.noun)")).\n"
        if fold.unicodeScalars.count <= room { return fold }
        return note.unicodeScalars.count <= room ? note : ""
    }

    private var summary: String {
        var lines = DiffSummary(diff: diff).words.map { MarkdownText.code($0.visible) }
        if let review = report.review {
            lines.append(
                review.isAccepted
                    ? "only image updates: \(counted(review.updates.count, "value")) at markers"
                    : "not only image updates: \(counted(review.objections.count, "thing")) besides"
            )
        }
        let ahead = diff.promotions.filter(\.isAhead)
        let rest = diff.promotions.filter { !$0.isAhead }
        let shown = (ahead + rest).prefix(10).map { change in
            (change.isAhead ? "**ahead**: " : "") + MarkdownText.code(change.words.visible)
        }
        let more = diff.promotions.count - shown.count
        let all = shown + lines + (more > 0 ? [counted(more, "further promotion")] : [])
        let text = all.map { "- \($0)\n" }.joined()
        return text.unicodeScalars.count <= max(0, limit - Self.frame)
            ? text : "- \(counted(diff.workloads.count, "image")) of workloads\n"
    }

    private func row(_ change: WorkloadChange) -> String {
        let name = change.workloadWords + (change.container.isEmpty ? "" : " \(change.container)")
        let cells = [
            name, change.nameWords, change.versionWords, change.originWords, change.updaterWords,
            change.clusterWords,
        ]
        return MarkdownText.row(
            [MarkdownText.escaped(change.sign)] + cells.map { MarkdownText.code($0.visible) })
    }

    private var policies: [String] {
        diff.policies.map { row($0.name, $0.place, $0.words) }
    }

    private var automations: [String] {
        diff.automations.map { row($0.name, $0.place, $0.words) }
    }

    private func row(_ name: String, _ place: Declaration, _ words: [String]) -> String {
        MarkdownText.row(
            [MarkdownText.code(name.visible), MarkdownText.code("\(place)".visible)]
                + [words.map { MarkdownText.marked($0.visible) }.joined(separator: "<br>")])
    }

    private var objections: [String] {
        (report.review?.objections ?? []).map { objection in
            let place = objection.path + (objection.line.map { ":\($0)" } ?? "")
            return MarkdownText.row([
                MarkdownText.code(place.visible), MarkdownText.code(objection.reason.visible),
            ])
        }
    }
}
