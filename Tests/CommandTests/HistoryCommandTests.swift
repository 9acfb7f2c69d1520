import Foundation
import TestSupport
import Testing

/// `sluice history`, as its users run it.
@Suite struct HistoryCommandTests {
    private static let configuration = """
        version: 1
        environments:
          - name: staging
            paths: ["staging/**"]
          - name: production
            paths: ["production/**"]
            promotesFrom: staging

        """

    private static let automation = """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: {name: web, namespace: flux-system}
        spec: {image: ghcr.io/org/web, interval: 5m}
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageUpdateAutomation
        metadata: {name: fleet, namespace: flux-system}
        spec:
          interval: 5m
          sourceRef: {kind: GitRepository, name: flux-system}
          git:
            checkout: {ref: {branch: main}}
            commit: {author: {name: Flux, email: flux@example.org}}
            push: {branch: main}
          update: {path: ., strategy: Setters}
        ---

        """ + Manifest.policy("web")

    private static func pod(_ tag: String) -> String {
        Manifest.podFollowing("web").replacing(":1.0.0", with: ":\(tag)")
    }

    private static func files(_ staging: String, _ production: String) -> [String: String] {
        ["staging/web.yaml": pod(staging), "production/web.yaml": pod(production)]
    }

    /// An automation updates staging, a person production, and another takes it back.
    private static func repository() throws -> GitFixture {
        let fixture = try GitFixture(files: [
            ".sluice.yaml": configuration, "flux/automation.yaml": automation,
        ])
        try commit(fixture, files("1.0.0", "1.0.0"), "Begin", day: 1)
        try commit(fixture, files("1.1.0", "1.0.0"), "Update images", day: 3, by: "Flux")
        try commit(fixture, ["README.md": "text\n"], "Write a text", day: 4)
        try commit(fixture, files("1.1.0", "1.1.0"), "Promote web", day: 5)
        try commit(fixture, files("1.1.0", "1.0.0"), "Take it back", day: 6)
        try commit(fixture, files("1.1.0", "2.0.0"), "Try the next one", day: 8)
        return fixture
    }

    private static func commit(
        _ fixture: GitFixture, _ files: [String: String], _ message: String, day: Int,
        by name: String = "Ada"
    ) throws {
        for (path, text) in files { try fixture.write(path, text) }
        try fixture.git("add", "--all")
        let date = "2024-01-0\(day)T12:00:00Z"
        try fixture.run(
            "env", "GIT_COMMITTER_DATE=\(date)", "git", "commit", "--quiet", "--message", message,
            "--date", date, "--author", "\(name) <\(name.lowercased())@example.org>")
    }

    @Test func `the history tells who brought what`() throws {
        let run = try Self.repository().sluice(["history"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let blocks = run.output.components(separatedBy: "\ncommit ")
        #expect(blocks.count == 6)
        let expected = [
            ("by hand", "Try the next one", "1.0.0 → 2.0.0"),
            ("rollback", "Take it back", "1.1.0 → 1.0.0"),
            ("by hand", "Promote web", "1.0.0 → 1.1.0"),
            ("automation flux-system/fleet", "Update images", "1.0.0 → 1.1.0"),
            ("by hand", "Begin", "new: 1.0.0"),
        ]
        for (block, (kind, subject, change)) in zip(blocks.dropFirst(), expected) {
            #expect(block.contains("  \(kind)\n"), "\(block)")
            #expect(block.contains(subject) && block.contains(change), "\(block)")
        }
        #expect(blocks[1].contains("no policy selects it"))
        #expect(blocks[2].contains("back"))
    }

    @Test func `the counts are those of each environment`() throws {
        let run = try Self.repository().sluice(["history", "--output", "json"])
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let environments = (document as? [String: Any])?["environments"] as? [[String: Any]] ?? []
        #expect(environments.map { $0["name"] as? String } == ["staging", "production"])
        #expect(environments.map { $0["deployments"] as? Int } == [2, 4])
        #expect(environments.map { $0["rollbacks"] as? Int } == [0, 1])
        #expect(environments.map { $0["changesByHand"] as? Int } == [1, 4])
        let promotion = environments.last?["promotion"] as? [String: Any]
        #expect(promotion?["medianSeconds"] as? Int == 2 * 86_400)
    }

    @Test func `environments, images and days narrow it`() throws {
        let fixture = try Self.repository()
        let staging = try fixture.sluice(["history", "--environment", "staging"])
        #expect(staging.output.contains("Update images"))
        #expect(!staging.output.contains("Promote web"))
        let late = try fixture.sluice(["history", "--since", "2024-01-06"])
        #expect(late.output.contains("Take it back") && !late.output.contains("Promote web"))
        let other = try fixture.sluice(["history", "nginx"])
        #expect(other.status == 0 && other.output.contains("no commit of this branch"))
    }

    @Test func `a second run reads new commits alone, and says the same`() throws {
        let fixture = try Self.repository()
        _ = try fixture.sluice(["history"])
        try Self.commit(fixture, Self.files("1.3.0", "2.0.0"), "Once more", day: 9)
        let kept = try fixture.sluice(["history", "--output", "json"])
        let anew = try fixture.sluice(["history", "--output", "json", "--no-cache"])
        #expect(kept.output == anew.output && kept.output.contains("Once more"))
        // Another branch, which leaves the last commits out.
        try fixture.git("reset", "--quiet", "--hard", "HEAD~3")
        let former = try fixture.sluice(["history", "--output", "json"])
        let formerAnew = try fixture.sluice(["history", "--output", "json", "--no-cache"])
        #expect(former.output == formerAnew.output && !former.output.contains("Take it back"))
    }

    @Test func `a shallow clone says that it is one`() throws {
        let fixture = try Self.repository()
        try fixture.git(
            ["clone", "--quiet", "--depth", "2", "file://\(fixture.path)", "shallow"],
            at: fixture.home.path)
        let run = try GitFixture(at: "shallow", in: fixture.home).sluice(["history"])
        #expect(run.status == 0 && run.output.contains("This clone is shallow"))
        #expect(run.output.contains("1.0.0 → 2.0.0") && !run.output.contains("Promote web"))
    }

    @Test func `a partial clone says what it lacks`() throws {
        let fixture = try Self.repository()
        try fixture.git("config", "uploadpack.allowFilter", "true")
        try fixture.git(
            ["clone", "--quiet", "--filter=blob:none", "file://\(fixture.path)", "partial"],
            at: fixture.home.path)
        let run = try GitFixture(at: "partial", in: fixture.home).sluice(["history"])
        #expect(run.status == 0 && run.output.contains("--refetch --no-filter"), "\(run.errors)")
    }

    @Test func `reverted commits are told by their message`() throws {
        let fixture = try Self.repository()
        try fixture.git("revert", "--no-edit", "HEAD")
        let run = try fixture.sluice(["history"])
        let head = try fixture.git("rev-parse", "HEAD~").prefix(12)
        #expect(run.output.contains("revert of \(head)"))
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `the JSON is as its schema says`() throws {
        let run = try Self.repository().sluice(["history", "--output", "json"])
        let schema = PackageFolder.url.appending(path: "docs/schema/history-v1.schema.json")
        #expect(try Python.schemaErrors(run.output, schema: schema) == "")
    }

    @Test func `the page escapes what commits say`() throws {
        let fixture = try Self.repository()
        try Self.commit(fixture, Self.files("1.4.0", "2.0.0"), "<script>alert(1)</script>", day: 9)
        let run = try fixture.sluice(["history", "--output", "html"])
        #expect(run.status == 0 && run.output.contains("<svg"))
        #expect(!run.output.contains("<script>alert"))
    }

    @Test(arguments: [
        (["--environment", "nowhere"], 64, "there are `staging`, `production`"),
        (["--since", "yesterday"], 64, "since"), (["--rev", "nothing"], 2, "`nothing`"),
        (["--output", "sarif"], 64, "there are `text`, `json`, `html`"),
    ]) func `a history that cannot be shown says why`(
        _ arguments: [String], _ status: Int32, _ message: String
    ) throws {
        let run = try Self.repository().sluice(["history"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func `without a commit there is no history`() throws {
        let run = try GitFixture().sluice(["history"])
        #expect(run.status == 2 && run.errors.contains("there is no commit yet"))
    }
}
