import CheckPipeline
import Configuration
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Effects of `.sluice.yaml` on a check.
@Suite struct ConfiguredCheckTests {
    private static let manifests = [
        "apps/web.yaml": """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop }
        spec: { template: { spec: { containers: [{ name: web, image: "nginx:latest" }] } } }
        """,
        "apps/policies.yaml": """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system }
        spec:
          imageRepositoryRef: { name: web }
          policy: { semver: { range: "==1" } }
        """,
    ]

    private func report(
        _ configuration: String, named name: String = ".sluice.yaml",
        on today: String = "2026-06-01",
        adding files: [String: String] = [:]
    ) async throws -> CheckReport {
        let texts = Self.manifests.merging(files) { $1 }
            .merging([name: "version: 1\n" + configuration]) { $1 }
        let snapshot = Snapshot(files: texts.mapValues { Array($0.utf8) })
        return try await RepositoryCheck(
            rules: allRules, workerCount: 1,
            acceptances: AcceptanceOptions(today: CalendarDay(today))
        ).report(on: snapshot)
    }

    private func found(_ report: CheckReport) -> [String] {
        report.findings.map { "\($0.finding.severity) \($0.finding.rule)" }
    }

    @Test(arguments: [
        ("", ["error policy-range-invalid", "error image-latest-tag"]),
        ("rules: { image-latest-tag: off }", ["error policy-range-invalid"]),
        (
            "rules: { image-latest-tag: note }",
            ["error policy-range-invalid", "note image-latest-tag"]
        ),
        ("exclude: ['apps/p*']", ["error image-latest-tag"]),
    ])
    func `rules are as severe as the configuration says`(text: String, expected: [String])
        async throws
    {
        #expect(found(try await report(text)) == expected)
    }

    @Test(arguments: [
        "image: docker.io/library/nginx", "path: 'apps/**'", "object: Deployment/shop/web",
        "{ image: '**/nginx', path: '**/web.yaml' }",
    ])
    func `accepted findings are counted`(glob: String) async throws {
        let entry = glob.hasPrefix("{") ? String(glob.dropFirst().dropLast()) : glob
        let report = try await report(
            "rules: { image-latest-tag: { ignore: [{ \(entry), reason: ops only }] } }")
        #expect(found(report) == ["error policy-range-invalid"])
        #expect(report.suppressedCount == 1)
    }

    @Test(arguments: [
        ("2026-06-01", true), ("2026-06-02", false),
    ])
    func `ignore entries apply through their last day`(today: String, isAccepted: Bool) async throws
    {
        let text = """
            rules:
              policy-range-invalid:
                ignore: [{ policy: flux-system/*, reason: soon, until: 2026-06-01 }]
            """
        #expect(try await report(text, on: today).suppressedCount == (isAccepted ? 1 : 0))
    }

    @Test func `ignore entries for other subjects accept nothing`() async throws {
        let text = "rules: { image-latest-tag: { ignore: [{ policy: '**', reason: none }] } }"
        #expect(try await report(text).suppressedCount == 0)
    }

    @Test func `policies defined elsewhere are not missing`() async throws {
        let marked = """
            kind: ConfigMap
            data:
              tag: 1.0.0 # {"$imagepolicy": "flux-system:shared-api:tag"}
            """
        let rule = "marker-policy-missing"
        let without = try await report("", adding: ["apps/map.yaml": marked])
        #expect(without.findings.contains { $0.finding.rule == rule })
        let with = try await report(
            "external: { policies: ['flux-system/shared-*'] }", adding: ["apps/map.yaml": marked])
        #expect(!with.findings.contains { $0.finding.rule == rule })
    }

    @Test func `the configuration may be named .sluice.yml`() async throws {
        let report = try await report("exclude: ['**']", named: ".sluice.yml")
        #expect(report.findings.isEmpty)
    }

    @Test func `a wrong configuration ends the run`() async throws {
        let error = await #expect(throws: ConfigurationError.self) {
            try await report("ruels: {}")
        }
        #expect(error?.problems.first?.description.hasPrefix(".sluice.yaml:2:1: ") == true)
    }

    @Test func `two configurations end the run`() async {
        await #expect(throws: ConfigurationFileError.self) {
            try await report("", adding: [".sluice.yml": "version: 1"])
        }
    }

    /// To tell the two patterns apart, more states have to be visited than the limit allows.
    @Test func `an undecided crossing is not checked`() async throws {
        let policy = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: { name: wide, namespace: flux-system }
            spec:
              imageRepositoryRef: { name: wide }
              filterTags: { pattern: '^[xy]*x[xy]{18}$' }
              policy: { alphabetical: {} }
            """
        let report = try await report(
            """
            environments:
              - { name: blue, paths: ["blue/**"], tags: '^(x|y)*x(x|y){18}$' }
            """,
            adding: [
                "blue/policy.yaml": policy,
                "blue/pod.yaml": """
                apiVersion: v1
                kind: Pod
                metadata: { name: web }
                spec:
                  containers:
                    - image: wide:v1 # {"$imagepolicy": "flux-system:wide"}
                """,
            ])
        #expect(
            report.notChecked.map(\.reason).contains(
                "whether it can select a tag of `blue` was not decided in 1000000 steps"))
    }

    @Test func `an undecided anchor is not checked`() async throws {
        let policy = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: { name: wide, namespace: flux-system }
            spec:
              imageRepositoryRef: { name: wide }
              filterTags: { pattern: '^[xy]*x[xy]{19}' }
              policy: { alphabetical: {} }
            """
        let report = try await report("", adding: ["policy.yaml": policy])
        #expect(
            report.notChecked.contains(
                NotChecked(
                    path: "policy.yaml", line: 6, rule: "policy-pattern-open-ended",
                    reason: "what it can select was not decided in 1000000 steps")))
    }
}
