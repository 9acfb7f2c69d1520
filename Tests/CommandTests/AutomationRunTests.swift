import Foundation
import TestSupport
import Testing

/// `sluice update`: what automations commit and push.
@Suite struct AutomationRunTests {
    @Test func `a commit with the templated message is pushed`() throws {
        let scene = try AutomationScene()
        let before = try scene.remote.git("rev-parse", "main")
        let state = try scene.clone.git("status", "--porcelain=v2")
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(try scene.text().contains("ghcr.io/org/web:1.1.0 #"))
        let commit = try scene.remote.git("rev-parse", "main")
        #expect(
            run.output.hasSuffix(
                "flux-system/images: pushed \(commit.prefix(12)) to `main` of `origin`\n"))
        #expect(try scene.remote.git("rev-parse", "main~1") == before)
        let author = "fluxcdbot <fluxcdbot@example.org> 1700000000 +0000"
        #expect(
            try scene.remote.git("cat-file", "commit", "main").hasSuffix(
                """
                author \(author)
                committer \(author)

                Update flux-system/images

                - ghcr.io/org/web:1.0.0 -> ghcr.io/org/web:1.1.0

                """))
        #expect(try scene.clone.git("status", "--porcelain=v2") == state)
        #expect(try scene.clone.git("rev-parse", "main") == before)
        #expect(try scene.clone.git("rev-parse", "origin/main") == commit)
        let again = try scene.update()
        #expect(again.status == 0)
        #expect(again.output == "flux-system/images: nothing to commit to `main` of `origin`\n")
        #expect(try scene.remote.git("rev-parse", "main") == commit)
        try scene.remote.git("fsck", "--strict")
    }

    // MARK: What runs

    @Test func `automations that do not run are listed with the reason`() throws {
        let scene = try AutomationScene(
            spec: "\n  suspend: true",
            files: [
                "flux-system/other.yaml": AutomationScene.automation("other")
                    .replacing("name: flux-system\n  git", with: "name: elsewhere\n  git"),
                "flux-system/elsewhere.yaml": AutomationScene.source(
                    url: "https://user:secret@git.example.org/org/elsewhere"
                ).replacing("name: flux-system\n  namespace", with: "name: elsewhere\n  namespace"),
                "flux-system/signed.yaml": AutomationScene.automation(
                    "signed",
                    git: "\n      signingKey: { type: ssh, secretRef: { name: key } }"),
            ])
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(
            run.output == """
                flux-system/images: skipped: it is suspended
                flux-system/other: skipped: no remote is at `https://git.example.org/org/elsewhere`; \
                `--remote` names the one that is meant
                flux-system/signed: failed: its commits are signed with a key that only the cluster \
                has; `--signing-key` names another SSH key file

                """)
        let chosen = try scene.update("--automation", "flux-system/images")
        #expect(chosen.status == 0)
        #expect(chosen.output == "flux-system/images: skipped: it is suspended\n")
        let unknown = try scene.update("--automation", "flux-system/image")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("did you mean `flux-system/images`?"))
        let remote = try scene.update("--automation", "flux-system/other", "--remote", "origin")
        #expect(remote.status == 0 && remote.output.contains("pushed"), "\(remote.output)")
        #expect(try scene.update("--remote", "gone").output.contains("there is no remote `gone`"))
    }

    @Test func `addresses in manifests are contacted only if they are trusted`() throws {
        let scene = try AutomationScene()
        try scene.clone.git("remote", "remove", "origin")
        let run = try scene.update()
        #expect(run.status == 0)
        #expect(run.output.contains("skipped: no remote is at `file://"))
        let trusted = try scene.update("--trust-manifest-remotes")
        #expect(trusted.status == 0, "\(trusted.output)")
        #expect(try scene.text().contains("web:1.1.0"))
    }

    @Test func `only the automation's own markers are written`() throws {
        let selector = "\n  policySelector: { matchLabels: { team: a } }"
        let own = AutomationScene.policy("own").replacing(
            "kind: ImagePolicy\nmetadata:",
            with: "kind: ImagePolicy\nmetadata:\n  labels: { team: a }")
        let scene = try AutomationScene(
            spec: selector,
            files: [
                "flux-system/own.yaml": own, "apps/own.yaml": Manifest.podFollowing("own"),
                "other/own.yaml": Manifest.podFollowing("own"),
            ])
        try scene.setTags(["web": ["1.2.0"], "own": ["1.1.0"]])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)")
        #expect(try scene.text("apps/own.yaml").contains("own:1.1.0"))
        #expect(try scene.text("apps/web.yaml").contains("web:1.0.0"))
        #expect(try scene.text("other/own.yaml").contains("web:1.0.0"))
    }

    @Test func `an update reads the manifests of the remote branch`() throws {
        let scene = try AutomationScene()
        try scene.pushFromElsewhere([
            "flux-system/policies.yaml": AutomationScene.policy("web", range: "1.0.x")
        ])
        try scene.setTags(["web": ["1.0.3", "1.1.0"]])
        #expect(try scene.update().status == 0)
        #expect(try scene.text().contains("web:1.0.3"))
        try scene.pushFromElsewhere([
            "flux-system/images.yaml": AutomationScene.automation(spec: "\n  suspend: true")
        ])
        let suspended = try scene.update()
        #expect(suspended.output == "flux-system/images: skipped: it is suspended\n")
        try scene.pushFromElsewhere(["flux-system/images.yaml": ""])
        let gone = try scene.update()
        #expect(gone.status == 1)
        #expect(gone.output.contains("the branch `main` does not declare it in the same way"))
    }

    // MARK: The check of the result

    private static let guarded = """
        version: 1
        environments:
          - name: staging
            paths: ["apps/staging/**"]
            tags: '^staging-[0-9]+$'
          - name: production
            paths: ["apps/production/**"]
            tags: '^1\\.[0-9]+\\.[0-9]+$'
        """

    @Test func `a write that the check forbids is refused and the others are made`() throws {
        let scene = try AutomationScene(files: [
            ".sluice.yaml": Self.guarded,
            "apps/production/web.yaml": Manifest.podFollowing("web"),
        ])
        try scene.setTags(["web": ["2.0.0"]])
        let run = try scene.update("--output", "json")
        #expect(run.status == 1)
        #expect(try scene.text("apps/web.yaml").contains("web:2.0.0"))
        #expect(try scene.text("apps/production/web.yaml").contains("web:1.0.0"))
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.changes.map(\.path) == ["apps/web.yaml"])
        #expect(report.refused.map(\.path) == ["apps/production/web.yaml"])
        #expect(report.refused.first?.findings.isEmpty == false)
        #expect(report.commits.first?.pushed == true && report.commits.first?.branch == "main")
        let commit = try scene.remote.git("rev-parse", "main")
        #expect(report.commits.first?.id == commit)
        #expect(report.commits.first?.message.hasPrefix("Update flux-system/images\n") == true)
    }

    private struct Report: Decodable {
        struct Marker: Decodable {
            let path: String
        }
        struct Refused: Decodable {
            struct Finding: Decodable {
                let rule: String
            }
            let path: String
            let reason: String
            let findings: [Finding]
        }
        struct Commit: Decodable {
            let id: String?
            let branch: String
            let message: String
            let pushed: Bool
        }
        let changes: [Marker]
        let refused: [Refused]
        let commits: [Commit]
    }

    @Test func `an update of files refuses the same writes`() throws {
        let scene = try AutomationScene(files: [
            ".sluice.yaml": Self.guarded,
            "apps/production/web.yaml": Manifest.podFollowing("web"),
        ])
        try scene.setTags(["web": ["2.0.0"]])
        let run = try scene.update("--in-place", "--output", "json")
        #expect(run.status == 1)
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.refused.map(\.path) == ["apps/production/web.yaml"])
        #expect(report.refused.first?.reason.hasPrefix("`sluice check` would fail: ") == true)
        #expect(try scene.clone.git("diff", "--name-only") == "apps/web.yaml")
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `every outcome is valid by the schema`() throws {
        let schema = PackageFolder.url.appending(path: "docs/schema/update-v1.schema.json")
        let scene = try AutomationScene(files: [
            ".sluice.yaml": Self.guarded,
            "apps/production/web.yaml": Manifest.podFollowing("web"),
            "flux-system/held.yaml": AutomationScene.automation("held", spec: "\n  suspend: true"),
            "flux-system/open.yaml": AutomationScene.automation("open")
                .replacing("  git:\n", with: "  git:\n    checkout: { ref: { tag: v1 } }\n"),
        ])
        try scene.setTags(["web": ["2.0.0"]])
        let keys: Set = ["findings", "outcome", "parent"]
        var removed: Set<String> = []
        for arguments in [["--dry-run"], [], ["--no-push"]] {
            let run = try scene.clone.sluice(
                ["update", "--tags", "../tags.json", "--output", "json"] + arguments)
            #expect(run.status == 1)
            #expect(try Python.schemaErrors(run.output, schema: schema) == "")
            for key in keys where run.output.contains("\"\(key)\":") {
                removed.insert(key)
                let renamed = run.output.replacing("\"\(key)\":", with: "\"\(key)2\":")
                let errors = try Python.schemaErrors(renamed, schema: schema)
                #expect(errors.contains("required"), "\(key)")
            }
        }
        #expect(removed == keys)
    }

    // MARK: Without a push

    @Test func `a dry run shows what would be committed and writes nothing`() throws {
        let scene = try AutomationScene()
        let before = try scene.clone.state()
        let run = try scene.update("--dry-run")
        #expect(run.status == 0)
        let base = try scene.clone.git("rev-parse", "--short=12", "main")
        #expect(
            run.output.hasPrefix(
                """
                automation flux-system/images: `main` of `origin`, from \(base)

                    Update flux-system/images

                    - ghcr.io/org/web:1.0.0 -> ghcr.io/org/web:1.1.0

                diff --git a/apps/web.yaml b/apps/web.yaml
                """))
        #expect(run.errors.hasSuffix("flux-system/images: would commit to `main` of `origin`\n"))
        #expect(run.errors.contains("web:1.0.0` → `ghcr.io/org/web:1.1.0` (`flux-system/web`"))
        #expect(try scene.clone.state() == before)
        try scene.clone.home.write("update.diff", run.output)
        try scene.clone.git("apply", "../update.diff")
        #expect(try scene.clone.git("diff", "--name-only") == "apps/web.yaml")
    }

    @Test func `without a push the clone's branch moves unless it is checked out`() throws {
        let scene = try AutomationScene()
        try scene.clone.git("remote", "remove", "origin")
        let before = try scene.clone.git("rev-parse", "main")
        let left = try scene.update("--no-push")
        #expect(left.status == 0)
        #expect(try scene.clone.git("rev-parse", "main") == before)
        let match = try #require(left.output.firstMatch(of: /`(git merge --ff-only [0-9a-f]+)`/))
        #expect(try scene.clone.shell(String(match.1)).status == 0)
        #expect(try scene.clone.git("show", "main:apps/web.yaml").contains("web:1.1.0"))
        #expect(try scene.clone.git("status", "--porcelain") == "")

        try scene.clone.git("checkout", "--quiet", "-b", "feature")
        try scene.setTags(["web": ["1.2.0"]])
        let moved = try scene.update("--no-push")
        let commit = try scene.clone.git("rev-parse", "--short=12", "main")
        #expect(moved.output.hasSuffix("flux-system/images: committed \(commit) to `main`\n"))
        let here = try scene.update("--no-push", "--here", "--output", "json")
        #expect(here.status == 0 && here.output.contains(#""branch":"feature""#))
    }

    @Test func `the option here means the current branch`() throws {
        let scene = try AutomationScene()
        try scene.clone.git("checkout", "--quiet", "-b", "feature")
        let missing = try scene.update("--here")
        #expect(missing.status == 1)
        #expect(missing.output.contains("failed: `origin` has no branch `feature`"))
        try scene.clone.git("push", "--quiet", "origin", "feature")
        #expect(try scene.update("--here").status == 0)
        #expect(try scene.text(on: "feature").contains("web:1.1.0"))
        #expect(try scene.text(on: "main").contains("web:1.0.0"))
        try scene.clone.git("checkout", "--quiet", "--detach")
        #expect(try scene.update("--here").status == 2)
    }
}
