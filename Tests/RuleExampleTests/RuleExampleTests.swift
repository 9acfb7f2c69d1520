import Testing
import TestSupport

@Suite struct RuleExampleTests {
    @Test(arguments: RuleExample.all)
    func exampleIsReportedAsExpected(_ example: RuleExample) async throws {
        let lines = try await FoundLine.lines(in: example.repository).map(\.description)
        if Golden.isRecording {
            if !example.isGood { try example.golden.record(lines) }
            Issue.record("recorded; compare without RECORD")
        }
        #expect(lines == example.golden.lines ?? [])
        let isReported = lines.contains { $0.hasSuffix(" [\(example.rule)]") }
        #expect(isReported != example.isGood)
    }

    @Test(arguments: RuleExample.all, Transformation.all)
    func transformedExampleIsReportedAlike(
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
