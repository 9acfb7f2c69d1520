import Foundation
import TestSupport
import Testing

/// Updates within the limits of the configuration, with tags from snapshots and a registry.
@Suite struct GuardrailTests {
    private static func scene(_ update: String, more: [String: String] = [:]) throws
        -> AutomationScene
    {
        let configuration = [".sluice.yaml": "version: 1\nupdate: { \(update) }\n"]
        return try AutomationScene(files: configuration.merging(more) { $1 })
    }

    /// The limits of the configuration, the tags of the snapshot, and the reason why nothing is
    /// written.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let update: String
        let tags: [String]
        var arguments: [String] = []
        let reason: String

        var testDescription: String { update }
    }

    private static let refusals = [
        Refusal(
            update: "allowDowngrade: false", tags: ["0.9.0"], reason: "`0.9.0` is older than"),
        Refusal(
            update: "maximumJump: patch", tags: ["1.1.0"],
            reason: "from `1.0.0` to `1.1.0` the minor version changes"),
        Refusal(
            update: "minimumReleaseAge: 1 day", tags: ["1.1.0"],
            reason: "when `1.1.0` was built is not known: the snapshot does not tell it"),
        Refusal(
            update: "maximumTagLoss: 40", tags: ["1.1.0"],
            arguments: ["--last-tags", "../last.json"],
            reason: "1 of the 2 tags of `ghcr.io/org/web` are gone"),
        Refusal(
            update: "maximumTagLoss: 40", tags: ["1.1.0"],
            reason: "how many tags of `ghcr.io/org/web` are gone is not known: `--last-tags`"),
        Refusal(
            update: "freeze: [{ days: [tuesday], reason: launch }]", tags: ["1.1.0"],
            reason: "nothing is written on 2023-11-14, a tuesday of a freeze: launch"),
        Refusal(
            update: "hold: [{ policy: flux-system/web, reason: it leaks }]", tags: ["1.1.0"],
            reason: "it is held: it leaks"),
        Refusal(
            update: "", tags: ["1.1.0"], arguments: ["--verify-command", "sh -c 'exit 3'"],
            reason: "`sh` refuses `ghcr.io/org/web:1.1.0`"),
        Refusal(
            update: "", tags: ["1.1.0"], arguments: ["--verify-command", "no-such-program"],
            reason: "`no-such-program` cannot be run: there is no such program"),
    ]

    @Test(arguments: refusals)
    func `an automation writes nothing that a limit refuses`(_ refusal: Refusal) throws {
        let range = [
            "flux-system/policies.yaml": AutomationScene.policy("web", range: ">=0.1.0")
        ]
        let scene = try Self.scene(refusal.update, more: range)
        try scene.setTags(["web": ["1.0.0", "1.1.0"]])
        let former = try scene.clone.home.text(of: "tags.json")
        try scene.clone.home.write("last.json", former)
        try scene.setTags(["web": refusal.tags])
        let tip = try scene.remote.git("rev-parse", "main")
        let run = try scene.clone.sluice(
            ["update", "--tags", "../tags.json"] + refusal.arguments,
            with: ["SOURCE_DATE_EPOCH": "1700000000"])
        #expect(run.status == 1)
        #expect(run.output.contains("refused: \(refusal.reason)"), "\(run.output)\(run.errors)")
        #expect(try scene.remote.git("rev-parse", "main") == tip)
    }

    @Test func `an image without the required digest is refused and the rest is written`() throws {
        let scene = try AutomationScene(files: [
            ".sluice.yaml": """
            version: 1
            environments: [{ name: production, paths: [apps/production/**], identity: digest }]

            """,
            "apps/production/web.yaml": Manifest.podFollowing("web"),
        ])
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains("refused: its environment demands a digest"))
        #expect(try scene.text().contains("web:1.1.0 #"))
        #expect(try scene.text("apps/production/web.yaml").contains("web:1.0.0 #"))
    }

    @Test func `an image that the verify command accepts is written without a shell`() throws {
        let scene = try Self.scene("allowDowngrade: false, maximumJump: minor, maximumTagLoss: 0")
        try scene.clone.home.writeProgram(
            "verify", "#!/bin/sh\nprintf '%s|' \"$@\" >> \"$HOME/verified\"\n")
        let run = try scene.update(
            "--last-tags", "../tags.json", "--verify-command",
            "\(scene.clone.home.path)/verify 'a  $(b)' \"\" -k")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            try scene.clone.home.text(of: "verified") == "a  $(b)||-k|ghcr.io/org/web:1.1.0|")
        #expect(try scene.text().contains("web:1.1.0 #"))
        #expect(try scene.update("--verify-command", "cosign 'verify").status == 64)
    }

    @Test func `a tag and a digest of one object are refused together`() throws {
        let digests = ["1", "2"].map { "sha256:" + String(repeating: $0, count: 64) }
        let chart = """
            image:
              tag: latest # {"$imagepolicy": "flux-system:web:tag"}
              digest: \(digests[0]) # {"$imagepolicy": "flux-system:web:digest"}

            """
        let fixture = try GitFixture(files: [
            "values.yaml": chart, ".sluice.yaml": "version: 1\nupdate: { maximumJump: minor }\n",
        ])
        try fixture.home.write(
            "policies.json",
            """
            {"kind": "ImagePolicy", "metadata": {"namespace": "flux-system", "name": "web"}, "status":
             {"latestRef": {"name": "ghcr.io/org/web", "tag": "1.0.0", "digest": "\(digests[1])"}}}
            """)
        let run = try fixture.sluice(
            ["update", "--in-place", "--policies-from", "../policies.json"])
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("0 changed, 0 unchanged, 0 skipped, 2 refused\n"))
        #expect(try String(contentsOfFile: "\(fixture.path)/values.yaml", encoding: .utf8) == chart)
    }

    @Test(.enabled(if: RealRegistry.isThere, "docker-registry, skopeo and others are missing"))
    func `the build time of an image is read from the registry`() throws {
        let registry = try RealRegistry(storage: try TemporaryDirectory())
        let host = "127.0.0.1:\(registry.port)"
        for (tag, created) in [
            ("1.1.0", "2026-01-10T00:00:00Z"), ("1.0.0", "2026-01-01T00:00:00Z"),
        ] {
            let layout = try ImageLayout(created: created)
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all", "docker://\(host)/org/web:\(tag)")
        }
        let fixture = try GitFixture(files: [
            ".sluice.yaml": "version: 1\nupdate: { minimumReleaseAge: 3 days }\n",
            "policy.yaml": AutomationScene.policy("web").replacing("ghcr.io", with: host),
            "web.yaml": Manifest.podFollowing("web").replacing("ghcr.io", with: host),
        ])
        func update(on day: String) throws -> ProgramRun {
            try fixture.sluice([
                "update", "--in-place", "--registry", "--insecure-registry", host, "--now", day,
            ])
        }
        let early = try update(on: "2026-01-12")
        #expect(early.status == 1)
        #expect(
            early.output.contains(
                "`1.1.0` was built at 2026-01-10T00:00:00Z, and `minimumReleaseAge` is 3 days"),
            "\(early.output)\(early.errors)")
        let scan = try fixture.sluice([
            "scan", "--created", "--insecure-registry", host, "--snapshot", "../tags.json",
        ])
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(
            try fixture.home.text(of: "tags.json").contains(
                "\"created\" : {\n        \"1.1.0\" : \"2026-01-10T00:00:00Z\"\n      }"))
        for day in ["2026-01-12", "2026-01-13"] {
            let told = try fixture.sluice([
                "update", "--in-place", "--dry-run", "--tags", "../tags.json", "--now", day,
            ])
            #expect(told.status == (day == "2026-01-12" ? 1 : 0), "\(told.errors)")
        }
        let late = try update(on: "2026-01-13")
        #expect(late.status == 0, "\(late.output)\(late.errors)")
        #expect(late.output.contains("1 changed"))
    }
}
