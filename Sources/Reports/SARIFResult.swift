import Rules
import SourceText
import Triage

/// One finding as a SARIF `result` (section 3.27).
struct SARIFResult {
    let reported: ReportedFinding
    let rules: SARIFRules
    let options: ReportOptions
    let isCompared: Bool

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

/// SARIF's plain text messages, in which brackets make links (section 3.11).
///
/// Braces stay single, although section 3.11.5 wants them doubled: a message without arguments has
/// no placeholders to tell them from, and viewers show a doubled brace as it is.
enum SARIFMessage {
    static func plain(_ text: String) -> JSONValue {
        ["text": .string(escaped(text))]
    }

    /// The finding's message, then a link to each related place, as ids from 1.
    ///
    /// GitHub shows only the related places that the message links to.
    static func message(_ text: String, linkingTo places: [ReportedPlace]) -> JSONValue {
        let links = places.enumerated().map { index, place in
            "[\(escaped(place.message))](\(index + 1))"
        }
        let tail = links.isEmpty ? "" : ". See " + links.joined(separator: ", ")
        return ["text": .string(escaped(text) + tail)]
    }

    /// `text` with its brackets and backslashes escaped (section 3.11.6).
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if "[]\\".unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}

/// Locations in SARIF: relative to the repository's root, columns in UTF-16 units, ends exclusive.
enum SARIFLocation {
    /// The name of the repository's root, so that reports do not contain its path on this machine.
    static let baseID = "%SRCROOT%"

    /// A `physicalLocation` (section 3.29).
    static func region(_ region: SourceRegion, of path: String) -> JSONValue {
        ["artifactLocation": artifact(path), "region": value(of: region)]
    }

    /// A `physicalLocation` of a whole line, or of the whole file if `line` is nil.
    static func line(_ line: Int?, of path: String) -> JSONValue {
        var members = ["artifactLocation": artifact(path)]
        members["region"] = line.map { ["startLine": .integer($0)] }
        return .object(members)
    }

    /// An `artifactLocation` (section 3.4).
    static func artifact(_ path: String) -> JSONValue {
        ["uri": .string(RelativeURI.reference(toPath: path)), "uriBaseId": .string(baseID)]
    }

    /// A `region` (section 3.30).
    static func value(of region: SourceRegion) -> JSONValue {
        [
            "startLine": .integer(region.start.line),
            "startColumn": .integer(region.start.utf16Column),
            "endLine": .integer(region.end.line),
            "endColumn": .integer(region.end.utf16Column),
        ]
    }
}

/// A repository path as a relative URI reference (RFC 3986, section 4.2).
enum RelativeURI {
    /// `path` with every byte percent-encoded that a path segment may not contain.
    static func reference(toPath path: String) -> String {
        let encoded = path.utf8.reduce(into: "") { result, byte in
            if isAllowed(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        // A colon in the first segment would make everything before it a scheme.
        let firstSegment = encoded.utf8.prefix { $0 != UInt8(ascii: "/") }
        return firstSegment.contains(UInt8(ascii: ":")) ? "./" + encoded : encoded
    }

    /// The slash between segments and the `pchar` of RFC 3986, section 3.3.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "/-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }
}
