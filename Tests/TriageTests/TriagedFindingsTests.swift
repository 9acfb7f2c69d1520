import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import Testing

@testable import Rules
@testable import Triage

/// Findings that suppressions or the baseline hide.
@Suite struct TriagedFindingsTests {
    private static let today = CalendarDay("2027-01-31")

    private static func finding(
        _ rule: String = "image-untagged", at offset: Int, path: String = "a.yaml"
    ) -> Finding {
        Finding(
            rule: rule, severity: .error, message: "no tag",
            location: SourceLocation(path: path, span: SourceSpan(offset, offset + 1)),
            subject: "x")
    }

    /// For each finding its rule, and the suppression that hides it.
    private static func outcomes(
        _ text: String, _ findings: [Finding], configuration: String = "version: 1"
    ) throws -> [String] {
        let file = ManifestFile(
            path: "a.yaml", facts: FileFacts(bytes: Array(text.utf8), role: .yaml))
        let configuration = try RepositoryConfiguration(
            Array(configuration.utf8), path: ".sluice.yaml",
            rules: RuleDefinition.all.map(\.configurable))
        let index = SuppressionIndex(
            of: [file], configuration, rules: RuleDefinition.all, on: today)
        return TriagedFindings(findings, suppressions: index).findings.map { triaged in
            switch triaged.acceptance {
            case nil: triaged.finding.rule
            case .baseline: "\(triaged.finding.rule) baseline"
            case .suppression(let suppression):
                "\(triaged.finding.rule) \(suppression.form) \(suppression.reason)"
            }
        }
    }

    @Test(arguments: [
        ("# sluice: ignore[image-untagged] why\nimage: a\n", ["image-untagged comment why"]),
        (
            "# sluice: ignore[image-untagged] why (until 2027-01-31)\nimage: a\n",
            ["image-untagged comment why"]
        ),
        (
            "# sluice: ignore[image-untagged] why (until 2027-01-30)\nimage: a\n",
            ["suppression-expired", "image-untagged"]
        ),
        (
            "# sluice: ignore[image-untagged] why (until 2027-13-01)\nimage: a\n",
            ["suppression-malformed", "image-untagged"]
        ),
        (
            "# sluice: ignore[image-latest-tag] why\nimage: a\n",
            ["suppression-unused", "image-untagged"]
        ),
        (
            "# sluice: ignore[image-latest-tag, image-untagged] why\nimage: a\n",
            ["suppression-unused", "image-untagged comment why"]
        ),
        (
            "# sluice: ignore[image-untagd, image-untagged] why\nimage: a\n",
            ["suppression-malformed", "image-untagged comment why"]
        ),
        (
            "# sluice: ignore[image-untagged] one\nimage: a # sluice: ignore[image-untagged] two\n",
            ["image-untagged comment one"]
        ),
    ])
    func `a comment hides a finding or is reported`(_ text: String, _ outcomes: [String]) throws {
        let start = try #require(text.firstRange(of: "\nimage")).upperBound
        let finding = Self.finding(at: text.utf8.distance(from: text.startIndex, to: start))
        #expect(try Self.outcomes(text, [finding]) == outcomes)
    }

    @Test func `the configuration hides findings, and its unused entries are reported`() throws {
        let configuration = """
            version: 1
            rules:
              image-untagged: { ignore: [{ path: a.yaml, reason: why }] }
              image-latest-tag: { ignore: [{ path: b.yaml, reason: why }] }
              image-floating-tag: { severity: off, ignore: [{ path: b.yaml, reason: why }] }
              suppression-unused: { severity: error }
            """
        #expect(
            try Self.outcomes("a: b", [Self.finding(at: 0)], configuration: configuration)
                == ["suppression-unused", "image-untagged configuration why"])
    }

    @Test func `findings about suppressions can be hidden only by the configuration`() throws {
        let text = "# sluice: ignore[image-untagged] why\nkind: x\n"
        let configuration = """
            version: 1
            rules: { suppression-unused: { ignore: [{ path: a.yaml, reason: why }] } }
            """
        #expect(try Self.outcomes(text, []) == ["suppression-unused"])
        #expect(
            try Self.outcomes(text, [], configuration: configuration)
                == ["suppression-unused configuration why"])
        #expect(
            try Self.outcomes(
                text, [], configuration: "version: 1\nrules: { suppression-unused: off }") == [])
    }

    @Test func `the number of suppressions is limited`() throws {
        let line = "# sluice: ignore[image-untagged] why\n"
        let rules = Array(repeating: "none", count: 9_999).joined(separator: ",")
        let text =
            String(repeating: line, count: 5_000) + "# sluice: ignore[\(rules)] why\nimage: a\n"
        let outcomes = try Self.outcomes(text, [Self.finding(at: text.utf8.count - 2)])
        #expect(outcomes.count { $0 == "suppression-malformed" } == 1)
        #expect(outcomes.last == "image-untagged comment why")
    }

    // MARK: Baselines

    private static func accepted(
        _ findings: [Finding], by baseline: Baseline, formerPaths: [String: String] = [:]
    ) -> [Bool] {
        TriagedFindings(findings, baseline: baseline, formerPaths: formerPaths).findings
            .map { if case .baseline = $0.acceptance { true } else { false } }
    }

    @Test func `the baseline hides as many equal findings as it contains`() {
        let twice = [Self.finding(at: 1), Self.finding(at: 9)]
        let baseline = Baseline(accepting: twice)
        #expect(baseline.file.entries.map(\.count) == [2])
        let thrice = twice + [Self.finding(at: 20)]
        #expect(Self.accepted(thrice, by: baseline) == [true, true, false])
        #expect(Self.accepted([Self.finding(at: 70)], by: baseline) == [true])
        #expect(Self.accepted([Self.finding("image-latest-tag", at: 1)], by: baseline) == [false])
    }

    @Test func `a renamed file keeps its entries of the baseline once`() {
        let baseline = Baseline(accepting: [Self.finding(at: 1, path: "old.yaml")])
        let moved = Self.finding(at: 1, path: "new.yaml")
        #expect(Self.accepted([moved], by: baseline) == [false])
        let paths = ["new.yaml": "old.yaml"]
        #expect(Self.accepted([moved], by: baseline, formerPaths: paths) == [true])
        let copied = [moved, Self.finding(at: 1, path: "old.yaml")]
        #expect(Self.accepted(copied, by: baseline, formerPaths: paths) == [false, true])
    }
}
