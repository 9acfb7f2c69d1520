import Reports
import RepositoryLinking
import Rules

/// The diff for a person at a prompt: a table for each environment.
struct DiffText {
    let report: DiffReport
    let style: TextStyle

    private var diff: DeploymentDiff { report.diff }

    var text: String {
        let summary = DiffSummary(diff: diff)
        return paragraphs([
            review, ([summary.subject] + summary.words).map { $0.visible + "\n" }.joined(),
            section("Promotion", promotions),
            summary.groups.map { section($0.name ?? "no environment", table(of: $0)) }
                .joined(separator: "\n"),
            section("Policies", list(diff.policies.map { ($0.name, $0.place, $0.words) })),
            section("Automations", list(diff.automations.map { ($0.name, $0.place, $0.words) })),
        ])
    }

    private func section(_ title: String, _ text: String) -> String {
        text.isEmpty ? "" : style.applied(.emphasis, to: title.visible) + "\n" + text
    }

    private func table(of group: DiffSummary.Group) -> String {
        let rows = group.changes.map { change -> [TextTable.Cell] in
            [
                .init(change.sign, change.role), .init(change.workloadWords, .emphasis),
                .init(change.container), .init(change.nameWords),
                .init(change.versionWords, change.role),
                .init(change.originWords, .gutter), .init(change.updaterWords),
                .init(change.clusterWords, .gutter),
            ]
        }
        return TextTable(
            header: [
                "", "workload", "container", "image", "version", "from", "updated by", "cluster",
            ], rows
        ).text(in: style, indent: 2)
    }

    private var promotions: String {
        diff.promotions.map { change in
            let words = style.applied(
                change.isAhead ? .severity(.warning) : .emphasis, to: change.words.visible)
            return "  \(words)\n"
        }.joined()
    }

    private func list(_ items: [(name: String, place: Declaration, words: [String])]) -> String {
        items.map { name, place, words in
            let head =
                style.applied(.emphasis, to: name.visible) + "  "
                + style.applied(.gutter, to: "\(place)".visible)
            return "  \(head)\n" + words.map { "    \($0.visible)\n" }.joined()
        }.joined()
    }

    private var review: String {
        guard let review = report.review else { return "" }
        guard review.isAccepted else {
            let rows = review.objections.map { objection -> [TextTable.Cell] in
                let place = objection.path + (objection.line.map { ":\($0)" } ?? "")
                return [.init(place, .gutter), .init(objection.reason)]
            }
            return style.applied(.severity(.error), to: "not only image updates") + "\n"
                + TextTable(rows).text(in: style, indent: 2)
        }
        let head = style.applied(.success, to: "only image updates")
        return head + ": \(counted(review.updates.count, "value")) at markers\n"
    }
}

extension WorkloadChange {
    fileprivate var role: TextStyle.Role {
        switch kind {
        case .added: .success
        case .removed: .severity(.error)
        case .changed: .severity(.warning)
        case .updater, .unknown: .severity(.note)
        }
    }
}
