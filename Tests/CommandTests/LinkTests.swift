import Foundation
import TestSupport
import Testing

/// Links in a repository: Flux reads the files that they lead to, and reports name those files.
@Suite struct LinkTests {
    /// A pod in a file without a manifest's name, and links from `apps`.
    private func fixture(_ links: [String: String]) throws -> GitFixture {
        let fixture = try GitFixture(files: ["shared/a.txt": Manifest.pod("nginx:latest")])
        try fixture.write("apps/README.md", "")
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(fixture.path)/\(name)", withDestinationPath: target)
        }
        return fixture
    }

    private static let finding = "shared/a.txt:7:20 [image-latest-tag]"

    @Test(arguments: [
        ["apps/a.yaml": "../shared/a.txt"],
        ["apps/a.yaml": "../shared/a.txt", "apps/b.yaml": "../shared/a.txt"],
        ["apps/a.yaml": "b", "apps/b": "../shared/a.txt"],
        ["apps/a.yaml": "folder/a.txt", "apps/folder": "../shared"],
        ["apps/a.yml": ".././shared/../shared//a.txt"],
    ]) func `a linked file is checked once and reported at its own path`(_ links: [String: String])
        throws
    {
        let fixture = try fixture(links)
        #expect(try fixture.check().findings == [Self.finding])
        try fixture.commit()
        #expect(try fixture.check("--rev", "HEAD").findings == [Self.finding])
        #expect(try fixture.check("--staged", "--all").findings == [Self.finding])
    }

    @Test(arguments: [
        ["apps/a.yaml": "../shared"], ["apps/a.yaml": "nothing.yaml"], ["apps/a.yaml": "a.yaml"],
        ["apps/a.yaml": "../../outside.yaml"], ["apps/a.yaml": "/etc/hostname"],
        ["apps/a.yaml": "b.yaml", "apps/b.yaml": "a.yaml"], ["apps/a": "../shared/a.txt"],
        ["apps/a.yaml": "../.git/config"],
    ]) func `links to other targets are not followed`(_ links: [String: String]) throws {
        let fixture = try fixture(links)
        try fixture.home.write("outside.yaml", Manifest.pod("nginx:latest"))
        let run = try fixture.check()
        #expect(run.status == 0)
        #expect(run.errors == "no findings in 0 files\n")
    }

    @Test func `a manifest and a link to it are one file`() throws {
        let fixture = try fixture(["apps/a.yaml": "../shared/b.yaml"])
        try fixture.write("shared/b.yaml", Manifest.pod("nginx"))
        let run = try fixture.check()
        #expect(run.findings == ["shared/b.yaml:7:14 [image-untagged]"])
        #expect(run.errors == "1 error in 1 file\n")
        #expect(try fixture.check("apps").findings == run.findings)
        #expect(try fixture.check("apps/README.md").findings.isEmpty)
    }

    @Test func `findings in the target of a staged link are reported`() throws {
        let fixture = try fixture(["apps/a.yaml": "../shared/a.txt"])
        try fixture.git("add", "apps/a.yaml")
        #expect(try fixture.check("--staged").findings == [Self.finding])
        try fixture.commit()
        #expect(try fixture.check("--staged").findings.isEmpty)
        try fixture.write("shared/a.txt", Manifest.pod("httpd:latest"))
        try fixture.git("add", "shared/a.txt")
        #expect(try fixture.check("--staged").findings == [Self.finding])
    }

    @Test func `a policy behind a deleted link is missed`() throws {
        let fixture = try fixture(["images.yaml": "shared/policies.txt"])
        try fixture.commit([
            "shared/policies.txt": Manifest.policy("web"), "other.yaml": Manifest.policy("other"),
            "apps/a.yaml": Manifest.podFollowing("web"),
        ])
        #expect(try fixture.check().findings.isEmpty)
        try fixture.git("rm", "--quiet", "images.yaml")
        #expect(
            try fixture.check("--staged").findings == ["apps/a.yaml:7:36 [marker-policy-missing]"])
    }
}
