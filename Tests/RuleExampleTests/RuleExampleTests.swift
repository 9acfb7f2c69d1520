import CheckPipeline
import Fixes
import Rules
import SourceText
import TestSupport
import Testing
import Triage

@Suite struct RuleExampleTests {
    @Test(arguments: RuleExample.all)
    func `an example is reported as expected`(_ example: RuleExample) async throws {
        let lines = try await FoundLine.lines(in: example.repository).map(\.description)
        if Golden.isRecording {
            if !example.isGood { try example.golden.record(lines) }
            Issue.record("recorded; compare without RECORD")
        }
        #expect(lines == example.golden.lines ?? [])
        let isReported = lines.contains { $0.hasSuffix(" [\(example.rule)]") }
        #expect(
            isReported != example.isGood,
            "\(example.rule) reports \(isReported ? "a good example" : "nothing in a bad example")")
    }

    /// A comment on the line above suppresses a finding, wherever a comment is possible.
    @Test(arguments: RuleExample.all.filter { !$0.isGood && !$0.rule.hasPrefix("suppression-") })
    func `a suppressed example is not reported`(_ example: RuleExample) async throws {
        let check = RepositoryCheck(rules: allRules, workerCount: 1)
        let files = try example.repository
        let ignore = try #require(NewIgnore(rule: example.rule, reason: "why", until: nil))
        let plan = try await check.plan(for: ignore, in: Snapshot(files: files), paths: .all)
        let accepted = files.merging(plan.files.map { ($0.path, $0.after) }) { $1 }
        let report = try await check.report(on: Snapshot(files: accepted))
        let left = report.findings.filter { $0.finding.rule == example.rule }
        #expect(left.count == plan.refused.count)
        // With a second line above or below it a marker is no longer read.
        let isProse = example.rule == "marker-misplaced"
        #expect(plan.refused.allSatisfy { isProse || $0.reason != .ineffective })
        #expect(!report.findings.contains { $0.finding.rule == "suppression-unused" })
    }

    @Test(arguments: RuleExample.all, Transformation.all)
    func `a transformed example is reported in the same way`(
        _ example: RuleExample, _ transformation: Transformation
    ) async throws {
        let files = try example.repository
        let expected = try await FoundLine.lines(in: files).map {
            transformation.moved($0, in: files)
        }
        let found = try await FoundLine.lines(in: transformation.applied(to: files))
        #expect(Set(found) == Set(expected))
        #expect(found.count == expected.count)
    }
}
