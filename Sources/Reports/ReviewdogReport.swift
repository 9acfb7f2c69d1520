import Rules
import SourceText
import Triage

/// The findings as reviewdog's diagnostics, one JSON document on each line.
///
/// Lines and columns count from 1, columns in UTF-8 bytes; ends are exclusive.
///
/// Source: reviewdog, `proto/rdf/reviewdog.proto`.
struct ReviewdogReport {
    let report: CheckReport
    let options: ReportOptions

    var text: String { report.shown(options).map { diagnostic($0).line }.joined() }

    private func diagnostic(_ reported: ReportedFinding) -> JSONValue {
        let finding = reported.finding
        var members: [String: JSONValue] = [
            "message": .string(finding.message),
            "location": location(finding.location.path, reported.region),
            "severity": .string(Self.name(of: finding.severity)),
            "source": ["name": .string(options.tool.name)],
            "code": ["value": .string(finding.rule)],
        ]
        if finding.fix != nil {
            members["suggestions"] = .array(
                reported.edits.map {
                    ["range": range($0.region), "text": .string($0.text)]
                })
        }
        if !reported.related.isEmpty {
            members["relatedLocations"] = .array(
                reported.related.map {
                    ["message": .string($0.message), "location": location($0.path, $0.region)]
                })
        }
        return .object(members)
    }

    private func location(_ path: String, _ region: SourceRegion) -> JSONValue {
        ["path": .string(path), "range": range(region)]
    }

    private func range(_ region: SourceRegion) -> JSONValue {
        ["start": position(region.start), "end": position(region.end)]
    }

    private func position(_ position: SourcePosition) -> JSONValue {
        ["line": .integer(position.line), "column": .integer(position.utf8Column)]
    }

    private static func name(of severity: Severity) -> String {
        switch severity {
        case .error: "ERROR"
        case .warning: "WARNING"
        case .note: "INFO"
        }
    }
}
