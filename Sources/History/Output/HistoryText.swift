import GitAccess
import Reports
import RepositoryLinking
import Rules

/// The history for a person at a prompt: the counts, and then the commits as `git log` shows them,
/// newest first.
struct HistoryText {
    let report: HistoryReport
    let style: TextStyle

    private var timeline: Timeline { report.timeline }

    var text: String {
        guard !timeline.commits.isEmpty else {
            return "no commit of this branch changes an image that is asked for\n" + gaps
        }
        return counts + gaps + "\n" + timeline.commits.reversed().map(entry).joined(separator: "\n")
    }

    private var counts: String {
        guard !timeline.statistics.isEmpty else { return "" }
        let rows = timeline.statistics.map { count -> [TextTable.Cell] in
            [
                .init(count.environment, .emphasis), .init("\(count.deployments)"),
                .init(decimal(tenths: count.tenthsPerWeek)), .init("\(count.rollbacks)"),
                .init("\(count.changesByHand)"), .init(count.promotion?.words ?? ""),
            ]
        }
        return TextTable(
            header: [
                "environment", "deployments", "a week", "rollbacks", "by hand past automation",
                "time from the environment before",
            ], rows
        ).text(in: style)
    }

    private var gaps: String { timeline.gaps.map { $0 + "\n" }.joined() }

    private func entry(_ commit: TimelineCommit) -> String {
        let own = commit.commit
        let head =
            style.applied(.severity(.warning), to: "commit \(own.id.prefix(12))") + "  "
            + style.applied(commit.kind.role, to: commit.kind.words.visible)
        let lines = [
            head, "Author: \(own.author.name) <\(own.author.email)>".visible,
            "Date:   \(own.committed.text)", "", "    " + own.subject.visible, "",
        ]
        return lines.joined(separator: "\n") + "\n" + table(of: commit)
    }

    private func table(of commit: TimelineCommit) -> String {
        TextTable(
            commit.changes.map { change in
                [
                    .init(change.change.name.environment ?? "no environment", .emphasis),
                    .init(change.change.shortImage), .init(change.change.versionWords),
                    .init(change.goesBack ? "back" : "", .severity(.warning)),
                    .init(
                        change.change.marker == .unselected ? "no policy selects it" : "", .gutter),
                ]
            }
        ).text(in: style, indent: 4)
    }
}

extension EnvironmentStatistics.Promotion {
    var words: String {
        "\(durationWords(median)) (median), \(durationWords(ninetiethPercentile)) (90th "
            + "percentile) for \(count) from \(sources.joined(separator: ", "))"
    }
}

extension TimelineCommit.Kind {
    fileprivate var role: TextStyle.Role {
        switch self {
        case .automation, .bot: .gutter
        case .revert, .rollback: .severity(.error)
        case .hand: .emphasis
        }
    }
}
