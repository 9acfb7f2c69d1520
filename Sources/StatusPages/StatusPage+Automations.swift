import Serving
import WebPages

/// The automations, and the updates that they refused.
extension StatusPage {
    var automations: HTML {
        let automations = status.owned(\.automations)
        guard !automations.isEmpty else {
            return section(
                "automations", "Automations",
                "No repository has an ImageUpdateAutomation on its branch yet: "
                    + "`sluice create image update` prints one, to be committed beside the policies.",
                .empty)
        }
        return section(
            "automations", "Automations", "Each runs on its interval, and when a tag is new.",
            boundedTable(
                ["Automation", "Result", "Last run", "Last commit", "Next run"], automations,
                failsFirst: { $0.item.isFailing || !$0.item.refusals.isEmpty },
                cells: automationCells))
    }

    private func automationCells(_ owned: Owned<AutomationStatus>) -> [HTML] {
        let automation = owned.item
        let next: HTML = automation.isSuspended ? "–" : age(automation.nextRun)
        return [
            named(automation.name, of: owned.repository), outcome(of: automation),
            age(automation.lastRun), commit(automation.lastCommit),
            "\(next)<br><small>every \(Distance.text(ofSeconds: automation.interval))</small>",
        ]
    }

    private func outcome(of automation: AutomationStatus) -> HTML {
        let refused: HTML =
            automation.refusals.isEmpty
            ? .empty : " \(badge("\(automation.refusals.count) refused", "warning"))"
        return "\(badge(ofOutcome: automation))\(refused)\(link(automation.pullRequest))"
    }

    private func badge(ofOutcome automation: AutomationStatus) -> HTML {
        if automation.isSuspended { return badge("suspended", "warning") }
        return switch automation.outcome {
        case nil: badge("not run yet")
        case .pushed: badge("pushed", "note")
        case .unchanged: badge("unchanged")
        case .skipped(let reason): "\(badge("skipped")) <small>\(prose(reason))</small>"
        case .failed(let reason): "\(badge("failed", "error")) \(prose(reason))"
        }
    }

    private func commit(_ commit: CommitStatus?) -> HTML {
        guard let commit else { return "–" }
        return """
            <code>\(String(commit.id.prefix(10)))</code> \(commit.subject)<br>\
            <small>\(commit.branch), \(age(commit.time))</small>
            """
    }

    /// Nothing but the Web's addresses becomes a link.
    private func link(_ address: String?) -> HTML {
        guard let address, address.hasPrefix("https://") || address.hasPrefix("http://") else {
            return .empty
        }
        return "<br><a href=\"\(address)\" rel=\"noreferrer\">pull request</a>"
    }

    // MARK: Refusals

    var refusals: HTML {
        let refusals = status.owned(\.automations).flatMap { owned in
            owned.item.refusals.map {
                (automation: Owned(repository: owned.repository, item: owned.item.name), $0)
            }
        }
        guard !refusals.isEmpty else {
            return section(
                "refusals", "Refused updates", "The last runs refused nothing.", .empty)
        }
        return section(
            "refusals", "Refused updates",
            "New tags that guardrails, or an update's own check, kept out of the last runs.",
            boundedTable(
                ["Place", "Policy", "Reason", "Automation"], refusals, failsFirst: { _ in true }
            ) { automation, refusal in
                [
                    "<span class=\"place\">\(place(refusal.path, refusal.line))</span>",
                    "\(refusal.marker)", prose(refusal.reason),
                    named(automation.item, of: automation.repository),
                ]
            })
    }
}
