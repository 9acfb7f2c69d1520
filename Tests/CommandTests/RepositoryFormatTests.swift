import Foundation
import TestSupport
import Testing

/// Repositories in unusual formats or states.
@Suite struct RepositoryFormatTests {
    private static let finding = "a.yaml:7:20 [image-latest-tag]"

    private func expectFinding(in fixture: GitFixture) throws {
        for arguments in [[], ["--staged", "--all"], ["--rev", "HEAD"]] {
            let run = try fixture.sluice(["check"] + arguments)
            #expect(run.findings == [Self.finding], "\(arguments): \(run.errors)")
        }
    }

    @Test(arguments: ["--object-format=sha256", "--bare"])
    func `repositories of any format are checked`(_ option: String) throws {
        let fixture = try option == "--bare" ? GitFixture() : GitFixture(option)
        try fixture.commit(["a.yaml": Manifest.pod("nginx:latest")])
        try expectFinding(in: fixture)
    }

    @Test(arguments: [
        ["update-index", "--split-index"], ["update-index", "--index-version=4"],
        ["sparse-checkout", "set", "--cone", "--sparse-index", "apps"],
    ]) func `indexes of any format are checked`(_ arguments: [String]) throws {
        let fixture = try GitFixture(files: [
            "a.yaml": Manifest.pod("nginx:latest"), "other/b.yaml": Manifest.pod("nginx:1.27.3"),
        ])
        try fixture.git(arguments)
        try expectFinding(in: fixture)
    }

    @Test func `an index with conflicts is an error`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.git("switch", "--quiet", "--create", "side")
        try fixture.commit(["a.yaml": Manifest.pod("nginx:1.27.4")])
        try fixture.git("switch", "--quiet", "main")
        try fixture.commit(["a.yaml": Manifest.pod("nginx:1.27.5")])
        #expect(throws: GitFixture.Failure.self) { try fixture.git("merge", "--quiet", "side") }
        let run = try fixture.check("--staged")
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("sluice: the index holds unresolved conflicts in `a.yaml`"))
    }

    @Test func `a file that is added with intent-to-add is not staged`() throws {
        let fixture = try GitFixture(files: ["README.md": ""])
        try fixture.write("a.yaml", Manifest.pod("nginx:latest"))
        try fixture.git("add", "--intent-to-add", "a.yaml")
        #expect(try fixture.check("--staged", "--all").findings.isEmpty)
        #expect(try fixture.check().findings == [Self.finding])
    }

    @Test func `a file in Git LFS is not checked`() throws {
        let pointer = """
            version https://git-lfs.github.com/spec/v1
            oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
            size 12345

            """
        let run = try GitFixture(files: ["a.yaml": pointer]).check("--rev", "HEAD")
        #expect(run.status == 0)
        #expect(run.errors.hasSuffix("1 item not checked:\n  1: stored with Git LFS\n"))
    }

    @Test func `a submodule is passed over`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        try GitFixture(at: "other", in: fixture.home).makeRepository(["b.yaml": "image: nginx"])
        try fixture.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../other", "sub")
        try fixture.commit()
        try expectFinding(in: fixture)
    }

    @Test(.enabled(if: getuid() == 0, "only the superuser can give files away"))
    func `a checkout of another user has to be trusted`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        try fixture.run("chown", "--recursive", "12345", ".")
        let run = try fixture.check()
        #expect(run.status == 2)
        #expect(
            run.errors.hasSuffix(
                "`git config --global --add safe.directory \(fixture.path)`\n"))
        try fixture.git(["config", "--global", "safe.directory", fixture.path], at: "/")
        #expect(try fixture.check().findings == [Self.finding])
    }

    @Test(arguments: [
        ("HEAD", "garbage"), ("index", "garbage"), ("config", "[garbage"),
        ("refs/heads/main", "garbage"), ("refs/heads/main", String(repeating: "1", count: 40)),
    ]) func `a damaged repository is an error`(_ file: String, _ text: String) throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.write(".git/\(file)", text)
        let run = try fixture.sluice(
            ["check"] + (file == "index" ? ["--staged"] : ["--rev", "HEAD"]))
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("sluice: "))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errors.contains(#"\u{"#), "\(run.errors)")
    }

    @Test func `a damaged blob is not checked`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
        let id = try fixture.git("rev-parse", "HEAD:a.yaml")
        let file = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
        try fixture.run("chmod", "u+w", file)
        try fixture.write(file, "garbage")
        let run = try fixture.check("--rev", "HEAD")
        #expect(run.status == 0)
        #expect(run.errors.contains("1 item not checked:\n  1: "))
    }
}
