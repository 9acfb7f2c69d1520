internal import GRDB

/// A run, as the tables of runs and of last pushes have it.
struct RunColumns: Codable, Sendable {
    let repository: String
    let name: String
    let start: Int64
    let duration: Double
    let outcome: String
    let commit: String?
    let branch: String?
    /// The first line of the message, or the reason.
    let text: String?
    let pullRequest: String?
    let refusals: [Refusal]

    struct Refusal: Codable, Sendable {
        let path: String
        let line: Int
        let marker: String
        let reason: String
    }

    init(_ run: RunRecord) {
        (repository, name) = (run.automation.repository, run.automation.name)
        start = run.start.millisecondsSince1970
        duration = run.duration
        (outcome, commit, branch, text) =
            switch run.outcome {
            case .pushed(let commit, let branch, let subject): ("pushed", commit, branch, subject)
            case .unchanged: ("unchanged", nil, nil, nil)
            case .skipped(let reason): ("skipped", nil, nil, reason)
            case .failed(let reason): ("failed", nil, nil, reason)
            }
        pullRequest = run.pullRequest
        refusals = run.refusals.map {
            Refusal(path: $0.path, line: $0.line, marker: $0.marker, reason: $0.reason)
        }
    }

    /// Nil for what is no run.
    var run: RunRecord? {
        let outcome: AutomationStatus.Outcome
        switch (self.outcome, commit, branch, text) {
        case ("pushed", let commit?, let branch?, let subject?):
            outcome = .pushed(commit: commit, branch: branch, subject: subject)
        case ("unchanged", _, _, _): outcome = .unchanged
        case ("skipped", _, _, let reason?): outcome = .skipped(reason)
        case ("failed", _, _, let reason?): outcome = .failed(reason)
        default: return nil
        }
        return RunRecord(
            automation: ObjectKey(repository: repository, name: name), start: Timestamp(start),
            duration: duration, outcome: outcome,
            refusals: refusals.map {
                RefusalStatus(path: $0.path, line: $0.line, marker: $0.marker, reason: $0.reason)
            },
            pullRequest: pullRequest)
    }
}

struct RunRow: StateRow {
    static let databaseTableName = "run"

    let columns: RunColumns

    init(_ run: RunRecord) { columns = RunColumns(run) }

    init(from decoder: any Decoder) throws { columns = try RunColumns(from: decoder) }

    func encode(to encoder: any Encoder) throws { try columns.encode(to: encoder) }
}

struct PushRow: StateRow {
    static let databaseTableName = "push"

    let columns: RunColumns

    init(_ run: RunRecord) { columns = RunColumns(run) }

    init(from decoder: any Decoder) throws { columns = try RunColumns(from: decoder) }

    func encode(to encoder: any Encoder) throws { try columns.encode(to: encoder) }
}
