import Inspection
import ManifestFacts
package import Reports
import Rules
import SourceText

/// What an update did, or would do, told to people and programs.
package struct UpdateReport: Explanation {
    package static let command = "update"

    private let plan: UpdatePlan

    package init(_ plan: UpdatePlan) {
        self.plan = plan
    }

    package var isValid: Bool { !plan.hasFailed }

    package var members: [String: JSONValue] {
        var lists: [String: [JSONValue]] = [
            "errors": plan.errors.map {
                ["image": JSONValue($0.image), "message": .string($0.message)]
            }
        ]
        for marker in plan.markers {
            let (list, members) = marker.json
            lists[list, default: []].append(members)
        }
        return Self.emptyMembers.merging(lists.mapValues(JSONValue.array)) { $1 }
    }

    static let emptyMembers = Dictionary(
        ["changes", "unchanged", "skipped", "refused", "errors", "commits"]
            .map { ($0, JSONValue.array([])) }
    ) { $1 }

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

    /// The same without the changes, for whoever is shown these otherwise.
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
        for marker in plan.markers { counts[marker.json.list, default: 0] += 1 }
        let words = ["changes": "changed", "unchanged": "unchanged"]
        return ["changes", "unchanged", "skipped", "refused"].map {
            "\(counts[$0] ?? 0) \(words[$0] ?? $0)"
        }.joined(separator: ", ")
    }
}

extension MarkerUpdate {
    /// The list that the marker belongs to, and what stands there.
    var json: (list: String, members: JSONValue) {
        let place: [String: JSONValue] = [
            "path": .string(path), "line": .integer(position.line), "marker": .string(marker),
        ]
        switch outcome {
        case .changed(let change):
            return ("changes", .object(place.merging(change.json(at: position)) { $1 }))
        case .unchanged(let value):
            return ("unchanged", .object(place.merging(["value": .string(value)]) { $1 }))
        case .skipped(let reason):
            return ("skipped", .object(place.merging(["reason": .string(reason)]) { $1 }))
        case .refused(let refusal):
            let members: [String: JSONValue] = [
                "reason": .string(refusal.reason),
                "findings": .array(refusal.findings.map(\.json)),
            ]
            return ("refused", .object(place.merging(members) { $1 }))
        }
    }

    func line(in style: TextStyle) -> String? {
        let place = style.applied(
            .emphasis, to: "\(path):\(position.line):\(position.column)".visible)
        let marker = marker.visible
        switch outcome {
        case .changed(let change):
            let values = "`\(change.old)` → `\(change.new)`".visible
            return "\(place): \(marker): \(values) (\(change.reason.visible))\n"
        case .unchanged: return nil
        case .skipped(let reason): return "\(place): \(marker): skipped: \(reason.visible)\n"
        case .refused(let refusal):
            let refused = style.applied(.severity(.error), to: "refused")
            return "\(place): \(marker): \(refused): \(refusal.reason.visible)\n"
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
