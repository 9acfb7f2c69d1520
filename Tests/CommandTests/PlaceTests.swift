import Foundation
import TestSupport
import Testing

/// Which files are checked and reported: paths, directories, revisions.
@Suite struct PlaceTests {
    private static let files = [
        "apps/a.yaml": Manifest.pod("nginx:latest"), "apps/deep/b.yaml": Manifest.pod("nginx"),
        "other/c.yaml": Manifest.pod("nginx"), "README.md": "words",
    ]

    @Test(arguments: [
        ("", [], ["apps/a", "apps/deep/b", "other/c"]),
        ("", ["apps"], ["apps/a", "apps/deep/b"]),
        ("", ["apps/deep/b.yaml", "./other//"], ["apps/deep/b", "other/c"]),
        ("", ["README.md"], []),
        ("", ["."], ["apps/a", "apps/deep/b", "other/c"]),
        ("apps", [], ["apps/a", "apps/deep/b", "other/c"]),
        ("apps", ["."], ["apps/a", "apps/deep/b"]),
        ("apps", ["a.yaml"], ["apps/a"]),
        ("apps/deep", ["..", "../../other"], ["apps/a", "apps/deep/b", "other/c"]),
        ("apps", ["-C", "deep", "."], ["apps/deep/b"]),
        ("", ["-C", "apps", "../other"], ["other/c"]),
    ]) func `paths narrow what is reported`(
        _ folder: String, _ arguments: [String], _ expected: [String]
    ) throws {
        let fixture = try GitFixture(files: Self.files)
        let run = try fixture.sluice(["check"] + arguments, in: folder)
        let found = run.findings.compactMap { $0.split(separator: ".").first.map(String.init) }
        #expect(found == expected)
        #expect(run.status == (expected.isEmpty ? 0 : 1))
    }

    @Test func `paths may be absolute and lead through links`() throws {
        let fixture = try GitFixture(files: Self.files)
        let link = "\(fixture.home.path)/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: fixture.path)
        for top in [fixture.path, link] {
            let run = try fixture.check("-C", "\(link)/apps", "\(top)/other")
            #expect(run.findings == ["other/c.yaml:7:14 [image-untagged]"])
        }
    }

    @Test(arguments: [
        (["nothing.yaml"], "there is no file at `nothing.yaml` in what is checked"),
        (["apps/../nothing"], "there is no file at `nothing` in what is checked"),
        ([".."], "`..` is outside of the repository"),
        (["/etc"], "`/etc` is outside of the repository"),
        (["-C", "nothing"], "`nothing` is not a directory that can be opened"),
        (["-C", "README.md"], "`README.md` is not a directory that can be opened"),
        (["--rev", "v9"], "`v9` names no commit in this repository; a shallow clone may lack it"),
        (["--rev", "HEAD:README.md"], "`HEAD:README.md` names no commit"),
        (["--rev", "HEAD", "new.yaml"], "there is no file at `new.yaml` in what is checked"),
    ])
    func `missing paths and revisions are named`(_ arguments: [String], _ message: String) throws {
        let fixture = try GitFixture(files: Self.files)
        try fixture.write("new.yaml", "")
        let run = try fixture.sluice(["check"] + arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("sluice: \(message)"))
    }

    private static let commands = [
        ["audit"], ["check"], ["explain", "message", "a/b"], ["explain", "place", "a.yaml:1"],
        ["explain", "policy", "a/b"], ["get", "images"], ["hook", "install"],
        ["hook", "pre-push", "origin"], ["hook", "pre-receive"], ["hook", "run"],
        ["history"], ["hook", "update", "main", "a", "b"], ["init"], ["lsp"],
        ["resume", "image", "repository", "a"], ["scan"], ["suspend", "image", "repository", "a"],
        ["update"], ["fetch"], ["cache", "status"], ["cache", "clear"],
        ["promote", "web", "--to", "production"], ["verify", "--from", "-"],
        ["comment", "--file", "-", "--request", "1"], ["diff"],
        ["explain", "rule", "image-latest-tag"], ["rules", "list"],
        ["rules", "test"],
        ["rollback", "web", "--reason", "a"], ["hold", "web", "--reason", "a"],
        ["release", "web"], ["holds"],
    ]

    @Test(arguments: commands)
    func `every command enters the directory of the option C`(_ command: [String]) throws {
        let run = try GitFixture(files: Self.files).sluice(command + ["-C", "nothing"])
        #expect(run.status == 2)
        #expect(run.errors == "sluice: `nothing` is not a directory that can be opened\n")
    }

    @Test func `all commands with the option C are tested`() throws {
        let folder = PackageFolder.url.appending(path: "Tests/CommandTests/Golden")
        let helps = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let located = try helps.filter { $0.hasPrefix("sluice-") }.filter {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8).contains("-C <dir>")
        }
        #expect(located.count == Self.commands.count, "\(located)")
    }

    @Test func `a push is checked from the directory of the option C`() throws {
        let fixture = try GitFixture(files: ["sub/a.yaml": Manifest.pod("nginx")])
        let head = try fixture.git("rev-parse", "HEAD")
        let line = "refs/heads/main \(head) refs/heads/main \(String(repeating: "0", count: 40))"
        let run = try fixture.shell("echo '\(line)' | sluice hook pre-push -C sub origin")
        #expect(run.status == 1, "\(run.errors)")
    }

    @Test func `files of a message are found from the directory of the option C`() throws {
        let fixture = try GitFixture(files: ["sub/text": "words"])
        for version in [[], ["--flux-version", "2.4"]] {
            let run = try fixture.sluice(
                ["explain", "message", "--template", "text", "-C", "sub"] + version)
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func `a revision is checked as it was committed`() throws {
        let fixture = try GitFixture(files: Self.files)
        try fixture.commit(["apps/a.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.write("new.yaml", Manifest.pod("nginx"))
        #expect(try fixture.check("--rev", "HEAD~1", "apps/a.yaml").status == 1)
        #expect(try fixture.check("--rev", "HEAD", "apps/a.yaml").status == 0)
        #expect(try fixture.check("--rev", "main").findings.count == 2)
        let revision = try fixture.git("rev-parse", "HEAD~1")
        let run = try fixture.check("--rev", "HEAD~1", "--output", "json")
        #expect(run.output.contains(#""source":{"kind":"commit","revision":"\#(revision)"}"#))
    }

    @Test func `a bare repository has only revisions`() throws {
        let fixture = try GitFixture(files: Self.files)
        try fixture.git("clone", "--quiet", "--bare", ".", "../bare.git")
        let bare = GitFixture(at: "bare.git", in: fixture.home)
        #expect(try bare.check("--rev", "HEAD").findings.count == 3)
        #expect(try bare.check("--rev", "HEAD", "apps/deep").findings.count == 1)
        for arguments in [["check"], ["check", "--staged"]] {
            let run = try bare.sluice(arguments)
            #expect(run.status == 2)
            #expect(run.errors.contains("is a bare repository without work tree or index"))
        }
    }

    @Test func `before the first commit there is no HEAD`() throws {
        let fixture = try GitFixture()
        try fixture.write("a.yaml", Manifest.pod("nginx"))
        try fixture.git("add", "a.yaml")
        #expect(try fixture.check().status == 1)
        #expect(try fixture.check("--staged").status == 1)
        let run = try fixture.check("--rev", "HEAD")
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("sluice: `HEAD` has no commit yet"))
    }

    @Test func `outside a repository the directory is named`() throws {
        let home = try TemporaryDirectory()
        let run = try GitFixture(at: ".", in: home).check()
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("is not in a Git repository, nor is any directory above it"))
    }
}
