import CheckPipeline
import Fixes
import Rules
import SourceText
import TestSupport
import Testing
import Triage

@Suite struct FixExampleTests {
    @Test(arguments: FixExample.all)
    func `fixes of an example give the expected files`(_ example: FixExample) async throws {
        let before = try example.before
        let plan = try await FixPlan(
            for: before, includesUnsafe: example.isUnsafe, rule: example.rule)
        if Golden.isRecording {
            try example.record(plan.applied(to: before))
            Issue.record("recorded; compare without RECORD")
        }
        #expect(!plan.fixed.isEmpty)
        #expect(plan.applied(to: before) == (try example.after))
        if example.isUnsafe {
            let safe = try await FixPlan(for: before, includesUnsafe: false, rule: example.rule)
            #expect(safe.files.isEmpty)
        }
    }

    @Test(arguments: FixExample.all, Transformation.all)
    func `a transformed example is fixed in the same way`(
        _ example: FixExample, _ transformation: Transformation
    ) async throws {
        let before = transformation.applied(to: try example.before)
        let plan = try await FixPlan(
            for: before, includesUnsafe: example.isUnsafe, rule: example.rule)
        #expect(plan.applied(to: before) == transformation.applied(to: try example.after))
    }

    @Test(arguments: RuleDefinition.all)
    func `a definition says which fixes the rule has`(_ definition: RuleDefinition) {
        let examples = FixExample.all.filter { $0.rule == definition.id }
        switch definition.fix {
        case .none: #expect(examples.isEmpty)
        case .safe: #expect(examples.contains { !$0.isUnsafe })
        case .unsafe: #expect(!examples.isEmpty && examples.allSatisfy(\.isUnsafe))
        }
    }

    /// Every example: fixed findings stay fixed, and the other lines stay as they are.
    @Test(arguments: RuleExample.all)
    func `fixes change only their own lines, and once`(_ example: RuleExample) async throws {
        let files = try example.repository.filter { !$0.key.hasPrefix(FoundLine.base) }
        let plan = try await FixPlan(for: files, includesUnsafe: true)
        let fixed = plan.applied(to: files)
        let again = try await FixPlan(for: fixed, includesUnsafe: true)
        #expect(again.files.isEmpty)
        let definitions = Dictionary(
            uniqueKeysWithValues: RuleDefinition.all.map { ($0.id, $0.fix) })
        #expect(
            plan.fixed.allSatisfy { definitions[$0.finding.rule] != RuleDefinition.FixKind.none })

        let found = try await RepositoryCheck(for: files)
            .report(on: Snapshot(files: files.filter { $0.key != FoundLine.tags }))
            .findings.map(\.finding)
        for file in plan.files {
            let lines = LineIndex(file.before)
            let own = Set(
                found.filter { $0.location.path == file.path }
                    .flatMap { $0.fix?.edits ?? [] }.flatMap { lines.numbers(of: $0.span) })
            let changed = [TextEdit](turning: file.before, into: file.after)
                .flatMap { lines.numbers(of: $0.span) }
            #expect(own.isSuperset(of: changed))
        }
    }
}

extension LineIndex {
    /// The lines that an edit changes; of an insertion, the line of its offset.
    fileprivate func numbers(of span: SourceSpan) -> ClosedRange<Int> {
        let last = max(span.lowerBound, span.upperBound - 1)
        return lineNumber(at: span.lowerBound)...lineNumber(at: last)
    }
}
