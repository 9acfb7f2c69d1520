import Reports
import SourceText
import UpdateEngine

/// How one run of an automation ended.
struct AutomationResult: Sendable {
    /// `NAMESPACE/NAME`.
    let name: String
    /// Nil where nothing had changed, so that nothing was done.
    var record: RunRecord?
    var memory: RunMemory
    /// The commits that it pushed, with their parents.
    var commits: [(id: String, parent: String, branch: String)] = []
    /// The pushes that came too late, after another one.
    var outrunCount = 0

    /// Whether it is done until its interval has passed.
    var succeeded: Bool {
        if case .failed? = record?.outcome { false } else { true }
    }

    /// The position of a clone that knows of the commits on its branch, as far as they follow it.
    func position(after position: Mirror.Position) -> Mirror.Position {
        commits.reduce(position) { position, commit in
            commit.branch == position.branch && commit.parent == position.commit
                ? Mirror.Position(branch: position.branch, commit: commit.id) : position
        }
    }
}

extension AutomationAccount {
    var statusOutcome: AutomationStatus.Outcome {
        switch outcome {
        case .unchanged: .unchanged
        case .skipped(let reason): .skipped(reason)
        case .failed(let reason): .failed(reason)
        case .committed(let commit):
            if case .pushed = commit.state, let id = commit.id {
                .pushed(commit: id, branch: branch ?? "", subject: commit.subject)
            } else {
                .failed("its commit was not pushed")
            }
        }
    }

    var refusals: [RefusalStatus] {
        (plan?.markers ?? []).compactMap { marker in
            guard case .refused(let refusal) = marker.outcome else { return nil }
            return RefusalStatus(
                path: marker.path, line: marker.position.line, marker: marker.marker,
                reason: refusal.reason)
        }
    }

    var pushedCommit: (id: String, parent: String, branch: String)? {
        guard case .committed(let commit) = outcome, case .pushed = commit.state,
            let id = commit.id, let branch
        else { return nil }
        return (id, commit.parent, branch)
    }

    /// Whether all was written that was to be.
    var isClean: Bool { AutomationReport([self]).isValid }
}

extension AutomationCommit {
    fileprivate var subject: String {
        message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}

extension AutomationStatus.Outcome {
    /// Which of the outcomes of several ways of building one automation is told.
    var weight: Int {
        switch self {
        case .failed: 3
        case .pushed: 2
        case .skipped: 1
        case .unchanged: 0
        }
    }
}
