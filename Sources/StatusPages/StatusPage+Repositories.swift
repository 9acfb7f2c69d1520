import Serving
import WebPages

/// Repositories and their receivers.
extension StatusPage {
    var repositories: HTML {
        guard !status.repositories.isEmpty else {
            return section(
                "repositories", "Repositories",
                "No repository is served: name one with `--repository`, or several in the file "
                    + "of `--repositories`.", .empty)
        }
        return section(
            "repositories", "Repositories", "",
            boundedTable(
                ["Repository", "Branch", "Commit", "Last fetch"], status.repositories,
                failsFirst: { $0.problem != nil }
            ) { repository in
                let problem: HTML =
                    repository.problem.map { "<br>\(badge("failed", "error")) \(prose($0))" }
                    ?? .empty
                let commit: HTML =
                    repository.commit.map { "<code>\(String($0.prefix(10)))</code>" } ?? "–"
                return [
                    "\(imageName(repository.name))\(problem)", "\(repository.branch ?? "–")",
                    commit, age(repository.lastFetch),
                ]
            })
    }

    var receivers: HTML {
        let receivers = status.owned(\.receivers)
        guard !receivers.isEmpty else {
            return section(
                "receivers", "Receivers",
                "No repository has a Receiver, so images are scanned on their intervals alone. "
                    + "A Receiver, with its Secret below `--secret-dir`, lets registries call.",
                .empty)
        }
        return section(
            "receivers", "Receivers", "Who calls, and how the last call was answered.",
            boundedTable(
                ["Receiver", "Type", "State", "Last call", "Calls"], receivers,
                failsFirst: { $0.item.problem != nil }
            ) { owned in
                let receiver = owned.item
                return [
                    named(receiver.name, of: owned.repository), "\(receiver.type)",
                    state(receiver), "\(age(receiver.lastCall)) \(answer(receiver))",
                    "\(receiver.callCount)",
                ]
            })
    }

    private func state(_ receiver: ReceiverStatus) -> HTML {
        if receiver.isSuspended { return badge("suspended", "warning") }
        guard let problem = receiver.problem else { return badge("ready", "note") }
        return "\(badge("not ready", "error")) \(prose(problem))"
    }

    private func answer(_ receiver: ReceiverStatus) -> HTML {
        guard let status = receiver.lastStatus else { return .empty }
        return badge(String(status), (200..<300).contains(status) ? "" : "warning")
    }
}
