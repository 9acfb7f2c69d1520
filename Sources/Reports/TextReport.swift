import Rules
import SourceText
import Triage

/// The findings for a person: one line each that editors and grep understand, then the evidence.
///
/// ```
/// apps/web.yaml:12:16: error: image `nginx:latest` names a moving tag [image-latest-tag]
/// 12 |         image: nginx:latest
///    |                ^^^^^^^^^^^^
///    = note: apps/policy.yaml:3:9: the policy that it follows
///    = help: pin the digest
/// ```
struct TextReport {
    let report: CheckReport
    let options: ReportOptions
    /// Whether the evidence is left out.
    let isBrief: Bool

    var text: String {
        let shown = report.shown(options)
        guard !options.countsByRule else { return counts(of: shown) }
        if isBrief { return shown.map { headline(of: $0) + "\n" }.joined() }
        return shown.map { lines(of: $0).joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    /// A line for each rule, the most frequent first.
    private func counts(of shown: [ReportedFinding]) -> String {
        let counts = Dictionary(grouping: shown, by: \.finding.rule)
            .map { (rule: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
        let width = counts.first.map { String($0.count).count } ?? 0
        return counts.map { rule, count in
            let number = String(count)
            let indent = String(repeating: " ", count: width - number.count)
            return "\(indent)\(number)  \(rule.visible)\n"
        }.joined()
    }

    private func lines(of reported: ReportedFinding) -> [String] {
        let number = String(reported.region.start.line)
        let margin = String(repeating: " ", count: number.count)
        let severity = TextStyle.Role.severity(reported.finding.severity)
        let view = ExcerptView(reported.excerpt)
        return [
            headline(of: reported),
            styled(.gutter, "\(number) | ") + view.line,
            styled(.gutter, "\(margin) | ") + view.indent + styled(severity, view.carets),
        ] + evidence(for: reported).map { styled(.gutter, "\(margin) = ") + $0 }
    }

    private func headline(of reported: ReportedFinding) -> String {
        let finding = reported.finding
        let place = Self.place(finding.location.path, reported.region.start)
        let severity = finding.severity
        return styled(.emphasis, "\(place):") + " "
            + styled(.severity(severity), "\(severity.rawValue):")
            + " \(finding.message.visible) " + tag(ofRule: finding.rule)
    }

    private func tag(ofRule id: String) -> String {
        let tag = styled(.rule, "[\(id.visible)]")
        return options.style.linked(tag, to: RuleDefinition.address(of: id))
    }

    private func evidence(for reported: ReportedFinding) -> [String] {
        let notes = reported.related.map { related in
            "note: \(Self.place(related.path, related.region.start)): \(related.message.visible)"
        }
        return notes + acceptance(of: reported)
            + (reported.finding.fix.map { ["help: \($0.description.visible)"] } ?? [])
    }

    private func acceptance(of reported: ReportedFinding) -> [String] {
        guard let acceptance = reported.acceptance else { return [] }
        guard let place = acceptance.place, let reason = acceptance.reason else {
            return ["accepted: in the baseline"]
        }
        let end = acceptance.until.map { " (until \($0))" } ?? ""
        return ["accepted: \(Self.place(place.path, place.region.start)): \(reason.visible)\(end)"]
    }

    private func styled(_ role: TextStyle.Role, _ text: String) -> String {
        options.style.applied(role, to: text)
    }

    private static func place(_ path: String, _ position: SourcePosition) -> String {
        "\(path.visible):\(position.line):\(position.column)"
    }
}
