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

    var text: String {
        report.findings
            .filter { $0.finding.severity >= options.minimumSeverity }
            .map { lines(of: $0).joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
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
            + " \(finding.message.visible) " + styled(.rule, "[\(finding.rule.visible)]")
    }

    private func evidence(for reported: ReportedFinding) -> [String] {
        let notes = reported.related.map { related in
            "note: \(Self.place(related.path, related.region.start)): \(related.message.visible)"
        }
        return notes + (reported.finding.fix.map { ["help: \($0.description.visible)"] } ?? [])
    }

    private func styled(_ role: TextStyle.Role, _ text: String) -> String {
        options.style.applied(role, to: text)
    }

    private static func place(_ path: String, _ position: SourcePosition) -> String {
        "\(path.visible):\(position.line):\(position.column)"
    }
}
