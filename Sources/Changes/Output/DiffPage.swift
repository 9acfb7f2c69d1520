import Audit
import Reports
import RepositoryLinking
import Rules
import WebPages

/// The diff as one page with the look of the audit.
struct DiffPage: ReportPage {
    let report: DiffReport
    let tool: ToolIdentity

    private var diff: DeploymentDiff { report.diff }

    var text: String {
        let summary = DiffSummary(diff: diff)
        return page(
            "Sluice diff", top: header(summary),
            main: """
                \(review)
                \(promotions)
                \(HTML(summary.groups.enumerated().map { images($1, number: $0) }))
                \(policies)
                \(automations)
                """,
            by: tool)
    }

    private func header(_ summary: DiffSummary) -> HTML {
        let facts = summary.words.map { words -> HTML in "<p class=\"explanation\">\(words)</p>\n" }
        return """
            <header>
            <h1>Sluice diff</h1>
            <p class="source">\(summary.subject)</p>
            \(facts)
            </header>
            """
    }

    private func images(_ group: DiffSummary.Group, number: Int) -> HTML {
        let rows = group.changes.map { change -> HTML in
            let place: HTML =
                change.current?.origins.first.map { origin in
                    "\(origin.origin.words) \(self.place(origin.place.path, origin.place.line))"
                } ?? .empty
            return """
                <tr class="item"><td>\(badge(change))</td><th scope="row">\(change.workloadWords)</th>\
                <td>\(change.container)</td><td>\(change.nameWords)</td>\
                <td>\(change.versionWords)</td><td class="place">\(place)</td>\
                <td>\(change.updaterWords)</td><td>\(change.clusterWords)</td></tr>

                """
        }
        return section(
            "environment-\(number)", group.name ?? "No environment",
            "What runs there from then on, where it comes from, and who updates it.",
            table(
                ["", "Workload", "Container", "Image", "Version", "From", "Updated by", "Cluster"],
                rows))
    }

    private func badge(_ change: WorkloadChange) -> HTML {
        let look: String =
            switch change.kind {
            case .removed: Severity.error.rawValue
            case .changed: Severity.warning.rawValue
            case .added, .updater, .unknown: Severity.note.rawValue
            }
        let title = change.kind == .unknown ? "not known" : change.kind.rawValue
        return "<span class=\"badge \(look)\">\(title)</span>"
    }

    private var promotions: HTML {
        let rows = diff.promotions.map { change -> HTML in
            let state = change.latter
            return """
                <tr class="item"><th scope="row">\(imageName(state.image.full))</th>\
                <td>\(state.environment)</td>\
                <td><span class="badge \(state.severity?.rawValue ?? "")">\(state.title)</span></td>\
                <td>\(change.former?.title ?? "")</td><td>\(state.words)</td></tr>

                """
        }
        return rows.isEmpty
            ? .empty
            : section(
                "promotion", "Promotion",
                "Environments that stand otherwise to those that they promote from.",
                table(["Image", "Environment", "State", "Before", ""], rows))
    }

    private var policies: HTML {
        changes(
            "policies", "Policies", "Which tags they select from then on.",
            diff.policies.map { ($0.name, $0.place, $0.words) })
    }

    private var automations: HTML {
        changes(
            "automations", "Automations", "What they write from then on.",
            diff.automations.map { ($0.name, $0.place, $0.words) })
    }

    private func changes(
        _ id: String, _ title: String, _ explanation: String,
        _ items: [(name: String, place: Declaration, words: [String])]
    ) -> HTML {
        let rows = items.map { item -> HTML in
            let words = item.words.map { text -> HTML in "<li>\(text)</li>" }
            return """
                <tr class="item"><th scope="row">\(item.name)</th><td><ul>\(words)</ul></td>\
                <td class="place">\(place(item.place.path, item.place.line))</td></tr>

                """
        }
        return rows.isEmpty
            ? .empty : section(id, title, explanation, table(["Name", "Change", "Place"], rows))
    }

    private var review: HTML {
        guard let review = report.review else { return .empty }
        let rows = review.objections.map { objection -> HTML in
            """
            <tr class="item"><td class="place">\(place(objection.path, objection.line))</td>\
            <td>\(objection.reason)</td></tr>

            """
        }
        return review.isAccepted
            ? section(
                "review", "Only image updates",
                "\(counted(review.updates.count, "value")) at markers, each admitted by its policy.",
                .empty)
            : section(
                "review", "Not only image updates", "These things are in the change as well.",
                table(["Place", "Reason"], rows))
    }
}
