package import CheckPipeline
import Configuration
import Rules
package import SourceText
import Triage

/// The configuration that a repository begins with: what a check infers from names, written down.
///
/// It changes nothing yet. Environments that would change what a check reports are written as
/// comments, with the rules that would report otherwise: it takes a person to tell who is right.
package struct InitialConfiguration: Sendable {
    /// Where the repository has its configuration, or gets it.
    package let path: String
    /// Complete, with its last line break.
    package let text: String

    package init(for snapshot: Snapshot, by check: RepositoryCheck) async throws {
        let names = ConfigurationFile.names
        path = names.first { name in snapshot.entries.contains { $0.path == name } } ?? names[0]
        let bare = snapshot.removing(names)
        let sketches = EnvironmentSketch.all(in: try check.manifests(in: bare).map(\.path))
        let proposal = ConfigurationText(environments: sketches, doubts: []).text
        guard !sketches.isEmpty else {
            text = proposal
            return
        }
        let before = try await check.report(on: bare)
        let after = try await check.report(on: bare.adding(path, Array(proposal.utf8)))
        let doubts = Self.rules(judgingOtherwise: before, after)
        text = ConfigurationText(environments: sketches, doubts: doubts).text
    }

    /// The rules whose findings differ, ascending.
    private static func rules(
        judgingOtherwise before: CheckReport, _ after: CheckReport
    ) -> [String] {
        let changed = Set(before.findings.map(Judged.init))
            .symmetricDifference(after.findings.map(Judged.init))
        return Set(changed.map(\.rule)).sorted()
    }
}

/// The parts that two reports must agree upon.
private struct Judged: Hashable {
    let rule: String
    let severity: Severity
    let fingerprint: String

    init(_ reported: ReportedFinding) {
        rule = reported.finding.rule
        severity = reported.finding.severity
        fingerprint = reported.fingerprint
    }
}

/// Writes a configuration for people to go on from.
private struct ConfigurationText {
    let environments: [EnvironmentSketch]
    /// The rules that would judge otherwise; the environments are comments unless there are none.
    let doubts: [String]

    var text: String {
        let head = [
            "# yaml-language-server: $schema="
                + ProjectAddress.raw("docs/schema/configuration-v1.schema.json"),
            "# All that can stand here: \(ProjectAddress.page("docs/environments.md"))",
            "version: 1",
        ]
        return (head + list).map { $0 + "\n" }.joined()
    }

    private var list: [String] {
        if environments.isEmpty { return [] }
        let entries = ["environments:"] + environments.flatMap(lines)
        guard !doubts.isEmpty else { return [""] + Self.purpose + entries }
        return [""] + Self.purpose
            + [
                "# They are comments because with them `sluice check` reports otherwise than without,",
                "# by these rules: \(doubts.joined(separator: ", ")).",
                "# Delete the `# ` in front of each line, check, and keep what is right.",
            ] + entries.map { "# \($0)" }
    }

    private static let purpose = [
        "# Where images are deployed, as directories and files are named. The build of one environment in",
        "# another is an error.",
    ]

    private func lines(of environment: EnvironmentSketch) -> [String] {
        ["  - name: \(environment.name)", "    paths:"]
            + environment.globs.map { "      - '\($0.replacing("'", with: "''"))'" }
    }
}
