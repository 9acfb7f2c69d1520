import ManifestFacts
import Rules
import SourceText
package import Triage

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
    fileprivate var json: JSONValue {
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
