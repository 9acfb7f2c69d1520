import CheckPipeline
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// Findings about policies after a change, wherever the other files are.
@Suite struct ChangeTests {
    private static func policy(_ name: String, _ pattern: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: \(name), namespace: flux-system }
        spec:
          imageRepositoryRef: { name: web }
          filterTags: { pattern: '\(pattern)', extract: $ts }
          policy: { numerical: {} }
        """
    }

    private static func deployment(_ tag: String, _ policy: String) -> String {
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          template:
            spec:
              containers:
                - image: ghcr.io/org/web:\(tag) # {"$imagepolicy": "flux-system:\(policy)"}
        """
    }

    private static let files = [
        "policies/staging.yaml": policy("staging", "^staging-(?P<ts>[0-9]+)$"),
        "policies/production.yaml": policy("production", "^production-(?P<ts>[0-9]+)$"),
        "clusters/staging/web.yaml": deployment("staging-1", "staging"),
        "clusters/production/web.yaml": deployment("production-1", "production"),
    ]

    private func brought(_ changes: [String: String]) async throws -> [String] {
        func snapshot(_ files: [String: String]) -> Snapshot {
            Snapshot(files: files.mapValues { Array($0.utf8) })
        }
        let report = try await RepositoryCheck(rules: allRules, workerCount: 1).report(
            on: snapshot(Self.files.merging(changes) { $1 }), since: snapshot(Self.files))
        return report.findings.map { "\($0.finding.location.path) \($0.finding.rule)" }
    }

    @Test
    func `a changed policy that selects tags of another environment is reported`() async throws {
        let leaking = Self.policy("staging", "staging-(?P<ts>[0-9]+)$")
        let found = try await brought(["policies/staging.yaml": leaking])
        #expect(found == ["policies/staging.yaml policy-crosses-environments"])
    }

    @Test func `a tag of another environment is reported`() async throws {
        let found = try await brought([
            "clusters/production/web.yaml": Self.deployment("staging-1", "production")
        ])
        #expect(found == ["clusters/production/web.yaml image-environment-mismatch"])
    }

    @Test func `a new tag of the same kind brings no finding`() async throws {
        let found = try await brought([
            "clusters/production/web.yaml": Self.deployment("production-2", "production")
        ])
        #expect(found.isEmpty)
    }

    @Test func `a changed configuration brings findings in unchanged files`() async throws {
        let configuration = """
            version: 1
            environments:
              - { name: production, paths: ["clusters/production/**"], tags: '^v[0-9]+$' }
            """
        let found = try await brought([".sluice.yaml": configuration])
        #expect(found.contains("policies/production.yaml policy-crosses-environments"))
    }
}
