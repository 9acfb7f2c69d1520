import Rules
import SourceText
package import Triage

/// Sluice's own JSON, schema 1: its keys are an interface, and none is ever renamed.
///
/// `docs/schema/check-v1.schema.json` describes it. Lines and columns count from 1, columns in
/// Unicode scalars, end columns are exclusive.
struct JSONReport {
    let report: CheckReport
    let options: ReportOptions

    var document: JSONValue { .document(of: "check", by: options.tool, members) }

    var members: [String: JSONValue] {
        [
            "source": source,
            "summary": summary,
            "findings": .array(report.told(options).map(\.json)),
            "notChecked": .array(report.notChecked.map(notChecked)),
        ]
    }

    private var source: JSONValue {
        switch report.origin {
        case .worktree: ["kind": "worktree", "revision": .null]
        case .index: ["kind": "index", "revision": .null]
        case .commit(let id): ["kind": "commit", "revision": .string(id)]
        }
    }

    private var summary: JSONValue {
        [
            "files": .integer(report.fileCount),
            "excluded": .integer(report.excludedCount),
            "errors": .integer(report.count(of: .error)),
            "warnings": .integer(report.count(of: .warning)),
            "notes": .integer(report.count(of: .note)),
            "suppressed": .integer(report.suppressedCount),
            "baselined": .integer(report.baselinedCount),
            "notChecked": .integer(report.notChecked.count),
        ]
    }

    private func notChecked(_ item: NotChecked) -> JSONValue {
        [
            "path": .string(item.path), "line": JSONValue(item.line),
            "rule": JSONValue(item.rule), "reason": .string(item.reason),
        ]
    }
}

extension CheckReport {
    /// The members of a check's JSON output besides the envelope, for commands that add more.
    package func members(_ options: ReportOptions) -> [String: JSONValue] {
        JSONReport(report: self, options: options).members
    }
}
