import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

/// The files of commits, the index and the work tree.
struct SnapshotTests {
    @Test func `the work tree, the index and a commit have their own content`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "committed"])
        try fixture.write("a.yaml", "staged")
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", "edited")
        #expect(try fixture.contents(of: .worktree) == ["a.yaml: edited"])
        #expect(try fixture.contents(of: .index) == ["a.yaml: staged"])
        #expect(try fixture.contents(of: .revision("HEAD")) == ["a.yaml: committed"])
    }

    @Test func `the work tree has untracked files but neither ignored nor deleted ones`() throws {
        let fixture = try GitFixture()
        try fixture.commit([
            ".gitignore": "*.log\n/build/\n!keep.log\n", "gone.yaml": "", "apps/a.yaml": "a",
            "apps.yaml": "b", "tracked/x.yaml": "x",
        ])
        try FileManager.default.removeItem(atPath: fixture.path + "/gone.yaml")
        for file in ["new.yaml", "apps/deep/new.yaml", "a.log", "keep.log", "build/c.yaml"] {
            try fixture.write(file, "new")
        }
        try fixture.write("tracked/.gitignore", "*.yaml\n")
        let paths = try fixture.workspace().snapshot(of: .worktree).entries.map(\.path)
        #expect(
            paths == [
                ".gitignore", "apps.yaml", "apps/a.yaml", "apps/deep/new.yaml", "keep.log",
                "new.yaml", "tracked/.gitignore", "tracked/x.yaml",
            ])
    }

    @Test func `links and executable files have their modes`() throws {
        let fixture = try GitFixture()
        try fixture.write("run.sh", "#!/bin/sh")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.path + "/run.sh")
        for (name, target) in [("in", "run.sh"), ("out", "/etc/passwd"), ("dangling", "no/where")] {
            try files.createSymbolicLink(
                atPath: "\(fixture.path)/\(name)", withDestinationPath: target)
        }
        let expected = [
            "dangling@: no/where", "in@: run.sh", "out@: /etc/passwd", "run.sh*: #!/bin/sh",
        ]
        #expect(try fixture.contents(of: .worktree) == expected)
        try fixture.commit()
        #expect(try fixture.contents(of: .worktree) == expected)
        #expect(try fixture.contents(of: .index) == expected)
        #expect(try fixture.contents(of: .revision("main")) == expected)
    }

    @Test func `a file added with intent-to-add is only in the work tree`() throws {
        let fixture = try GitFixture()
        try fixture.write("a.yaml", "a")
        try fixture.git("add", "--intent-to-add", "a.yaml")
        #expect(try fixture.contents(of: .worktree) == ["a.yaml: a"])
        #expect(try fixture.contents(of: .index) == [])
    }

    @Test func `conflicts are named`() throws {
        let fixture = try GitFixture.conflicted()
        #expect(throws: GitError.conflicts(paths: ["a.yaml", "gone.yaml"])) {
            try fixture.workspace().snapshot(of: .index)
        }
        let worktree = try fixture.contents(of: .worktree)
        #expect(worktree.map { $0.prefix(10) } == ["a.yaml: <<", "b.yaml: b", "gone.yaml:"])
    }

    @Test func `HEAD without a commit has its own error`() throws {
        let fixture = try GitFixture()
        try fixture.write("a.yaml", "a")
        try fixture.git("add", "a.yaml")
        let workspace = try fixture.workspace()
        #expect(throws: GitError.unbornHead) { try workspace.snapshot(of: .revision("HEAD")) }
        #expect(try workspace.head() == nil)
        let change = try workspace.stagedChange(in: workspace.snapshot(of: .index))
        #expect(change.added.map(\.path) == ["a.yaml"])
    }

    @Test(arguments: ["HEAD~1", "main^", "v1", "v1^{tree}", "HEAD@{1}", ":/first", "HEAD~1:"])
    func `every revision that Git accepts is read`(revision: String) throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "one"], message: "first")
        try fixture.git("tag", "--annotate", "--message", "v1", "v1")
        try fixture.commit(["a.yaml": "two"], message: "second")
        #expect(try fixture.contents(of: .revision(revision)) == ["a.yaml: one"])
    }

    @Test(arguments: ["nothing", "--help", "HEAD~9", "HEAD:a.yaml", "0123456789abcdef", ""])
    func `an unknown revision is an error`(revision: String) throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "one"])
        #expect(throws: GitError.unknownRevision(revision)) {
            try fixture.workspace().snapshot(of: .revision(revision))
        }
    }

    @Test func `a bare repository has only commits`() throws {
        let fixture = try GitFixture()
        let id = try fixture.commit(["a.yaml": "a"])
        try fixture.git("clone", "--quiet", "--bare", ".", "../bare.git")
        let bare = GitFixture(at: "bare.git", in: fixture.home)
        let workspace = try bare.workspace()
        #expect(workspace.layout.isBare)
        #expect(try workspace.head() == id)
        #expect(try workspace.snapshot(of: .revision("HEAD")).origin == .commit(id))
        #expect(try workspace.contents(of: .revision("HEAD")) == ["a.yaml: a"])
        for place in [GitWorkspace.Place.worktree, .index] {
            #expect(throws: GitError.noWorktree(repository: bare.path)) {
                try workspace.snapshot(of: place)
            }
        }
    }
}

extension GitFixture {
    /// Stopped in a merge: one file changed on both sides, one changed here and deleted there.
    static func conflicted() throws -> GitFixture {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "base\n", "b.yaml": "b", "gone.yaml": "base\n"])
        try fixture.git("switch", "--quiet", "--create", "other")
        try fixture.git("rm", "--quiet", "gone.yaml")
        try fixture.commit(["a.yaml": "theirs\n"])
        try fixture.git("switch", "--quiet", "main")
        try fixture.commit(["a.yaml": "ours\n", "gone.yaml": "ours\n"])
        #expect(throws: GitFixture.Failure.self) { try fixture.git("merge", "--quiet", "other") }
        return fixture
    }
}
