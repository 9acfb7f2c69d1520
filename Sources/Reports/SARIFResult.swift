import Rules
import SourceText
import Triage

/// One finding as a SARIF `result` (section 3.27).
struct SARIFResult {
    private let reported: ReportedFinding
    private let rules: SARIFRules
    private let options: ReportOptions
    private let isCompared: Bool

    init(
        _ reported: ReportedFinding, rules: SARIFRules, options: ReportOptions, isCompared: Bool
    ) {
        self.isCompared = isCompared
        self.reported = reported
        self.rules = rules
        self.options = options
    }

    var value: JSONValue {
        let finding = reported.finding
        let location = SARIFLocation.region(reported.region, of: finding.location.path)
        var members: [String: JSONValue] = [
            "ruleId": .string(finding.rule),
            "level": .string(finding.severity.rawValue),
            "message": SARIFMessage.message(finding.message, linkingTo: reported.related),
            "locations": [["physicalLocation": location]],
            "partialFingerprints": ["primaryLocationLineHash": .string(reported.lineHash)],
            "fingerprints": .object(["\(options.tool.name)/v1": .string(reported.fingerprint)]),
        ]
        members["ruleIndex"] = rules.index(of: finding.rule).map(JSONValue.integer)
        if !reported.related.isEmpty {
            members["relatedLocations"] = relatedLocations
            if finding.witness != nil { members["codeFlows"] = [flow(to: location)] }
        }
        if let fix = finding.fix, fix.isSafe { members["fixes"] = [value(of: fix)] }
        if isCompared {
            members["baselineState"] = reported.state == .new ? "new" : "unchanged"
        }
        // The standard requires that either all results of a run have suppressions, or none.
        if options.includesAccepted {
            members["suppressions"] = .array(reported.acceptance.map { [suppression($0)] } ?? [])
        }
        return .object(members)
    }

    /// A `suppression` (section 3.35): in source if it is a comment or an annotation.
    private func suppression(_ acceptance: ReportedAcceptance) -> JSONValue {
        let isInSource = acceptance.form == .comment || acceptance.form == .annotation
        let end = acceptance.until.map { " (until \($0))" } ?? ""
        var members: [String: JSONValue] = [
            "kind": isInSource ? "inSource" : "external", "status": "accepted",
            "justification": .string((acceptance.reason ?? "in the baseline") + end),
        ]
        members["location"] = acceptance.place.map { place in
            ["physicalLocation": SARIFLocation.region(place.region, of: place.path)]
        }
        return .object(members)
    }

    private var relatedLocations: JSONValue {
        .array(
            reported.related.enumerated().map { index, place in
                [
                    "id": .integer(index + 1),
                    "message": SARIFMessage.plain(place.message),
                    "physicalLocation": SARIFLocation.region(place.region, of: place.path),
                ]
            })
    }

    /// A `codeFlow` (section 3.36): the chain of locations from the witness to the finding.
    private func flow(to end: JSONValue) -> JSONValue {
        let chain = reported.related.map {
            ($0.message, SARIFLocation.region($0.region, of: $0.path))
        }
        let steps = (chain + [(reported.finding.message, end)]).map { message, place -> JSONValue in
            ["location": ["message": SARIFMessage.plain(message), "physicalLocation": place]]
        }
        return ["threadFlows": [["locations": .array(steps)]]]
    }

    /// A `fix` (section 3.55), which changes the finding's own file only.
    private func value(of fix: Fix) -> JSONValue {
        let replacements = reported.edits.map { edit -> JSONValue in
            [
                "deletedRegion": SARIFLocation.value(of: edit.region),
                "insertedContent": ["text": .string(edit.text)],
            ]
        }
        return [
            "description": SARIFMessage.plain(fix.description),
            "artifactChanges": [
                [
                    "artifactLocation": SARIFLocation.artifact(reported.finding.location.path),
                    "replacements": .array(replacements),
                ]
            ],
        ]
    }
}
