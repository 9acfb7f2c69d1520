import ManifestFacts
import Rules
import SourceText
package import Triage

/// The tool's own JSON, schema 1: its keys are an interface, and none is ever renamed.
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
            "findings": .array(report.told(options).map(finding)),
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
            "errors": .integer(report.count(of: .error)),
            "warnings": .integer(report.count(of: .warning)),
            "notes": .integer(report.count(of: .note)),
            "suppressed": .integer(report.suppressedCount),
            "baselined": .integer(report.baselinedCount),
            "notChecked": .integer(report.notChecked.count),
        ]
    }

    private func finding(_ reported: ReportedFinding) -> JSONValue {
        let finding = reported.finding
        return [
            "rule": .string(finding.rule),
            "severity": .string(finding.severity.rawValue),
            "message": .string(finding.message),
            "path": .string(finding.location.path),
            "line": .integer(reported.region.start.line),
            "column": .integer(reported.region.start.column),
            "endLine": .integer(reported.region.end.line),
            "endColumn": .integer(reported.region.end.column),
            "object": finding.object.map(object) ?? .null,
            "environments": .array(finding.environments.map(JSONValue.string)),
            "witness": finding.witness.map(witness) ?? .null,
            "related": .array(reported.related.map(related)),
            "fingerprint": .string(reported.fingerprint),
            "state": .string(reported.state.rawValue),
            "suppression": reported.acceptance.map(suppression) ?? .null,
            "fix": finding.fix.map { fix($0, edits: reported.edits) } ?? .null,
        ]
    }

    private func suppression(_ acceptance: ReportedAcceptance) -> JSONValue {
        [
            "kind": .string(acceptance.form.rawValue),
            "reason": JSONValue(acceptance.reason),
            "until": JSONValue(acceptance.until.map { "\($0)" }),
            "path": JSONValue(acceptance.place?.path),
            "line": JSONValue(acceptance.place?.region.start.line),
            "column": JSONValue(acceptance.place?.region.start.column),
        ]
    }

    private func object(_ object: ObjectIdentity) -> JSONValue {
        [
            "apiVersion": JSONValue(object.apiVersion), "kind": JSONValue(object.kind),
            "namespace": JSONValue(object.namespace), "name": JSONValue(object.name),
        ]
    }

    private func witness(_ witness: Witness) -> JSONValue {
        ["environment": JSONValue(witness.environment), "tag": .string(witness.tag)]
    }

    private func related(_ place: ReportedPlace) -> JSONValue {
        [
            "message": .string(place.message), "path": .string(place.path),
            "line": .integer(place.region.start.line),
            "column": .integer(place.region.start.column),
        ]
    }

    private func fix(_ fix: Fix, edits: [ReportedEdit]) -> JSONValue {
        [
            "safe": .boolean(fix.isSafe),
            "description": .string(fix.description),
            "edits": .array(edits.map(edit)),
        ]
    }

    private func edit(_ edit: ReportedEdit) -> JSONValue {
        [
            "path": .string(edit.path),
            "line": .integer(edit.region.start.line),
            "column": .integer(edit.region.start.column),
            "endLine": .integer(edit.region.end.line),
            "endColumn": .integer(edit.region.end.column),
            "text": .string(edit.text),
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
    /// What the machine output of a check holds besides the envelope, for commands that tell more.
    package func members(_ options: ReportOptions) -> [String: JSONValue] {
        JSONReport(report: self, options: options).members
    }
}
