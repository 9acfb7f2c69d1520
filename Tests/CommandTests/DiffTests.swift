import Foundation
import TestSupport
import Testing

/// `sluice diff`, as its users run it.
@Suite struct DiffTests {
    private static func policies(_ range: String = "1.x") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 5m}
        ---

        """ + Manifest.policy("web").replacing("range: 1.x", with: "range: \(range)")
    }

    /// A repository with a marker, whose last commit is a branch of image automation.
    private func updated(
        to tag: String = "1.0.1", configuration: String? = nil
    ) throws -> GitFixture {
        var files = ["web.yaml": Manifest.podFollowing("web"), "policies.yaml": Self.policies()]
        files[".sluice.yaml"] = configuration
        let fixture = try GitFixture(files: files)
        try fixture.commit()
        try fixture.git("checkout", "--quiet", "-b", "updates")
        try fixture.commit([
            "web.yaml": Manifest.podFollowing("web").replacing(":1.0.0", with: ":\(tag)")
        ])
        return fixture
    }

    private func review(_ fixture: GitFixture, _ more: String...) throws -> ProgramRun {
        try fixture.sluice(["diff", "--only-image-updates"] + (more.isEmpty ? ["main"] : more))
    }

    @Test func `a diff shows what a change deploys`() throws {
        let run = try updated().sluice(["diff", "main"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("1.0.0 → 1.0.1"))
        #expect(run.output.contains("flux-system/web"))
    }

    @Test func `commits, the index and the work tree are compared`() throws {
        let fixture = try updated()
        #expect(try fixture.sluice(["diff", "main", "updates"]).output.contains("1.0.0 → 1.0.1"))
        #expect(try fixture.sluice(["diff", "HEAD"]).output.contains("nothing that runs changes"))
        try fixture.write(
            "web.yaml", Manifest.podFollowing("web").replacing("1.0.0", with: "1.2.0"))
        #expect(try fixture.sluice(["diff", "HEAD"]).output.contains("1.0.1 → 1.2.0"))
        #expect(
            try fixture.sluice(["diff", "--staged"]).output.contains("nothing that runs changes"))
        try fixture.git("add", ".")
        #expect(try fixture.sluice(["diff", "--staged"]).output.contains("1.0.1 → 1.2.0"))
    }

    @Test func `a change is compared with the point where it parts from its base`() throws {
        let fixture = try updated()
        try fixture.git("checkout", "--quiet", "main")
        try fixture.commit(["other.yaml": Manifest.pod("nginx:1.27.0")])
        let run = try fixture.sluice(["diff", "main", "updates"])
        #expect(run.output.contains("1.0.0 → 1.0.1") && !run.output.contains("nginx"))
    }

    @Test func `a value at a marker may be merged by a machine`() throws {
        let run = try review(updated())
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasPrefix("only image updates: 1 value at markers\n"))
    }

    @Test(arguments: [
        ("1.0.0-beta", "never selects `1.0.0-beta`"), ("2.0.0", "never selects `2.0.0`"),
        ("latest", "never selects `latest`"),
    ]) func `a tag that its policy does not admit is refused`(_ tag: String, _ reason: String)
        throws
    {
        let run = try review(updated(to: tag))
        #expect(run.status == 1)
        #expect(run.output.contains("web.yaml:7") && run.output.contains(reason), "\(run.output)")
    }

    @Test func `the guardrails of updates hold`() throws {
        let configuration = "version: 1\nupdate: {allowDowngrade: false}\n"
        let run = try review(updated(to: "0.9.0", configuration: configuration))
        #expect(run.status == 1)
        let held = "version: 1\nupdate: {hold: [{policy: flux-system/web, reason: on purpose}]}\n"
        let other = try review(updated(configuration: held))
        #expect(other.status == 1 && other.output.contains("on purpose"), "\(other.output)")
    }

    @Test(arguments: [
        ("web.yaml", "# more\n", "web.yaml:9"), ("README.md", "text", "a file is added"),
        ("policies.yaml", "", "policies.yaml"), (".sluice.yaml", "version: 1\n", "is added"),
    ]) func `everything else in a change is named`(
        _ path: String, _ text: String, _ reason: String
    ) throws {
        let fixture = try updated()
        let before = try? String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
        try fixture.commit([
            path: path == "policies.yaml" ? Self.policies("2.x") : (before ?? "") + text
        ])
        let run = try review(fixture)
        #expect(run.status == 1)
        #expect(run.output.contains(reason), "\(run.output)")
    }

    @Test func `modes, links, deleted files and an empty change are refused`() throws {
        let fixture = try updated()
        try fixture.git("update-index", "--chmod=+x", "policies.yaml")
        try fixture.git("commit", "--quiet", "--message", "mode")
        let mode = try review(fixture, "main", "HEAD")
        #expect(mode.status == 1 && mode.output.contains("becomes an executable file"))
        try fixture.git("rm", "--quiet", "-f", "policies.yaml")
        try fixture.git("commit", "--quiet", "--message", "deleted")
        let deleted = try review(fixture, "main", "HEAD")
        #expect(deleted.status == 1 && deleted.output.contains("a file is deleted"))
        let empty = try review(fixture, "HEAD", "HEAD")
        #expect(empty.status == 1 && empty.output.contains("nothing changes"))
    }

    @Test func `a policy that the repository lacks lets no machine merge`() throws {
        let fixture = try GitFixture(files: ["web.yaml": Manifest.podFollowing("web")])
        try fixture.commit()
        try fixture.commit([
            "web.yaml": Manifest.podFollowing("web").replacing("1.0.0", with: "1.0.1")
        ])
        let run = try review(fixture, "HEAD~")
        #expect(run.status == 1 && run.output.contains("is not declared in this repository"))
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `the JSON is as its schema says`() throws {
        let fixture = try updated(to: "2.0.0")
        try fixture.commit(["policies.yaml": Self.policies("2.x")])
        let schema = PackageFolder.url.appending(path: "docs/schema/diff-v1.schema.json")
        for arguments in [["main"], ["main", "--only-image-updates"]] {
            let run = try fixture.sluice(["diff", "--output", "json"] + arguments)
            #expect(try Python.schemaErrors(run.output, schema: schema) == "")
        }
    }

    @Test(arguments: [
        (["--staged", "main", "HEAD"], 64, "no HEAD"), (["--limit", "10"], 64, "at least 4000"),
        (["--output", "sarif"], 64, "there are `text`, `json`, `markdown`, `html`"),
        (["nowhere"], 2, "nowhere"),
        (["--only-image-updates", "--config-from", "head"], 64, "of the base"),
    ]) func `a diff that cannot be made says why`(
        _ arguments: [String], _ status: Int32, _ message: String
    ) throws {
        let run = try updated().sluice(["diff"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func `without a commit to compare with there is no diff`() throws {
        let run = try updated().sluice(["diff"])
        #expect(run.status == 2 && run.errors.contains("nothing to compare with"))
    }
}
