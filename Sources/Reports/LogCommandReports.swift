import Rules
import SourceText
import Triage

/// The findings as annotations: log commands that GitHub Actions shows beside the code.
///
/// GitHub silently drops all but ten annotations of each severity in one step. So the findings
/// of one rule in one file share an annotation, and a last notice says how many findings are not
/// shown. The most severe findings come first.
///
/// Source: GitHub's documentation of workflow commands, and its limits.
struct GitHubReport {
    private static let limit = 10

    let report: CheckReport
    let options: ReportOptions

    var text: String {
        let groups = groups
        var commands: [String] = []
        var hiddenCount = 0
        for severity in Severity.allCases.reversed() {
            let ofSeverity = groups.filter { $0[0].finding.severity == severity }
            // One of the notices is reserved for the number of findings that are not shown.
            let limit = severity == .note ? Self.limit - 1 : Self.limit
            commands += ofSeverity.prefix(limit).map(command)
            hiddenCount += ofSeverity.dropFirst(limit).reduce(0) { $0 + $1.count }
        }
        if hiddenCount > 0 {
            let count = counted(hiddenCount, "more finding")
            commands.append("::notice title=sluice::\(count); the log of the check has them all")
        }
        return commands.map { $0 + "\n" }.joined()
    }

    /// The findings of one rule and severity in one file, in the order of their first ones.
    private var groups: [[ReportedFinding]] {
        struct Key: Hashable {
            let path: [UInt8]
            let rule: String
            let severity: Severity
        }
        var places: [Key: Int] = [:]
        var groups: [[ReportedFinding]] = []
        for reported in report.shown(options) {
            let finding = reported.finding
            let key = Key(
                path: Array(finding.location.path.utf8), rule: finding.rule,
                severity: finding.severity)
            if let place = places[key] {
                groups[place].append(reported)
            } else {
                places[key] = groups.count
                groups.append([reported])
            }
        }
        return groups
    }

    private func command(for group: [ReportedFinding]) -> String {
        let (finding, region) = (group[0].finding, group[0].region)
        var properties = [
            ("file", finding.location.path), ("line", "\(region.start.line)"),
            ("endLine", "\(region.end.line)"), ("title", finding.rule),
        ]
        // GitHub accepts columns only if the annotation is on one line.
        if region.start.line == region.end.line {
            properties += [
                ("col", "\(region.start.utf16Column)"), ("endColumn", "\(region.end.utf16Column)"),
            ]
        }
        let others = group.count - 1
        let message =
            others == 0 ? finding.message : "\(finding.message) (and \(others) more in this file)"
        let list = properties.map { "\($0)=\(Self.escapedProperty($1))" }.joined(separator: ",")
        return "::\(Self.name(of: finding.severity)) \(list)::\(Self.escaped(message))"
    }

    private static func name(of severity: Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "%": "%25", "\r": "%0D", "\n": "%0A",
    ]

    private static func escaped(_ text: String) -> String { LogCommand.escaped(text, escapes) }

    private static func escapedProperty(_ text: String) -> String {
        LogCommand.escaped(text, escapes.merging([":": "%3A", ",": "%2C"]) { $1 })
    }
}

/// The findings as issues: log commands that Azure Pipelines lists on the page of a run.
///
/// Source: Microsoft's documentation of logging commands, `task.logissue`.
struct AzureReport {
    let report: CheckReport
    let options: ReportOptions

    var text: String { report.shown(options).map { command(for: $0) + "\n" }.joined() }

    /// Azure Pipelines has only errors and warnings, so a note becomes a warning.
    private func command(for reported: ReportedFinding) -> String {
        let (finding, start) = (reported.finding, reported.region.start)
        let properties = [
            ("type", finding.severity == .error ? "error" : "warning"),
            ("sourcepath", finding.location.path), ("linenumber", "\(start.line)"),
            ("columnnumber", "\(start.utf16Column)"), ("code", finding.rule),
        ]
        let list = properties.map { "\($0)=\(Self.escapedProperty($1));" }.joined()
        return "##vso[task.logissue \(list)]\(LogCommand.escaped(finding.message, Self.escapes))"
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "%": "%AZP25", "\r": "%0D", "\n": "%0A",
    ]

    private static func escapedProperty(_ text: String) -> String {
        LogCommand.escaped(text, escapes.merging([";": "%3B", "]": "%5D"]) { $1 })
    }
}

/// Untrusted text, escaped for a command that a CI system reads from a log.
///
/// Characters in `escapes` get the escape of the CI system; other control and invisible
/// characters are shown as by `VisibleText`.
enum LogCommand {
    static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { scalar in
            escapes[scalar] ?? (scalar.actsOnTerminals ? String(scalar).visible : String(scalar))
        }.joined()
    }
}
