import CheckPipeline
import Fixes
import SourceText
import TestSupport
import Testing

@Suite struct SuspensionPlanTests {
    private static let target = SuspensionPlan.Target(
        .update, namespace: "flux-system", name: "images")

    private static let head = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: { name: images, namespace: flux-system }

        """

    private static func plan(
        _ isSuspended: Bool = true, in files: [String: String], paths: ReportPaths = .all
    ) async throws -> SuspensionPlan {
        let snapshot = Snapshot(files: files.mapValues { Array($0.utf8) })
        return try await RepositoryCheck(rules: [], workerCount: 1)
            .plan(toSuspend: isSuspended, target, in: snapshot, paths: paths)
    }

    private static let layouts: [(before: String, after: String)] = [
        ("spec:\n  interval: 1m\n", "spec:\n  suspend: true\n  interval: 1m\n"),
        (
            "spec: # what it does\n    # often\n    interval: 1m\n",
            "spec: # what it does\n    suspend: true\n    # often\n    interval: 1m\n"
        ),
        ("spec:\r\n  interval: 1m\r\n", "spec:\r\n  suspend: true\r\n  interval: 1m\r\n"),
        ("spec:\n  interval: 1m", "spec:\n  suspend: true\n  interval: 1m"),
        (
            "spec:\n  interval: 1m\n  suspend: false # for now\n",
            "spec:\n  interval: 1m\n  suspend: true # for now\n"
        ),
        ("spec: { interval: 1m }\n", "spec: { suspend: true, interval: 1m }\n"),
        ("spec: {interval: 1m}\n", "spec: {suspend: true, interval: 1m}\n"),
        (
            "spec: {\n  \"interval\": \"1m\"\n}\n",
            "spec: {\n  \"suspend\": true,\n  \"interval\": \"1m\"\n}\n"
        ),
        ("spec: { suspend: false, interval: 1m }\n", "spec: { suspend: true, interval: 1m }\n"),
    ]

    @Test(arguments: layouts)
    func `only the key is written, in the layout of the manifest`(before: String, after: String)
        async throws
    {
        let plan = try await Self.plan(in: ["a.yaml": Self.head + before])
        #expect(String(decoding: plan.after, as: UTF8.self) == Self.head + after)
        #expect(plan.path == "a.yaml" && plan.line == 1)
        let again = try await Self.plan(in: ["a.yaml": Self.head + after])
        #expect(again.before == again.after)
    }

    @Test(arguments: layouts.filter { !$0.before.contains("suspend") })
    func `resuming removes the key that suspending wrote`(before: String, after: String)
        async throws
    {
        let resumed = try await Self.plan(false, in: ["a.yaml": Self.head + after])
        #expect(String(decoding: resumed.after, as: UTF8.self) == Self.head + before)
    }

    @Test(arguments: [
        ("spec:\n  interval: 1m\n  suspend: true\n", "spec:\n  interval: 1m\n"),
        ("spec:\n  interval: 1m\n  suspend: true", "spec:\n  interval: 1m"),
        ("spec: { interval: 1m, suspend: true }\n", "spec: { interval: 1m }\n"),
        ("spec: { a: 1, suspend: true, interval: 1m }\n", "spec: { a: 1, interval: 1m }\n"),
        (
            "spec:\n  interval: 1m\n  suspend: true # for now\n",
            "spec:\n  interval: 1m\n  suspend: false # for now\n"
        ),
        ("spec:\n  suspend: true\n", "spec:\n  suspend: false\n"),
        (
            "spec:\n  <<: { suspend: true }\n  suspend: true\n",
            "spec:\n  <<: { suspend: true }\n  suspend: false\n"
        ),
    ])
    func `resuming keeps everything else`(before: String, after: String) async throws {
        let resumed = try await Self.plan(false, in: ["a.yaml": Self.head + before])
        #expect(String(decoding: resumed.after, as: UTF8.self) == Self.head + after)
    }

    @Test func `an object that is not suspended needs no edit`() async throws {
        let plan = try await Self.plan(
            false, in: ["a.yaml": Self.head + "spec: { interval: 1m }\n"])
        #expect(plan.before == plan.after)
    }

    @Test(arguments: [
        "spec: {}\n", "spec: &all\n  interval: 1m\n", "spec:\n  suspend: \"false\"\n",
        "spec:\n  ? interval\n  : 1m\n", "spec: { # often\n  interval: 1m }\n", "",
    ])
    func `unsafe layouts are left alone`(_ spec: String) async throws {
        let error = await #expect(throws: SuspensionError.self) {
            try await Self.plan(in: ["a.yaml": Self.head + spec])
        }
        #expect(error == .layout(Self.target, path: "a.yaml"))
    }

    @Test func `an object whose patch sets the key is refused`() async throws {
        let files = [
            "a/a.yaml": Self.head + "spec:\n  interval: 1m\n",
            "a/kustomization.yaml": """
            resources: [a.yaml]
            patches:
              - patch: |
                  apiVersion: image.toolkit.fluxcd.io/v1
                  kind: ImageUpdateAutomation
                  metadata: { name: images, namespace: flux-system }
                  spec: { suspend: false }

            """,
        ]
        let error = await #expect(throws: SuspensionError.self) {
            try await Self.plan(in: files)
        }
        #expect(error == .decidedElsewhere(Self.target, path: "a/a.yaml"))
    }

    @Test func `a name has to mean one object`() async throws {
        let missing = await #expect(throws: SuspensionError.self) { try await Self.plan(in: [:]) }
        #expect(missing == .missing(Self.target))
        let manifest = Self.head + "spec:\n  interval: 1m\n"
        let files = ["a.yaml": manifest, "b.yaml": manifest]
        let several = await #expect(throws: SuspensionError.self) { try await Self.plan(in: files) }
        #expect(several == .several(Self.target, ["a.yaml:1", "b.yaml:1"]))
        let chosen = try await Self.plan(in: files, paths: ReportPaths(["b.yaml"]))
        #expect(chosen.path == "b.yaml")
    }
}
