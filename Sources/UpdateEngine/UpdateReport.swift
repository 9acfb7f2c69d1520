import ManifestFacts
package import Reports
import Rules
import SourceText

/// The outcome of an update, for people and programs.
package struct UpdateReport: Answer {
    package static let command = "update"

    private let plan: UpdatePlan

    package init(_ plan: UpdatePlan) {
        self.plan = plan
    }

    package var isValid: Bool { !plan.hasFailed }

    package var members: [String: JSONValue] { UpdateLists([plan]).members }

    /// A line for each marker but for those whose values are the new ones already.
    package func text(in style: TextStyle) -> String {
        lines(in: style) + summary + "\n"
    }

    /// The same without the numbers.
    func lines(in style: TextStyle) -> String {
        plan.markers.compactMap { $0.line(in: style) }.joined()
            + plan.errors.map {
                style.applied(.severity(.error), to: "error") + ": \($0.message)\n"
            }
            .joined()
    }

    /// The same without the changes, for output that shows them otherwise.
    package func remarks(in style: TextStyle) -> String {
        let others = plan.markers.filter {
            if case .changed = $0.outcome { false } else { true }
        }
        return others.compactMap { $0.line(in: style) }.joined()
            + plan.errors.map { "error: \($0.message)\n" }.joined() + summary
    }

    /// The changes in the form of `git diff`.
    package var diff: String {
        plan.changedFiles.map {
            UnifiedDiff(path: $0.path, source: $0.before, edits: $0.edits).text
        }.joined()
    }

    private var summary: String {
        var counts: [String: Int] = [:]
        for marker in plan.markers { counts[marker.outcome.list, default: 0] += 1 }
        let words = ["changes": "changed", "unchanged": "unchanged"]
        return ["changes", "unchanged", "skipped", "refused"].map {
            "\(counts[$0] ?? 0) \(words[$0] ?? $0)"
        }.joined(separator: ", ")
    }
}

/// The lists of machine output: markers by their outcomes.
struct UpdateLists {
    private var lists = Dictionary(
        uniqueKeysWithValues: ["changes", "unchanged", "skipped", "refused", "errors", "commits"]
            .map { ($0, JSONList()) })

    init(_ plans: [UpdatePlan]) {
        for plan in plans {
            for error in plan.errors {
                add(
                    ["image": JSONValue(error.image), "message": .string(error.message)],
                    to: "errors")
            }
            for marker in plan.files.lazy.flatMap(\.markers) {
                add(marker.json, to: marker.outcome.list)
            }
        }
    }

    var members: [String: JSONValue] { lists.mapValues(JSONValue.list) }

    private mutating func add(_ value: JSONValue, to list: String) {
        lists[list, default: JSONList()].append(value)
    }
}

extension MarkerUpdate {
    /// The entry in the list of the marker's outcome.
    var json: JSONValue {
        var members = outcome.json(at: position)
        members["path"] = .string(path)
        members["line"] = .integer(position.line)
        members["marker"] = .string(marker)
        return .object(members)
    }

    func line(in style: TextStyle) -> String? {
        let place = style.applied(
            .emphasis, to: "\(path):\(position.line):\(position.column)".visible)
        let marker = marker.visible
        switch outcome {
        case .changed(let change):
            let values = "\(change.old.quoted) → \(change.new.quoted)".visible
            return "\(place): \(marker): \(values) (\(change.reason.visible))\n"
        case .unchanged: return nil
        case .skipped(let reason): return "\(place): \(marker): skipped: \(reason.visible)\n"
        case .refused(let refusal):
            let refused = style.applied(.severity(.error), to: "refused")
            return "\(place): \(marker): \(refused): \(refusal.reason.visible)\n"
        }
    }
}

extension MarkerUpdate.Outcome {
    /// The list that such markers are in.
    fileprivate var list: String {
        switch self {
        case .changed: "changes"
        case .unchanged: "unchanged"
        case .skipped: "skipped"
        case .refused: "refused"
        }
    }

    fileprivate func json(at position: SourcePosition) -> [String: JSONValue] {
        switch self {
        case .changed(let change): change.json(at: position)
        case .unchanged(let value): ["value": .string(value)]
        case .skipped(let reason): ["reason": .string(reason)]
        case .refused(let refusal):
            [
                "reason": .string(refusal.reason),
                "findings": .array(refusal.findings.map(\.json)),
            ]
        }
    }
}

extension MarkerChange {
    fileprivate func json(at position: SourcePosition) -> [String: JSONValue] {
        [
            "column": .integer(position.column), "document": .integer(document),
            "yamlPath": .string(yamlPath), "old": .string(old), "new": .string(new),
            "reason": .string(reason),
            "object": object.map { object in
                [
                    "apiVersion": JSONValue(object.apiVersion), "kind": JSONValue(object.kind),
                    "namespace": JSONValue(object.namespace), "name": JSONValue(object.name),
                ]
            } ?? .null,
        ]
    }
}
