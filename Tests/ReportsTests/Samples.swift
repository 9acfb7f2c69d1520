import ManifestFacts

@testable import Reports
@testable import Rules
@testable import SourceText
@testable import Triage

/// Small repositories and the reports of a check on them.
enum Sample {
    static let tool = ToolIdentity(name: "sluice", version: "1.2.3")

    static let rules = ["marker-malformed", "image-untagged", "policy-unused"].map {
        rule($0, severity: $0 == "policy-unused" ? .note : .error)
    }

    static func rule(_ id: String, severity: Severity) -> RuleDefinition {
        RuleDefinition(
            id: id, severity: severity, since: "0.1.0", fix: .none, isOffline: true,
            supersedes: [], isOptIn: false, summary: "An image without a tag.",
            documentation: """
                # \(id)
                An image without a tag.

                ## Why

                Nobody knows
                what runs.

                ## Bad
                """)
    }

    static func options(
        _ style: TextStyle = .plain, minimumSeverity: Severity = .warning
    ) -> ReportOptions {
        ReportOptions(tool: tool, rules: rules, minimumSeverity: minimumSeverity, style: style)
    }

    /// A finding about the first `value` in a file.
    static func finding(
        _ value: String, in path: String, of files: [String: String],
        rule: String = "image-untagged", severity: Severity = .error,
        message: String = "image has no tag", related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, message: message,
            location: location(of: value, in: path, of: files), related: related,
            object: ObjectIdentity(
                apiVersion: "apps/v1", kind: "Deployment", namespace: nil, name: "web"),
            subject: value, environments: ["production"],
            witness: Witness(environment: "production", tag: "production-v1"), fix: fix)
    }

    static func location(
        of value: String, in path: String, of files: [String: String]
    ) -> SourceLocation {
        let text = files[path] ?? ""
        let start = text.firstRange(of: value)?.lowerBound ?? text.startIndex
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        return SourceLocation(
            path: path, span: SourceSpan(offset, offset + value.utf8.count))
    }

    static func report(
        _ findings: [Finding], of files: [String: String], notChecked: [NotChecked] = [],
        suppressed: Int = 0, baselined: Int = 0, origin: Snapshot.Origin = .worktree
    ) -> CheckReport {
        CheckReport(
            origin: origin, fileCount: files.count,
            findings: ReportedFinding.resolving(TriagedFindings(findings).findings) {
                Array((files[$0] ?? "").utf8)
            } + (0..<suppressed).map { accepted("s\($0)", by: .comment) }
                + (0..<baselined).map { accepted("b\($0)", by: .baseline) },
            notChecked: notChecked)
    }

    /// A finding that is suppressed or in the baseline.
    private static func accepted(
        _ path: String, by form: ReportedAcceptance.Form
    ) -> ReportedFinding {
        let start = SourcePosition.start
        let region = SourceRegion(start: start, end: start)
        let isBaseline = form == .baseline
        return ReportedFinding(
            finding: finding("x", in: path, of: [path: "x"]), region: region,
            excerpt: SourceExcerpt(before: "", marked: "x", after: ""), related: [], edits: [],
            fingerprint: String(repeating: "a", count: 32), lineHash: "1:1", state: .new,
            acceptance: ReportedAcceptance(
                form: form, reason: isBaseline ? nil : "soon",
                place: isBaseline
                    ? nil : ReportedPlace(message: "soon", path: path, region: region)))
    }

    /// One finding of each kind, with everything that a finding can have.
    static let complete: CheckReport = {
        let files = [
            "apps/web.yaml": "kind: Deployment\nspec:\n  image: nginx # web\n",
            "apps/policy.yaml": "kind: ImagePolicy\n",
        ]
        let image = location(of: "nginx", in: "apps/web.yaml", of: files)
        let end = SourceSpan(image.span.upperBound, image.span.upperBound)
        return report(
            [
                finding(
                    "nginx", in: "apps/web.yaml", of: files, message: "image `nginx` has no tag",
                    related: [
                        RelatedLocation(
                            "the policy",
                            at: location(
                                of: "ImagePolicy", in: "apps/policy.yaml", of: files))
                    ],
                    fix: Fix(
                        isSafe: true, description: "name the tag",
                        edits: [TextEdit(span: end, replacement: ":1.27")])),
                finding(
                    "ImagePolicy", in: "apps/policy.yaml", of: files, rule: "policy-unused",
                    severity: .note, message: "no marker follows the policy"),
            ], of: files,
            notChecked: [
                NotChecked(path: "b.yaml", line: nil, rule: nil, reason: "does not parse"),
                NotChecked(
                    path: "a.yaml", line: 3, rule: "image-untagged", reason: "holds a variable"),
            ], suppressed: 2, baselined: 1,
            origin: .commit("2d3fcbd0000000000000000000000000000000aa"))
    }()

    /// A path, a message and a line that try everything on a reader.
    static let hostile: CheckReport = {
        let path = "a b#?%:é🚀/\u{1B}[31m\u{202E}x\n.yaml"
        let files = [path: "  - 🚀 \u{1B}[2J: \"é[x](1)\\\u{202E}\" # \u{9B}\n", "c:d.yaml": "x"]
        return report(
            [
                finding(
                    "é[x](1)\\\u{202E}", in: path, of: files,
                    message: "pattern `[a-z]{2}\\.[0-9](1)\u{1B}]0;x\u{7}` \u{2028}ends",
                    related: [
                        RelatedLocation(
                            "[policy](2) \\", at: location(of: "x", in: "c:d.yaml", of: files))
                    ])
            ], of: files,
            notChecked: [NotChecked(path: path, line: 1, rule: "gone", reason: "\u{1B}c {0} [y]")])
    }()

    static let empty = report([], of: [:])
}
