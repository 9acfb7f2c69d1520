import Forges
package import Reports
import Rules
import SourceText

/// The outcome of automations, for people and programs.
package struct AutomationReport: Answer {
    package static let command = "update"

    private let accounts: [AutomationAccount]
    /// How many automations have a name.
    private let counts: [String: Int]

    package init(_ accounts: [AutomationAccount]) {
        self.accounts = accounts
        counts = Dictionary(grouping: accounts, by: \.name).mapValues(\.count)
    }

    /// With its place where the name alone does not say which is meant.
    private func name(of account: AutomationAccount) -> String {
        counts[account.name] == 1
            ? account.name : "\(account.name) (\(account.path):\(account.line))"
    }

    package var isValid: Bool { !accounts.contains(where: \.hasFailed) }

    // MARK: Programs

    package var members: [String: JSONValue] {
        var members = UpdateLists(accounts.compactMap(\.plan)).members
        members["commits"] = .array(accounts.compactMap(\.commitMembers))
        members["automations"] = .array(accounts.map(\.members))
        return members
    }

    // MARK: People

    package func text(in style: TextStyle) -> String {
        accounts.map { account in
            (account.plan.map { UpdateReport($0).lines(in: style) } ?? "")
                + account.line(in: style, named: name(of: account))
                + account.requestLine(in: style, named: name(of: account))
        }.joined() + (accounts.isEmpty ? "there are no automations\n" : "")
    }

    /// The commit of each automation: its message, and a diff for `git apply`.
    package var diff: String {
        accounts.compactMap { account in
            guard case .committed(let commit) = account.outcome, let plan = account.plan else {
                return nil
            }
            let lines = commit.message.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "    \(String($0).visible)" }
            let message = lines.reversed().drop(while: \.isEmpty).reversed()
                .joined(separator: "\n")
            return
                "\(account.heading(of: commit, named: name(of: account)))\n\n\(message)\n\n\(UpdateReport(plan).diff)"
        }.joined(separator: "\n")
    }

    /// The reasons behind the diff, and all that is not in it.
    package func remarks(in style: TextStyle) -> String {
        String(text(in: style).dropLast())
    }
}

extension AutomationAccount {
    private var place: String {
        "`\(branch ?? "")`" + (remote.map { " of `\($0)`" } ?? "")
    }

    fileprivate func heading(of commit: AutomationCommit, named name: String) -> String {
        "automation \(name): \(place), from \(commit.parent.prefix(12))".visible
    }

    fileprivate func line(in style: TextStyle, named name: String) -> String {
        let name = style.applied(.emphasis, to: name.visible)
        switch outcome {
        case .committed(let commit): return "\(name): \(words(for: commit).visible)\n"
        case .unchanged: return "\(name): nothing to commit to \(place.visible)\n"
        case .skipped(let reason): return "\(name): skipped: \(reason.visible)\n"
        case .failed(let reason):
            let failed = style.applied(.severity(.error), to: "failed")
            return "\(name): \(failed): \(reason.visible)\n"
        }
    }

    fileprivate func requestLine(in style: TextStyle, named name: String) -> String {
        guard let words = request?.words else { return "" }
        return "\(style.applied(.emphasis, to: name.visible)): \(words.visible)\n"
    }

    private func words(for commit: AutomationCommit) -> String {
        let id = commit.id.map { "\($0.prefix(12))" } ?? ""
        let words =
            switch commit.state {
            case .planned: "would commit to \(place)\(way(of: commit))"
            case .pushed: "pushed \(id) to \(place)\(way(of: commit))"
            case .moved: "committed \(id) to \(place)\(way(of: commit))"
            case .loose(let advice):
                "made the commit \(id), and left \(place), which is checked out: \(advice)"
            }
        return words + (commit.complaint.map { "; but \($0)" } ?? "")
    }

    private func way(of commit: AutomationCommit) -> String {
        switch commit.way {
        case .direct: ""
        case .created: ", which is new"
        case .rebuilt: ", in place of what it held"
        case .appended: ", on top of what it holds"
        }
    }

    fileprivate var members: JSONValue {
        let (outcome, reason): (String, String?) =
            switch outcome {
            case .committed(let commit): ("committed", commit.complaint)
            case .unchanged: ("unchanged", nil)
            case .skipped(let reason): ("skipped", reason)
            case .failed(let reason): ("failed", reason)
            }
        return [
            "name": .string(name), "path": .string(path), "line": .integer(line),
            "branch": JSONValue(branch), "remote": JSONValue(remote),
            "outcome": .string(outcome), "reason": JSONValue(reason),
            "request": request.map(\.json) ?? .null,
        ]
    }

    fileprivate var commitMembers: JSONValue? {
        guard case .committed(let commit) = outcome else { return nil }
        let isPushed = if case .pushed = commit.state { true } else { false }
        return [
            "id": JSONValue(commit.id), "parent": .string(commit.parent),
            "branch": JSONValue(branch), "remote": JSONValue(remote),
            "automation": .string(name), "message": .string(commit.message),
            "pushed": .boolean(isPushed),
        ]
    }
}

extension AutomationRequest {
    /// As promotions tell it.
    fileprivate var words: String {
        switch self {
        case .planned(let place): "pull request: would be opened at \(place)"
        case .known(let url, let action): "pull request \(action.rawValue): \(url)"
        case .pushed: "pull request: asked for with the push"
        case .none(let reason): "no pull request: \(reason)"
        case .failed(let reason): "no pull request yet: \(reason)"
        }
    }

    fileprivate var json: JSONValue {
        let (outcome, url, reason): (String, String?, String?) =
            switch self {
            case .planned(let place): ("planned", nil, place)
            case .known(let url, let action): (action.rawValue, url, nil)
            case .pushed: ("pushed", nil, nil)
            case .none(let reason): ("none", nil, reason)
            case .failed(let reason): ("failed", nil, reason)
            }
        return [
            "outcome": .string(outcome), "url": JSONValue(url), "reason": JSONValue(reason),
        ]
    }
}
