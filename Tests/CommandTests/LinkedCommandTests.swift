import Foundation
import TestSupport
import Testing

/// Commands that read linked repositories: a marker here, and its policy in the clone beside it.
@Suite struct LinkedCommandTests {
    private static let link = """
        version: 1
        repositories:
          - url: https://github.com/org/fleet
            path: ../fleet

        """
    private static let policy = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 5m}
        ---

        """ + Manifest.policy("web")

    private let apps: GitFixture
    private let fleet: GitFixture

    init() throws {
        let home = try TemporaryDirectory()
        apps = GitFixture(at: "apps", in: home)
        fleet = GitFixture(at: "fleet", in: home)
        for (fixture, files) in [
            (apps, [".sluice.yaml": Self.link, "web.yaml": Manifest.podFollowing("web")]),
            (fleet, ["flux/web.yaml": Self.policy]),
        ] {
            try fixture.git(
                ["init", "--quiet", "--initial-branch=main", fixture.path], at: home.path)
            try fixture.commit(files)
        }
    }

    @Test func `get images lists the policies of all`() throws {
        let run = try apps.sluice(["get", "images"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.contains("imagepolicy/web") && run.output.contains("fleet:/flux/web.yaml"))
        try apps.write(".sluice.yaml", "version: 1\n")
        #expect(try !apps.sluice(["get", "images"]).output.contains("imagepolicy/web"))
    }

    @Test func `a diff knows the policy of another repository`() throws {
        try apps.write("web.yaml", Manifest.podFollowing("web").replacing("1.0.0", with: "1.0.1"))
        let linked = try apps.sluice(["diff", "HEAD"])
        #expect(linked.status == 0, "\(linked.errors)")
        #expect(linked.output.contains("1.0.0 → 1.0.1"))
        #expect(linked.output.firstMatch(of: /flux-system\/web  +\S/) != nil, "\(linked.output)")
        // The other repository is the same on both sides, whatever is committed there meanwhile.
        try fleet.commit(["flux/api.yaml": Self.policy.replacing("web", with: "api")])
        #expect(try apps.sluice(["diff", "HEAD"]).output == linked.output)
        try FileManager.default.removeItem(atPath: fleet.path)
        let alone = try apps.sluice(["diff", "HEAD"])
        #expect(alone.status == 0, "\(alone.errors)")
        #expect(alone.output != linked.output)
    }

    @Test func `fixes are tried with the policies of all`() throws {
        // Only the policy shows which name is meant.
        try fleet.commit(["flux/frontend.yaml": Self.policy.replacing("web", with: "frontend")])
        try apps.write(
            "web.yaml",
            Manifest.podFollowing("frontend").replacing(":frontend\"", with: ":frontent\"")
                .replacing("org/web", with: "org/frontend"))
        let linked = try apps.sluice(["check", "--diff", "--unsafe-fixes", "--exit-zero"])
        try apps.write(".sluice.yaml", "version: 1\n")
        let alone = try apps.sluice(["check", "--diff", "--unsafe-fixes", "--exit-zero"])
        #expect(linked.output.contains("flux-system:frontend\""), "\(linked.output)")
        #expect(!alone.output.contains("frontend\""))
    }

    @Test func `nothing is written to another repository`() throws {
        for arguments in [["check"], ["check", "--fix"], ["diff", "HEAD"], ["get", "images"]] {
            _ = try apps.sluice(arguments)
        }
        #expect(try fleet.git("status", "--porcelain") == "")
        #expect(try fleet.git("rev-list", "--count", "HEAD") == "1")
    }
}
