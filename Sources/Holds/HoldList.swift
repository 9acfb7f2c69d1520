package import Configuration
import ManifestFacts
package import Reports
package import RepositoryLinking
import Rules
import SourceText

/// The holds of a repository, for people and programs.
package struct HoldList: Answer {
    package static let command = "holds"

    private let rows: [HeldRow]

    /// - Parameter since: The day on which a line of a file came, where that is known.
    package init<Failure: Error>(
        in model: RepositoryModel, on today: CalendarDay?,
        since: (_ path: String, _ line: String) throws(Failure) -> String?
    ) throws(Failure) {
        var rows: [HeldRow] = []
        for hold in model.holds {
            rows.append(
                HeldRow(
                    hold: hold, line: model.line(of: hold), isExpired: hold.isExpired(on: today),
                    since: try since(hold.path, hold.statement.line)))
        }
        self.rows = rows
    }

    package var isEmpty: Bool { rows.isEmpty }

    package var members: [String: JSONValue] {
        ["holds": .array(rows.map(\.json))]
    }

    package func text(in style: TextStyle) -> String {
        guard !rows.isEmpty else { return "" }
        return TextTable(
            header: ["OBJECT", "HOLD", "TAG", "NOT", "SINCE", "UNTIL", "STATE", "REASON"],
            rows.map(\.cells)
        ).text(in: style)
    }
}

/// One hold with what the repository does not tell.
private struct HeldRow: Sendable {
    let hold: LinkedHold
    let line: Int
    let isExpired: Bool
    let since: String?

    private var statement: HoldStatementParts { HoldStatementParts(hold) }

    var cells: [TextTable.Cell] {
        [
            .init("\(hold.fact.holder.rawValue)/\(hold.name)"), .init(statement.kind),
            .init(statement.tag ?? "-"), .init(statement.badTag ?? "-"), .init(since ?? "-"),
            .init(hold.statement.until ?? "-", isExpired ? .severity(.warning) : nil),
            .init(state, hold.verdict == .holds ? nil : .severity(.error)),
            .init(hold.statement.reason),
        ]
    }

    private var state: String {
        switch hold.verdict {
        case .holds: isExpired ? "expired" : "holds"
        case .fails: "does not hold"
        case .unknown: "not known"
        }
    }

    var json: JSONValue {
        let (holds, reason): (JSONValue, String?) =
            switch hold.verdict {
            case .holds: (true, nil)
            case .fails(let reason): (false, reason)
            case .unknown(let reason): (.null, reason)
            }
        return [
            "object": [
                "kind": .string(hold.fact.holder.rawValue), "name": .string(hold.name),
            ],
            "policies": .array(Set(hold.policies.map(\.name)).sorted().map(JSONValue.string)),
            "path": .string(hold.path), "line": .integer(line), "hold": .string(statement.kind),
            "tag": JSONValue(statement.tag), "badTag": JSONValue(statement.badTag),
            "since": JSONValue(since), "until": JSONValue(hold.statement.until),
            "expired": .boolean(isExpired), "reason": .string(hold.statement.reason),
            "holds": holds, "problem": JSONValue(reason),
        ]
    }
}

/// The words of a hold.
private struct HoldStatementParts {
    let kind: String
    /// The tag that stays; nil but for a pin.
    let tag: String?
    let badTag: String?

    init(_ hold: LinkedHold) {
        kind = hold.statement.measure.word
        badTag = hold.statement.badTag
        if case .pin(let pinned, _) = hold.statement.measure { tag = pinned } else { tag = nil }
    }
}
