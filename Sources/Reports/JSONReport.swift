package import ManifestFacts
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

extension ReportedFinding {
    /// The finding as `docs/schema/check-v1.schema.json` describes it.
    package var json: JSONValue {
        [
            "rule": .string(finding.rule),
            "severity": .string(finding.severity.rawValue),
            "message": .string(finding.message),
            "path": .string(finding.location.path),
            "line": .integer(region.start.line),
            "column": .integer(region.start.column),
            "endLine": .integer(region.end.line),
            "endColumn": .integer(region.end.column),
            "object": finding.object?.json ?? .null,
            "environments": .array(finding.environments.map(JSONValue.string)),
            "witness": finding.witness?.json ?? .null,
            "related": .array(related.map(\.json)),
            "fingerprint": .string(fingerprint),
            "state": .string(state.rawValue),
            "suppression": acceptance?.json ?? .null,
            "fix": finding.fix.map(json(of:)) ?? .null,
        ]
    }

    private func json(of fix: Fix) -> JSONValue {
        [
            "safe": .boolean(fix.isSafe),
            "description": .string(fix.description),
            "edits": .array(edits.map(\.json)),
        ]
    }
}

extension ReportedAcceptance {
    fileprivate var json: JSONValue {
        [
            "kind": .string(form.rawValue),
            "reason": JSONValue(reason),
            "until": JSONValue(until.map { "\($0)" }),
            "path": JSONValue(place?.path),
            "line": JSONValue(place?.region.start.line),
            "column": JSONValue(place?.region.start.column),
        ]
    }
}

extension ObjectIdentity {
    /// `KIND NAMESPACE/NAME`, as far as they are written.
    package var words: String {
        let name = [namespace, name].compactMap(\.self).joined(separator: "/")
        return [kind ?? "", name].filter { !$0.isEmpty }.joined(separator: " ")
    }

    package var json: JSONValue {
        [
            "apiVersion": JSONValue(apiVersion), "kind": JSONValue(kind),
            "namespace": JSONValue(namespace), "name": JSONValue(name),
        ]
    }
}

extension Witness {
    fileprivate var json: JSONValue {
        ["environment": JSONValue(environment), "tag": .string(tag)]
    }
}

extension ReportedPlace {
    fileprivate var json: JSONValue {
        [
            "message": .string(message), "path": .string(path),
            "line": .integer(region.start.line), "column": .integer(region.start.column),
        ]
    }
}

extension ReportedEdit {
    fileprivate var json: JSONValue {
        [
            "path": .string(path),
            "line": .integer(region.start.line),
            "column": .integer(region.start.column),
            "endLine": .integer(region.end.line),
            "endColumn": .integer(region.end.column),
            "text": .string(text),
        ]
    }
}
