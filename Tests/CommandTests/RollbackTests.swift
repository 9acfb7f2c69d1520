import Foundation
import TestSupport
import Testing

/// `rollback`, `hold`, `release` and `holds` as their users run them.
@Suite struct RollbackTests {
    private static func objects(_ policy: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata:
          name: web
          namespace: flux-system
        spec:
          image: ghcr.io/org/web
          interval: 5m
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata:
          name: web
          namespace: flux-system
        spec:
          imageRepositoryRef: { name: web }
          policy:
            \(policy)

        """
    }

    private static let automation = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata:
          name: apps
          namespace: flux-system
        spec:
          interval: 10m
          sourceRef: { kind: GitRepository, name: flux-system }
          git:
            checkout: { ref: { branch: main } }
            commit: { author: { email: bot@example.com } }
            push: { branch: main }
          update: { path: ./apps }

        """

    private static func pod(_ tag: String, head: String = "") -> String {
        head + """
            apiVersion: v1
            kind: Pod
            metadata: { name: web, namespace: shop }
            spec:
              containers:
                - name: web
                  image: ghcr.io/org/web:\(tag) # {"$imagepolicy": "flux-system:web"}

            """
    }

    private static func podWithoutMarker(_ tag: String) -> String {
        pod(tag).split(separator: " # ").first.map { $0 + "\n" } ?? ""
    }

    private static let why = ["--reason", "checkout fails"]

    /// A repository in which `web` went from 1.4.1 to 1.4.2, and other commits followed.
    private static func fixture(
        policy: String = "semver: { range: '>=1.0.0' } # all"
    ) throws -> GitFixture {
        let fixture = try GitFixture()
        try fixture.commit(
            [
                "flux/images.yaml": objects(policy), "flux/automation.yaml": automation,
                "apps/web.yaml": pod("1.4.1"),
            ], message: "start")
        try fixture.commit(["apps/web.yaml": pod("1.4.2")], message: "Update web to 1.4.2")
        try fixture.commit(
            ["apps/web.yaml": pod("1.4.2", head: "# one\n# two\n"), "README.md": "web\n"],
            message: "explain")
        return fixture
    }

    private static func text(_ path: String, in fixture: GitFixture) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    /// The image after an update from these tags, as Flux's next run would choose it.
    private static func imageAfterUpdate(
        _ fixture: GitFixture, tags: [String] = ["1.4.0", "1.4.1", "1.4.2"]
    ) throws -> String? {
        try fixture.home.write(
            "tags.json",
            """
            {"schema": 1, "command": "scan", "tool": {"name": "sluice", "version": "0.1.0"},
             "images": [{"image": "ghcr.io/org/web", "time": "2026-01-01T00:00:00Z",
                         "tags": \(tags)}]}
            """)
        let run = try fixture.sluice(["update", "--in-place", "--tags", "../tags.json"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let image = try text("apps/web.yaml", in: fixture).split(separator: "\n")
            .first { $0.contains("image:") }
        return image?.split(separator: " ").dropFirst().first.map(String.init)
    }

    /// A deployment, and a kustomization that patches its image in a text of its own.
    private static func patched(_ image: String) -> [String: String] {
        [
            "clusters/production/apps.yaml": """
            apiVersion: kustomize.toolkit.fluxcd.io/v1
            kind: Kustomization
            metadata: { name: apps, namespace: flux-system }
            spec:
              interval: 10m
              path: ./production
              prune: true
              sourceRef: { kind: GitRepository, name: flux-system }

            """,
            "base/kustomization.yaml": "resources: [web.yaml]\n",
            "base/web.yaml": """
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: web }
            spec:
              selector: { matchLabels: { app: web } }
              template:
                metadata: { labels: { app: web } }
                spec:
                  containers:
                    - name: web
                      image: ghcr.io/org/web:1.0.0

            """,
            "production/kustomization.yaml": """
            resources: [../base]
            patches:
              - patch: |-
                  apiVersion: apps/v1
                  kind: Deployment
                  metadata: { name: web }
                  spec:
                    template:
                      spec:
                        containers:
                          - name: web
                            image: \(image)

            """,
        ]
    }

    @Test func `a place that is not written is named`() throws {
        let fixture = try GitFixture(files: Self.patched("ghcr.io/org/web:1.1.0"))
        try fixture.commit(Self.patched("ghcr.io/org/web:1.2.0"))
        for words in [["web"], ["ghcr.io/org/web", "--to", "HEAD~1"]] {
            let run = try fixture.sluice(
                ["rollback", "--reason", "it fails", "--dry-run"] + words)
            #expect(run.status == 1, "\(run.output)\(run.errors)")
            #expect(
                (run.output + run.errors).contains(
                    "not restored: it names `ghcr.io/org/web:1.2.0`"),
                "\(run.output)\(run.errors)")
        }
    }

    @Test func `a short name means the image that runs`() throws {
        var files = Self.patched("ghcr.io/other/web:1.1.0")
        let fixture = try GitFixture(files: files)
        files["base/web.yaml"]?.replace("web:1.0.0", with: "web:1.0.1")
        try fixture.commit(files)
        let run = try fixture.sluice(["rollback", "web", "--reason", "it fails", "--dry-run"])
        #expect(!run.output.contains("1.0.0"), "\(run.output)")
        #expect((run.output + run.errors).contains("ghcr.io/other/web"))
    }

    @Test func `an image that has another name by now is not restored`() throws {
        let fixture = try GitFixture(files: ["pod.yaml": Manifest.pod("ghcr.io/org/api:1.0.0")])
        try fixture.commit(["pod.yaml": Manifest.pod("ghcr.io/org/web:1.0.0")])
        let run = try fixture.sluice(
            ["rollback", "--to", "HEAD~1", "--reason", "it fails", "--dry-run"])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect((run.output + run.errors).contains("has another image there"))
    }

    @Test func `the image goes back in one commit, holds, and moves again once released`() throws {
        let fixture = try Self.fixture()
        let before = try Self.text("flux/images.yaml", in: fixture)
        #expect(try Self.imageAfterUpdate(fixture) == "ghcr.io/org/web:1.4.2")
        let run = try fixture.sluice(
            ["rollback", "web", "--until", "2999-12-31", "--commit"] + Self.why)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(
            run.output.hasPrefix(
                """
                apps/web.yaml:9: ghcr.io/org/web:1.4.2 -> ghcr.io/org/web:1.4.1
                flux/images.yaml:15: ImagePolicy `flux-system/web` is pinned to `1.4.1`
                committed \

                """), "\(run.output)")
        #expect(
            try Self.text("apps/web.yaml", in: fixture) == Self.pod("1.4.1", head: "# one\n# two\n")
        )
        let brought = try fixture.git("rev-parse", "--short=12", "HEAD~2")
        #expect(
            try fixture.git("log", "-1", "--format=%B")
                == """
                Roll back web to 1.4.1

                checkout fails

                ghcr.io/org/web
                  apps/web.yaml:9: ghcr.io/org/web:1.4.2 -> ghcr.io/org/web:1.4.1
                  brought by \(brought) Update web to 1.4.2

                Held until 2999-12-31:
                  ImagePolicy `flux-system/web` is pinned to `1.4.1`

                """)
        #expect(try fixture.git("status", "--porcelain").isEmpty)
        #expect(try fixture.sluice(["check"]).status == 0)
        #expect(try Self.imageAfterUpdate(fixture) == "ghcr.io/org/web:1.4.1")
        let released = try fixture.sluice(["release", "web", "--commit"])
        #expect(released.status == 0, "\(released.errors)")
        #expect(try Self.text("flux/images.yaml", in: fixture) == before)
        #expect(try Self.imageAfterUpdate(fixture) == "ghcr.io/org/web:1.4.2")
    }

    @Test(arguments: [
        ("alphabetical: { order: asc }", nil), ("semver: { range: 1.x }", "exclude"),
        ("semver: { range: 1.x }", "suspend"), ("semver: { range: 1.x }", "pin"),
    ])
    func `no way of holding lets the next update undo it`(_ policy: String, _ hold: String?) throws
    {
        let fixture = try Self.fixture(policy: policy)
        let option = hold.map { ["--hold", $0] } ?? []
        let run = try fixture.sluice(["rollback", "org/web", "--commit"] + option + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try fixture.sluice(["check"]).status == 0)
        // An update in place writes for automations that are suspended, too.
        if hold != "suspend" {
            #expect(try Self.imageAfterUpdate(fixture) == "ghcr.io/org/web:1.4.1")
        }
        let holds = try fixture.sluice(["holds"])
        #expect(holds.output.contains(hold ?? "exclude") && holds.output.contains("2024-01-02"))
        #expect(try fixture.sluice(["release", "web"]).status == 0)
        #expect(
            try Self.text("flux/images.yaml", in: fixture) == Self.objects(policy))
        #expect(try Self.text("flux/automation.yaml", in: fixture) == Self.automation)
    }

    @Test func `a bad tag that follows is selected where only one is excluded, and not pinned`()
        throws
    {
        let tags = ["1.4.1", "1.4.2", "1.4.3"]
        let excluded = try Self.fixture()
        _ = try excluded.sluice(["rollback", "web", "--hold", "exclude"] + Self.why)
        #expect(try Self.imageAfterUpdate(excluded, tags: tags) == "ghcr.io/org/web:1.4.3")
        let pinned = try Self.fixture()
        _ = try pinned.sluice(["rollback", "web"] + Self.why)
        #expect(try Self.imageAfterUpdate(pinned, tags: tags) == "ghcr.io/org/web:1.4.1")
    }

    @Test func `tags between the restored one and the present are excluded as well`() throws {
        let fixture = try Self.fixture()
        try fixture.commit(["apps/web.yaml": Self.pod("1.4.3")], message: "Update web to 1.4.3")
        let run = try fixture.sluice(
            ["rollback", "web", "--to", "HEAD~3", "--hold", "exclude"] + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("excludes `1.4.3` and `1.4.2`"), "\(run.output)")
        #expect(
            try Self.imageAfterUpdate(fixture, tags: ["1.4.1", "1.4.2", "1.4.3"])
                == "ghcr.io/org/web:1.4.1")
    }

    /// As after a kill between the two files, or after all of them.
    @Test(arguments: ["pin", "exclude", "suspend"])
    func `a rollback that was cut off is finished by the next, and a finished one is left alone`(
        _ hold: String
    ) throws {
        let arguments = ["rollback", "web", "--hold", hold] + Self.why
        let whole = try Self.fixture()
        _ = try whole.sluice(arguments)
        let expected = try whole.git("diff")
        let fixture = try Self.fixture()
        try fixture.write("apps/web.yaml", Self.pod("1.4.1", head: "# one\n# two\n"))
        let run = try fixture.sluice(arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try fixture.git("diff") == expected && expected.contains("sluice.dev/hold"))
        let again = try fixture.sluice(arguments)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try fixture.git("diff") == expected)
    }

    @Test func `a dry run shows the change and makes none`() throws {
        let fixture = try Self.fixture()
        let run = try fixture.sluice(["rollback", "web", "--dry-run"] + Self.why)
        #expect(run.status == 0)
        #expect(run.output.contains("+      pin 1.4.1 not 1.4.2 was '>=1.0.0': checkout fails"))
        #expect(run.output.contains("-      image: ghcr.io/org/web:1.4.2 #"))
        #expect(try fixture.git("status", "--porcelain").isEmpty)
    }

    @Test func `split fields, quotes and line ends return as they were, in a file that moved`()
        throws
    {
        func kustomization(_ tag: String, _ digest: String) -> String {
            """
            resources: [pod.yaml]
            images:
              - name: ghcr.io/org/web
                newTag: \(tag)
                digest: sha256:\(String(repeating: digest, count: 64))
              - { name: ghcr.io/org/db, newTag: '16.1' }

            """.replacing("\n", with: "\r\n")
        }
        let fixture = try GitFixture()
        let pod =
            "apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n"
            + "    - { name: web, image: ghcr.io/org/web }\n    - { name: db, image: ghcr.io/org/db }\n"
        try fixture.commit([
            "a/kustomization.yaml": kustomization("\"1.10\"", "a"), "a/pod.yaml": pod,
        ])
        try fixture.commit(["a/kustomization.yaml": kustomization("1.4.2", "b")])
        try fixture.git("mv", "a", "b")
        try fixture.commit()
        let moved = kustomization("1.4.2", "b").replacing(
            "images:", with: "namePrefix: x-\r\nimages:")
        try fixture.commit(["b/kustomization.yaml": moved])
        let run = try fixture.sluice(["rollback", "ghcr.io/org/web"] + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("note: no policy writes these values"), "\(run.output)")
        #expect(
            try Self.text("b/kustomization.yaml", in: fixture)
                == kustomization("\"1.10\"", "a").replacing(
                    "images:", with: "namePrefix: x-\r\nimages:"))
    }

    @Test func `an environment narrows what is restored`() throws {
        let fixture = try GitFixture()
        for tag in ["1.4.1", "1.4.2"] {
            let pod = Self.podWithoutMarker(tag)
            try fixture.commit(["apps/staging/web.yaml": pod, "apps/production/web.yaml": pod])
        }
        let run = try fixture.sluice(
            ["rollback", "--to", "HEAD~1", "--environment", "production"] + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try fixture.git("diff", "--name-only") == "apps/production/web.yaml")
        try fixture.git("checkout", "--quiet", ".")
        try fixture.commit([
            "apps/production/db.yaml": Self.podWithoutMarker("1.0.0").replacing("web", with: "db")
        ])
        let later = try fixture.sluice(["rollback", "--to", "HEAD~2"] + Self.why)
        #expect(later.status == 0 && !later.output.contains("db.yaml"), "\(later.output)")
        let gone = try fixture.sluice(
            ["rollback", "web", "--environment", "prod"] + Self.why)
        #expect(gone.status == 2 && gone.errors.contains("there is no environment `prod`"))
    }

    @Test func `a value that has nothing to return to is named`() throws {
        let fixture = try Self.fixture()
        let other = Self.pod("1.4.2").replacing("name: web,", with: "name: worker,")
        try fixture.commit(["apps/worker.yaml": other])
        let run = try fixture.sluice(["rollback", "web", "--to", "HEAD~3"] + Self.why)
        #expect(run.status == 1)
        #expect(
            run.output.contains("apps/worker.yaml:7: not restored: the commit "), "\(run.output)")
        #expect(run.output.contains("note: `flux-system/web` writes `apps/worker.yaml` as well"))
    }

    @Test(arguments: [
        (["rollback"], 64, "Missing expected argument '--reason"),
        (["rollback", "--reason", "x"], 64, "name the images, or the commit with --to"),
        (["rollback", "web", "--reason", " "], 64, "--reason has to say why"),
        (["rollback", "web", "--reason", "x", "--until", "2000-01-01"], 64, "has passed already"),
        (
            ["rollback", "web", "--reason", "x", "--hold", "none", "--until", "2999-01-01"], 64,
            "--until goes with a hold"
        ),
        (["rollback", "web", "--reason", "x (until 2026-01-01)"], 2, "one line of text"),
        (["rollback", "gone", "--reason", "x"], 2, "no image and no policy of the repository"),
        (["rollback", "--to", "gone", "--reason", "x"], 2, "there is no commit `gone`"),
        (["rollback", "--to", "HEAD", "--reason", "x"], 2, "no image differs from the commit"),
        (["hold", "web", "--reason", "x", "--exclude"], 64, "--exclude needs the tag"),
        (["hold", "web", "--reason", "x", "--pin", "--suspend"], 64, "exclude each other"),
        (["hold", "web", "--reason", "x", "--exclude", "--tag", "a b"], 64, "`a b` is no tag"),
        (["release", "web"], 2, "nothing holds `web`"),
    ])
    func `what cannot be is refused, and nothing changes`(
        _ arguments: [String], _ status: Int32, _ message: String
    ) throws {
        let fixture = try Self.fixture()
        let run = try fixture.sluice(arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try fixture.git("status", "--porcelain").isEmpty)
    }

    @Test func `files with other changes are not committed`() throws {
        let fixture = try Self.fixture()
        let dirty = try Self.text("flux/images.yaml", in: fixture) + "# mine\n"
        try fixture.write("flux/images.yaml", dirty)
        let run = try fixture.sluice(["rollback", "web", "--commit"] + Self.why)
        #expect(run.status == 2 && run.errors.contains("`flux/images.yaml` has changes"))
        #expect(try fixture.git("status", "--porcelain") == " M flux/images.yaml")
        #expect(try Self.text("flux/images.yaml", in: fixture) == dirty)
    }

    @Test func `everything is taken back where a hook refuses the commit`() throws {
        let fixture = try Self.fixture()
        try fixture.write(".git/hooks/pre-commit", "#!/bin/sh\necho no >&2\nexit 1\n")
        try fixture.run("chmod", "+x", ".git/hooks/pre-commit")
        let run = try fixture.sluice(["rollback", "web", "--commit"] + Self.why)
        #expect(run.status == 2 && run.errors.contains("no"))
        #expect(try fixture.git("status", "--porcelain").isEmpty)
    }

    @Test func `a result that check would refuse is not written`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["web.yaml": Self.podWithoutMarker("latest")])
        try fixture.commit(["web.yaml": Self.podWithoutMarker("1.4.2")])
        let run = try fixture.sluice(["rollback", "web"] + Self.why)
        #expect(run.status == 2 && run.errors.contains("[image-latest-tag]"), "\(run.errors)")
        #expect(try fixture.git("status", "--porcelain").isEmpty)
    }

    @Test func `a hold pins what is deployed, and all holds are listed`() throws {
        let fixture = try Self.fixture()
        let none = try fixture.sluice(["holds"])
        #expect(none.status == 0 && none.errors == "sluice: nothing is held\n")
        let run = try fixture.sluice(
            ["hold", "web", "--until", "2030-01-31", "--now", "2029-01-01"] + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output
                == "flux/images.yaml:15: ImagePolicy `flux-system/web` is pinned to `1.4.2`\n")
        let json = try fixture.sluice(["holds", "--output", "json", "--now", "2030-02-01"])
        let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let holds = try #require((document as? [String: Any])?["holds"] as? [[String: Any]])
        #expect(holds.count == 1)
        #expect(holds[0]["hold"] as? String == "pin" && holds[0]["tag"] as? String == "1.4.2")
        #expect(holds[0]["expired"] as? Bool == true && holds[0]["holds"] as? Bool == true)
        let check = try fixture.sluice(["check", "--now", "2030-02-01"])
        #expect(check.output.contains("[hold-expired]"))
    }

    @Test func `a policy may move on from a tag that is excluded`() throws {
        let fixture = try Self.fixture()
        let run = try fixture.sluice(
            ["hold", "flux-system/web", "--exclude", "--tag", "1.4.3", "--commit"] + Self.why)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try fixture.git("log", "-1", "--format=%s") == "Hold flux-system/web")
        #expect(
            try Self.imageAfterUpdate(fixture, tags: ["1.4.2", "1.4.3", "1.4.4"])
                == "ghcr.io/org/web:1.4.4")
        #expect(
            try Self.imageAfterUpdate(fixture, tags: ["1.4.2", "1.4.3"]) == "ghcr.io/org/web:1.4.2")
    }
}
