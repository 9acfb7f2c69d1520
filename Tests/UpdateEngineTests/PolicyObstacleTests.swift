import CheckPipeline
import ManifestFacts
import SourceText
import TagSnapshots
import TestSupport
import Testing

@testable import UpdateEngine

/// Policies from which Flux would select no tag; their markers are not written.
@Suite struct PolicyObstacleTests {
    private static func plan(
        _ reference: String, _ repository: String = "", from source: TagSource? = nil
    ) async throws -> UpdatePlan {
        let files = [
            "images.yaml": """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImagePolicy
            metadata: { name: web, namespace: apps }
            spec:
              imageRepositoryRef: \(reference)
              policy: { semver: { range: 1.x } }
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: web, namespace: apps }
            spec: { image: reg.example/web, interval: 5m\(repository) }
            ---
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: shared, namespace: flux-system }
            spec: { image: reg.example/web, interval: 5m }

            """,
            "web.yaml": "image: reg.example/web:1.0.0 # {\"$imagepolicy\": \"apps:web\"}\n",
        ]
        let tags = try TagSnapshot([
            ScannedImage(name: "reg.example/web", time: "2026-01-02T03:04:05Z", tags: ["1.2.0"])
        ])
        let marked = try await RepositoryCheck(rules: [], workerCount: 2)
            .markedFiles(in: Snapshot(files: files.mapValues { Array($0.utf8) }))
        return await UpdatePlan(
            of: marked, from: source ?? .snapshot(tags, .file), workerCount: 2)
    }

    private static var cluster: TagSource {
        get throws {
            let image = SelectedImage(name: "reg.example/web", tag: "1.2.0")
            let policy = ClusterList.Policy(
                namespace: "apps", name: "web", labels: [:], latest: image)
            return .clusters(
                try ClusterPolicies([ClusterList(cluster: "test", policies: [policy])]))
        }
    }

    @Test func `a tag without an obstacle is written`() async throws {
        let plan = try await Self.plan("{ name: web }")
        #expect(plan.changedFiles.map(\.path) == ["web.yaml"])
    }

    @Test(arguments: [
        (
            "{ name: shared, namespace: flux-system }", "",
            "does not let policies of namespace `apps`"
        ),
        ("{ name: wbe }", "", "no ImageRepository `wbe` is declared"),
        ("{ name: shared }", "", "is in namespace `flux-system`, not in `apps`"),
        ("{ name: web }", ", suspend: true", "is suspended"),
        ("{ name: web }", ", exclusionList: ['(']", "never scanned"),
    ]) func `a tag that Flux does not select is skipped with the reason`(
        _ reference: String, _ repository: String, _ reason: String
    ) async throws {
        let plan = try await Self.plan(reference, repository)
        guard case .skipped(let words)? = plan.markers.first?.outcome else {
            Issue.record("\(plan.markers)")
            return
        }
        #expect(words.contains(reason), "\(words)")
        #expect(plan.changedFiles.isEmpty && !plan.hasFailed)
    }

    @Test
    func `an image that a cluster selected before it was suspended is written`() async throws {
        let plan = try await Self.plan("{ name: web }", ", suspend: true", from: Self.cluster)
        #expect(plan.changedFiles.map(\.path) == ["web.yaml"])
    }

    @Test func `an image of a cluster that contradicts the repository is refused`() async throws {
        let plan = try await Self.plan(
            "{ name: shared, namespace: flux-system }", from: Self.cluster)
        #expect(plan.changedFiles.isEmpty && plan.hasFailed)
    }

    @Test(arguments: [(TagOrigin.file, "the snapshot"), (.registries, "its registry")])
    func `the reason of a change names the source of the tags`(_ origin: TagOrigin, _ words: String)
        async throws
    {
        let tags = try TagSnapshot([
            ScannedImage(name: "reg.example/web", time: "2026-01-02T03:04:05Z", tags: ["1.2.0"])
        ])
        let plan = try await Self.plan("{ name: web }", from: .snapshot(tags, origin))
        guard case .changed(let change)? = plan.markers.first?.outcome else {
            Issue.record("\(plan.markers)")
            return
        }
        #expect(change.reason == "`apps/web` selects it from \(words)")
    }
}
