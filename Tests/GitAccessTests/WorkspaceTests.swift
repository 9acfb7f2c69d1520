import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How a repository is found, and its layout and settings.
struct WorkspaceTests {
    @Test func `a repository is found from any of its directories`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["apps/a.yaml": "a"])
        let workspace = try fixture.workspace(in: "apps")
        #expect(workspace.layout.root == fixture.path)
        #expect(workspace.prefix == "apps")
        #expect(try fixture.workspace().prefix == "")
        #expect(try workspace.contents(of: .worktree) == ["apps/a.yaml: a"])
    }

    @Test func `a directory without a repository is an error`() throws {
        let folder = try TemporaryDirectory()
        for path in [folder.path, folder.path + "/missing"] {
            #expect(throws: GitError.notARepository(directory: path)) {
                try GitWorkspace(environment: GitEnvironment(variables: [:], directory: path))
            }
        }
    }

    @Test func `the environment names the repository`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        try fixture.home.write("elsewhere/b.yaml", "b")
        let folder = GitFixture(at: "elsewhere", in: fixture.home)
        let gitDirectory = ["GIT_DIR": "../repository/.git"]
        let workspace = try folder.workspace(gitDirectory)
        #expect(workspace.layout.root == folder.path)
        #expect(try workspace.contents(of: .worktree) == ["b.yaml: b"])
        let both = gitDirectory.merging(["GIT_WORK_TREE": "../repository"]) { $1 }
        #expect(try folder.workspace(both).contents(of: .worktree) == ["a.yaml: a"])
        #expect(try folder.workspace(both).prefix == nil)
    }

    @Test func `an index file is relative to the top`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["apps/a.yaml": "a"])
        try FileManager.default.copyItem(
            atPath: fixture.path + "/.git/index", toPath: fixture.path + "/other-index")
        try fixture.git("rm", "--quiet", "--cached", "apps/a.yaml")
        let other = try fixture.workspace(in: "apps", ["GIT_INDEX_FILE": "other-index"])
        #expect(try other.contents(of: .index) == ["apps/a.yaml: a"])
        #expect(try fixture.contents(of: .index) == [])
    }

    @Test func `alternate object directories may be quoted`() throws {
        let fixture = try GitFixture()
        let id = try fixture.commit(["a.yaml": "a"])
        let empty = try GitFixture()
        let odd = fixture.home.path + "/a:\"b"
        try FileManager.default.moveItem(atPath: fixture.path, toPath: odd)
        let quoted = "\"" + odd.replacing("\"", with: "\\\"") + "/.git/objects\""
        let workspace = try empty.workspace([
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": "/nowhere:\(quoted)"
        ])
        #expect(try workspace.contents(of: .revision(id)) == ["a.yaml: a"])
    }

    @Test(arguments: [
        ("hooks", "/repository/hooks"), ("~/mine", "/mine"), ("/etc/hooks", nil),
    ])
    func `hooks are in the configured directory`(setting: String, below: String?) throws {
        let fixture = try GitFixture()
        #expect(try fixture.workspace().hooksDirectory() == fixture.path + "/.git/hooks")
        try fixture.git("config", "core.hooksPath", setting)
        let expected = below.map { fixture.home.path + $0 } ?? setting
        try fixture.write("apps/a.yaml", "")
        #expect(try fixture.workspace(in: "apps").hooksDirectory() == expected)
        let override = ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath"]
            .merging(["GIT_CONFIG_VALUE_0": "/else"]) { $1 }
        #expect(try fixture.workspace(override).hooksDirectory() == "/else")
    }

    @Test(.enabled(if: getuid() == 0, "only the superuser can give files away"))
    func `another user's repository has to be trusted`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        try fixture.run("chown", "12345", ".", ".git")
        #expect(throws: GitError.foreignOwner(path: fixture.path)) { try fixture.workspace() }
        #expect(throws: GitError.foreignOwner(path: fixture.path)) {
            try fixture.workspace(["PATH": "/nowhere"])
        }
        for setting in ["/elsewhere", fixture.path, "*"] {
            try fixture.home.write(".gitconfig", "[safe]\n\tdirectory = \(setting)\n")
            if setting == "/elsewhere" {
                #expect(throws: GitError.foreignOwner(path: fixture.path)) {
                    try fixture.workspace(in: "")
                }
            } else {
                #expect(try fixture.contents(of: .worktree) == ["a.yaml: a"])
            }
        }
    }

    @Test func `reading changes no file of the repository`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a", "b.yaml": "b"])
        // Stale status in the index invites others to refresh it.
        try fixture.write("a.yaml", "A")
        try fixture.write("a.yaml", "a")
        for option in ["--no-split-index", "--split-index"] {
            try fixture.git("update-index", option)
            let before = try fixture.state()
            for place in [GitWorkspace.Place.worktree, .index, .revision("HEAD")] {
                _ = try fixture.contents(of: place)
            }
            let workspace = try fixture.workspace()
            _ = try workspace.stagedChange(in: workspace.snapshot(of: .index))
            _ = try workspace.hooksDirectory()
            #expect(try fixture.state() == before)
        }
    }

    @Test func `a locked index is read`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        try fixture.write(".git/index.lock", "")
        #expect(try fixture.contents(of: .index) == ["a.yaml: a"])
        #expect(try fixture.contents(of: .worktree) == ["a.yaml: a"])
    }

    @Test func `a damaged index is an error`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        try fixture.write(".git/index", "DIRC and nonsense")
        for place in [GitWorkspace.Place.worktree, .index] {
            #expect(throws: GitError.self) { try fixture.workspace().snapshot(of: place) }
        }
        #expect(try fixture.contents(of: .revision("HEAD")) == ["a.yaml: a"])
    }

    @Test func `a tree that expands to billions of files is refused`() throws {
        let fixture = try GitFixture()
        var object = try fixture.hash("text", kind: "blob")
        for level in 0..<9 {
            let (mode, kind) = level == 0 ? ("100644", "blob") : ("040000", "tree")
            let lines = (0..<10).map { "\(mode) \(kind) \(object)\tentry\($0)\n" }
            object = try fixture.makeTree(lines.joined())
        }
        #expect(throws: GitError.tooManyFiles(limit: 1_000_000)) {
            try fixture.workspace().snapshot(of: .revision(object))
        }
    }
}

extension GitFixture {
    fileprivate func hash(_ text: String, kind: String) throws -> String {
        try home.write("object", text)
        return try git("hash-object", "-w", "-t", kind, "../object")
    }

    /// Records a tree from lines as `git ls-tree` prints them.
    fileprivate func makeTree(_ lines: String) throws -> String {
        try home.write("lines", lines)
        return try git(["mktree"], input: "\(home.path)/lines")
    }
}
