import TestSupport
import Testing

/// Findings of `--staged`: those that a change brings, in any file, and no others.
@Suite struct StagedTests {
    /// A repository with an old fault, policies, and files that depend on them.
    private func fixture() throws -> GitFixture {
        try GitFixture(files: [
            "old.yaml": Manifest.pod("nginx:latest"),
            "images/web.yaml": Manifest.policy("web"), "images/api.yaml": Manifest.policy("api"),
            "apps/web.yaml": Manifest.podFollowing("web"),
            "base/backend.yaml": Manifest.pod("backend"), "README.md": "words",
            "base/kustomization.yaml": "resources:\n  - backend.yaml\n",
            "overlay/kustomization.yaml": Self.kustomization("backend"),
        ])
    }

    private static func kustomization(_ image: String) -> String {
        """
        resources:
          - ../base
        images:
          - name: \(image)
            newTag: 1.2.3

        """
    }

    private static let missing = "apps/web.yaml:7:36 [marker-policy-missing]"
    private static let untagged = "base/backend.yaml:7:14 [image-untagged]"

    private func expect(
        _ findings: [String], after change: (GitFixture) throws -> Void,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let fixture = try fixture()
        try change(fixture)
        try fixture.git("add", "--all")
        let run = try fixture.check("--staged")
        #expect(run.findings == findings, "\(run.errors)", sourceLocation: location)
        #expect(run.status == (findings.isEmpty ? 0 : 1), sourceLocation: location)
        #expect(try fixture.check("--staged", "--all").findings.count == findings.count + 1)
    }

    @Test func `a commit without staged manifests brings no findings`() throws {
        try expect([]) { _ in }
        try expect([]) { try $0.write("README.md", "other words") }
    }

    @Test func `a new fault is reported and an old one elsewhere is not`() throws {
        try expect(["new.yaml:7:14 [image-untagged]"]) {
            try $0.write("new.yaml", Manifest.pod("nginx"))
        }
    }

    @Test func `an old fault in a staged file stays old`() throws {
        let fixture = try fixture()
        try fixture.write("old.yaml", Manifest.pod("nginx:latest") + "# a note\n")
        try fixture.git("add", "old.yaml")
        #expect(try fixture.check("--staged").findings.isEmpty)
        try fixture.write("old.yaml", Manifest.pod("httpd:latest"))
        try fixture.git("add", "old.yaml")
        #expect(try fixture.check("--staged").findings == ["old.yaml:7:20 [image-latest-tag]"])
    }

    @Test func `a broken policy is missed by its marker once it is staged`() throws {
        let fixture = try fixture()
        try fixture.write("apps/web.yaml", Manifest.podFollowing("web") + "# a note\n")
        try fixture.write("images/web.yaml", "kind: [\n")
        try fixture.git("add", "apps/web.yaml")
        #expect(try fixture.check("--staged").findings.isEmpty)
        try fixture.git("add", "--all")
        #expect(try fixture.check("--staged").findings == [Self.missing])
    }

    @Test func `a deleted policy is missed by its markers`() throws {
        try expect([Self.missing]) { try $0.git("rm", "--quiet", "images/web.yaml") }
    }

    @Test func `a renamed policy is missed by its markers`() throws {
        try expect([Self.missing]) { try $0.write("images/web.yaml", Manifest.policy("web-6")) }
    }

    @Test func `a moved policy is not missed`() throws {
        try expect([]) { try $0.git("mv", "images/web.yaml", "images/moved.yaml") }
    }

    @Test func `a deleted override brings the finding of the base`() throws {
        try expect([Self.untagged]) { try $0.git("rm", "--quiet", "overlay/kustomization.yaml") }
        try expect([Self.untagged]) {
            try $0.write("overlay/kustomization.yaml", Self.kustomization("other"))
        }
    }

    @Test func `a staged marker finds its policy in an unchanged file`() throws {
        try expect([]) { try $0.write("apps/new.yaml", Manifest.podFollowing("api")) }
        try expect(["apps/new.yaml:7:36 [marker-policy-missing]"]) {
            try $0.write("apps/new.yaml", Manifest.podFollowing("gone"))
        }
    }

    @Test func `a file is checked as it is staged`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Manifest.pod("nginx:latest"))
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Manifest.pod("nginx:1.27.3"))
        #expect(try fixture.check("--staged").findings == ["a.yaml:7:20 [image-latest-tag]"])
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Manifest.pod("nginx:latest"))
        #expect(try fixture.check("--staged").findings.isEmpty)
    }

    @Test func `paths narrow the findings of staged files`() throws {
        let fixture = try fixture()
        try fixture.git("rm", "--quiet", "images/web.yaml")
        try fixture.write("new.yaml", Manifest.pod("nginx:${TAG}"))
        try fixture.git("add", "--all")
        #expect(try fixture.check("--staged", "apps").findings == [Self.missing])
        let run = try fixture.check("--staged", "base")
        #expect(run.status == 0)
        #expect(run.errors == "no findings in 1 file\n")
    }

    @Test func `the first commit brings everything`() throws {
        let fixture = try GitFixture()
        try fixture.write("a.yaml", Manifest.pod("nginx"))
        try fixture.git("add", "a.yaml")
        #expect(try fixture.check("--staged").findings == ["a.yaml:7:14 [image-untagged]"])
    }

    /// The blobs of the unchanged files are deleted, so reading one would be counted.
    @Test func `without a staged manifest no other file is read`() throws {
        let fixture = try fixture()
        try fixture.write("README.md", "other words")
        try fixture.git("add", "README.md")
        for file in ["old.yaml", "images/web.yaml", "apps/web.yaml", "base/backend.yaml"] {
            let id = try fixture.git("rev-parse", "HEAD:\(file)")
            try fixture.run("rm", "-f", ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
        }
        let run = try fixture.check("--staged")
        #expect(run.status == 0)
        #expect(run.errors == "no findings in 0 files\n")
    }
}
