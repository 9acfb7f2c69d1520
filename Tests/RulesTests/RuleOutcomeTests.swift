import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Testing

/// Tests of severities, superseded findings and repeats, and of the parser of definitions.
@Suite struct RuleOutcomeTests {
    private static func definition(_ id: String, _ field: String) -> RuleDefinition {
        let front = "id: \(id)\nseverity: error\nsince: 0.1.0\nfix: none\noffline: true\n\(field)\n"
        return RuleDefinition(markdown: Array("---\n\(front)---\n# \(id)\n\nWrong.\n".utf8))
    }

    /// Reports one finding at each location.
    private struct Reporting: Rule {
        static let definition = RuleOutcomeTests.definition(
            "reporting", "supersedes: other, superseded")
        let locations: [(location: SourceSpan, scalar: SourceSpan)]

        func findings(in model: RepositoryModel) -> [Finding] {
            locations.map {
                RuleOutcomeTests.finding(Self.definition.id, at: $0.location, scalar: $0.scalar)
            }
        }
    }

    private struct Superseded: Rule {
        static let definition = RuleOutcomeTests.definition("superseded", "")
        let scalars: [SourceSpan]

        func findings(in model: RepositoryModel) -> [Finding] {
            scalars.map { RuleOutcomeTests.finding(Self.definition.id, at: $0, scalar: $0) }
        }
    }

    fileprivate static func finding(
        _ rule: String, at span: SourceSpan, scalar: SourceSpan, kind: String? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: .error, message: "wrong",
            location: SourceLocation(path: "a.yaml", span: span), scalar: scalar,
            object: kind.map {
                ObjectIdentity(apiVersion: nil, kind: $0, namespace: nil, name: nil)
            }, subject: "")
    }

    private static let model = RepositoryModel(files: [])
    fileprivate static let first = SourceSpan(0, 5)
    private static let second = SourceSpan(10, 15)
    private static let comment = SourceSpan(6, 9)

    /// Reports one note, less than the rule's own severity.
    private struct Doubting: Rule {
        static let definition = RuleOutcomeTests.definition("doubting", "")

        func findings(in model: RepositoryModel) -> [Finding] {
            [RuleOutcomeTests.finding("doubting", at: first, scalar: first).with(.note)]
        }
    }

    @Test func `a configured severity does not change notes`() async throws {
        let configuration = try RepositoryConfiguration(
            Array("version: 1\nrules:\n  doubting: error\n".utf8), path: ".sluice.yaml",
            rules: [Doubting.definition.configurable])
        let model = RepositoryModel(files: [], configuration: configuration)
        let outcome = await RuleOutcome(of: [Doubting()], on: model)
        #expect(outcome.findings.map(\.severity) == [.note])
    }

    /// One finding is at the comment beside the scalar, the other at the scalar itself.
    @Test func `a superseded finding at the same scalar is dropped`() async {
        let outcome = await RuleOutcome(
            of: [
                Superseded(scalars: [Self.first, Self.second]),
                Reporting(locations: [(Self.comment, Self.first)]),
            ], on: Self.model)
        #expect(outcome.findings.map(\.rule) == ["superseded", "reporting"])
        #expect(outcome.findings.first?.location.span == Self.second)
    }

    @Test func `a rule without findings supersedes nothing`() async {
        let rules: [any Rule] = [Reporting(locations: []), Superseded(scalars: [Self.first])]
        #expect(await RuleOutcome(of: rules, on: Self.model).findings.map(\.rule) == ["superseded"])
    }

    /// Aliases lead to one scalar several times, not always from the same object.
    @Test func `repeated findings are reported once`() async {
        struct Repeating: Rule {
            static let definition = Superseded.definition

            func findings(in model: RepositoryModel) -> [Finding] {
                ["Pod", "Job", nil].map { kind in
                    RuleOutcomeTests.finding(
                        Self.definition.id, at: RuleOutcomeTests.first,
                        scalar: RuleOutcomeTests.first, kind: kind)
                }
            }
        }
        let outcome = await RuleOutcome(of: [Repeating()], on: Self.model)
        #expect(outcome.findings.map(\.object?.kind) == ["Pod"])
    }

    @Test func `locations that were not checked are kept`() async {
        let text = "kind: Pod\nspec: {containers: [{image: 'a:${TAG}'}]}\n"
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        let model = RepositoryModel(files: [ManifestFile(path: "a.yaml", facts: facts)])
        let outcome = await RuleOutcome(of: allRules, on: model)
        #expect(outcome.findings.isEmpty)
        #expect(outcome.unjudged.map(\.rule) == ["image-latest-tag"])
    }

    @Test func `a hidden marker is related to the comment that hides it`() async throws {
        let text = "v:\n  # {\"$imagepolicy\": \"ns:p\"}\n  - a:1 # note\n"
        let facts = FileFacts(bytes: Array(text.utf8), role: .yaml)
        let model = RepositoryModel(files: [ManifestFile(path: "a.yaml", facts: facts)])
        let finding = try #require(await RuleOutcome(of: allRules, on: model).findings.first)
        #expect(finding.rule == "marker-hidden")
        let spans = finding.related.map(\.location.span)
        #expect(spans.map { Array(text.utf8)[$0.range] } == [Array("# note".utf8)[...]])
    }

    @Test func `a definition is parsed from its front matter`() {
        let definition = Reporting.definition
        #expect(definition.id == "reporting")
        #expect(definition.severity == .error)
        #expect(definition.fix == .none)
        #expect(definition.isOffline)
        #expect(definition.supersedes == ["other", "superseded"])
        #expect(definition.summary == "Wrong.")
        #expect(definition.documentation == "# reporting\n\nWrong.\n")
    }
}
