import Audit
import GitAccess
import Reports
import RepositoryLinking
import WebPages

/// The history as one page with the look of the audit.
struct HistoryPage: ReportPage {
    /// Commits that are listed: the latest ones.
    private static let commitLimit = 500

    let report: HistoryReport
    let tool: ToolIdentity

    private var timeline: Timeline { report.timeline }

    var text: String {
        page(
            "Sluice history", top: header, main: "\(counts)\(picture)\(commits)", by: tool,
            look: HTML(embedded: PackageResources.history_css))
    }

    private var header: HTML {
        let gaps = timeline.gaps.map { gap -> HTML in
            "<p class=\"explanation\">\(prose(gap))</p>\n"
        }
        return """
            <header>
            <h1>Sluice history</h1>
            <p class="source">\(counted(timeline.commits.count, "commit")) up to \
            \(String(report.revision.prefix(12))) changed which images run</p>
            \(gaps)
            </header>
            """
    }

    private var counts: HTML {
        let rows = timeline.statistics.map { count -> HTML in
            """
            <tr class="item"><th scope="row">\(count.environment)</th><td>\(count.deployments)</td>\
            <td>\(decimal(tenths: count.tenthsPerWeek))</td><td>\(count.rollbacks)</td>\
            <td>\(count.changesByHand)</td>\
            <td>\(count.promotion.map { durationWords($0.median) } ?? "")</td>\
            <td>\(count.promotion.map { durationWords($0.ninetiethPercentile) } ?? "")</td></tr>

            """
        }
        return rows.isEmpty
            ? .empty
            : section(
                "counts", "Counts",
                "How often each environment changed, and how long builds took to reach it from the "
                    + "environment before: half of them no longer than the median, nine of ten no "
                    + "longer than the 90th percentile.",
                table(
                    [
                        "Environment", "Deployments", "A week", "Rollbacks",
                        "By hand past automation", "Median", "90th percentile",
                    ], rows, look: "wide numbers"))
    }

    private var picture: HTML {
        guard !timeline.runs.isEmpty else { return .empty }
        let picture = HistoryPicture(of: timeline)
        let omitted = picture.omitted
        var words: [String] = []
        if omitted.images > 0 { words.append(counted(omitted.images, "more image")) }
        if omitted.bars > 0 { words.append(counted(omitted.bars, "earlier bar")) }
        let rest: HTML =
            words.isEmpty
            ? .empty
            : """
            <p class="explanation">\(words.joined(separator: " and ")) not drawn; name an image or an \
            environment to see them.</p>
            """
        return section(
            "lanes", "What ran when",
            "A lane for each environment, a row for each image; point at a bar for its commit.",
            "\(picture.svg)\(legend)\(rest)")
    }

    private var legend: HTML {
        let entries = [
            ("", "a build"), (" hand", "by hand past an automation"),
            (" back", "back to a build that ran before"),
        ]
        let items = entries.map { look, words -> HTML in
            """
            <li><span class="lanes"><svg viewBox="0 0 24 12"><rect class="run\(look)" x="1" y="1" \
            width="22" height="10" rx="2"/></svg></span>\(words)</li>
            """
        }
        return """
            <ul class="legend">\(HTML(items))<li><span class="lanes"><svg viewBox="0 0 24 12">\
            <line class="promotion" x1="1" y1="11" x2="23" y2="1"/></svg></span>\
            a build reaches the next environment</li></ul>
            """
    }

    private var commits: HTML {
        let rows = timeline.commits.suffix(Self.commitLimit).reversed().map { commit -> HTML in
            let changes = commit.changes.map { change -> HTML in
                let back: HTML =
                    change.goesBack ? " <span class=\"badge error\">back</span>" : .empty
                return """
                    <li><b>\(change.change.name.environment ?? "no environment")</b> \
                    \(change.change.shortImage) \(change.change.versionWords)\(back)</li>
                    """
            }
            return """
                <tr class="item"><td><code>\(String(commit.commit.id.prefix(12)))</code></td>\
                <td>\(commit.commit.committed.text)</td><td>\(commit.commit.author.name)</td>\
                <td>\(commit.kind.words)</td><th scope="row">\(commit.commit.subject)</th>\
                <td><ul>\(HTML(changes))</ul></td></tr>

                """
        }
        let left = timeline.commits.count - rows.count
        return section(
            "commits", "Commits",
            "The commits that changed which images run, newest first"
                + (left > 0 ? "; \(counted(left, "earlier one")) not listed." : "."),
            table(["Commit", "Date", "Author", "Made", "Subject", "Changes"], rows))
    }
}
