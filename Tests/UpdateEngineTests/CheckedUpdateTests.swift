import CheckPipeline
import ManifestFacts
import Rules
import SourceText
import TestSupport
import Testing
import Triage

@testable import UpdateEngine

/// Updates whose result a check rejects.
struct CheckedUpdateTests {
    private static let old = "v: a:1 # {\"$imagepolicy\": \"ns:p\"}\n"
    private static let value = SourceSpan(3, 3 + "reg.example/app:2.0.0".utf8.count)

    /// Plans for files `a` to `d` that have a marker each; `errors` is given those that change.
    private static func plan(
        errors: ([String]) -> [SourceText.SourceLocation]
    ) async throws -> (plan: UpdatePlan, rounds: Int) {
        let names = ["a.yaml", "b.yaml", "c.yaml", "d.yaml"]
        let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Array(old.utf8)) })
        let marked = try await RepositoryCheck(rules: [], workerCount: 1)
            .markedFiles(in: Snapshot(files: files))
        let image = SelectedImage(name: "reg.example/app", tag: "2.0.0")
        let list = ClusterList(
            cluster: "test",
            policies: [ClusterList.Policy(namespace: "ns", name: "p", labels: [:], latest: image)])
        let update = await CheckedUpdate(
            of: marked, from: .clusters(try ClusterPolicies([list])), workerCount: 1)
        var rounds = 0
        let plan = try await update.plan { contents in
            rounds += 1
            let findings = errors(contents.keys.sorted()).map {
                Finding(
                    rule: "some-rule", severity: .error, message: "it is wrong", location: $0,
                    subject: "")
            }
            return ReportedFinding.resolving(TriagedFindings(findings).findings) {
                contents[$0] ?? []
            }
        }
        return (plan, rounds)
    }

    private static func refused(in plan: UpdatePlan) -> [String] {
        plan.markers.compactMap { marker in
            guard case .refused(let refusal) = marker.outcome,
                refusal.reason == "`sluice check` would fail: it is wrong [some-rule]",
                refusal.findings.first?.finding.rule == "some-rule"
            else { return nil }
            return marker.path
        }
    }

    @Test func `a result without errors is checked once`() async throws {
        let (plan, rounds) = try await Self.plan { _ in [] }
        #expect(plan.changedFiles.count == 4 && rounds == 1 && !plan.hasFailed)
    }

    @Test func `a write with an error is taken back and the rest is checked again`()
        async throws
    {
        let (plan, rounds) = try await Self.plan { paths in
            paths.contains("b.yaml")
                ? [SourceText.SourceLocation(path: "b.yaml", span: Self.value)] : []
        }
        #expect(plan.changedFiles.map { $0.path } == ["a.yaml", "c.yaml", "d.yaml"])
        #expect(Self.refused(in: plan) == ["b.yaml"] && rounds == 2)
    }

    @Test func `an error that is at no write refuses all writes`() async throws {
        let (plan, rounds) = try await Self.plan { _ in
            [SourceText.SourceLocation(path: "a.yaml", span: SourceSpan(0, 1))]
        }
        #expect(plan.changedFiles.isEmpty && rounds == 1)
        #expect(Self.refused(in: plan).count == 4)
    }

    @Test func `after three rounds everything is refused`() async throws {
        let (plan, rounds) = try await Self.plan { paths in
            paths.prefix(1).map { SourceText.SourceLocation(path: $0, span: Self.value) }
        }
        #expect(plan.changedFiles.isEmpty && rounds == 3)
        #expect(Self.refused(in: plan).count == 4)
    }
}
