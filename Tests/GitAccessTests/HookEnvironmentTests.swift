import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

/// The repository that a hook sees, in each situation in which Git runs one.
struct HookEnvironmentTests {
    /// One way to make a commit, the index that the hook sees, and the change of the commit.
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        let index: [String]
        let change: [String]
    }

    /// Before each one, `a.yaml` and `b.yaml` are staged and then edited, `c.yaml` is staged for
    /// deletion, `new.yaml` is untracked.
    static let situations = [
        Situation(
            testDescription: "what is staged", arguments: ["commit", "--message", "m"],
            index: ["a.yaml: staged", "b.yaml: staged"],
            change: ["M a.yaml", "M b.yaml", "D c.yaml"]),
        Situation(
            testDescription: "all tracked files", arguments: ["commit", "--all", "--message", "m"],
            index: ["a.yaml: edited", "b.yaml: edited"],
            change: ["M a.yaml", "M b.yaml", "D c.yaml"]),
        Situation(
            testDescription: "one path; the rest stays staged for later",
            arguments: ["commit", "--message", "m", "--", "a.yaml"],
            index: ["a.yaml: edited", "b.yaml: committed", "c.yaml: committed"],
            change: ["M a.yaml"]),
        Situation(
            testDescription: "the last commit again",
            arguments: ["commit", "--amend", "--message", "m"],
            index: ["a.yaml: staged", "b.yaml: staged"],
            change: ["M a.yaml", "M b.yaml", "D c.yaml"]),
    ]

    @Test(arguments: situations)
    func `the index is what the commit records`(situation: Situation) throws {
        let fixture = try GitFixture.withStagedFiles()
        try fixture.whileInHook("repository/.git/hooks/pre-commit", running: situation.arguments) {
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            let index = try workspace.snapshot(of: .index)
            #expect(try workspace.contents(of: .index) == situation.index)
            #expect(try workspace.stagedChange(in: index).lines == situation.change)
        }
    }

    @Test func `in a commit from a subdirectory paths are relative to the top`() throws {
        let fixture = try GitFixture.withStagedFiles()
        try fixture.write("apps/d.yaml", "staged")
        try fixture.git("add", "apps")
        let folder = GitFixture(at: "repository/apps", in: fixture.home)
        try folder.whileInHook(
            "repository/.git/hooks/pre-commit", running: ["commit", "--message", "m"]
        ) {
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            #expect(
                try workspace.contents(of: .index) == [
                    "a.yaml: staged", "apps/d.yaml: staged", "b.yaml: staged",
                ])
            #expect(workspace.prefix == "")
        }
    }

    @Test func `a linked work tree has its own index`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "main"])
        try fixture.git("worktree", "add", "--quiet", "-b", "side", "../side")
        let side = GitFixture(at: "side", in: fixture.home)
        try side.write("a.yaml", "side")
        try side.git("add", "a.yaml")
        try side.write("a.yaml", "edited")
        try side.whileInHook(
            "repository/.git/hooks/pre-commit", running: ["commit", "--message", "m"]
        ) {
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            #expect(try workspace.contents(of: .index) == ["a.yaml: side"])
            #expect(try workspace.contents(of: .worktree) == ["a.yaml: edited"])
            #expect(workspace.layout.root == side.path)
            #expect(workspace.layout.commonDirectory == fixture.path + "/.git")
        }
        #expect(try side.workspace().hooksDirectory() == fixture.path + "/.git/hooks")
    }

    @Test func `a submodule is a repository of its own`() throws {
        let (fixture, submodule) = try GitFixture.withSubmodule()
        try submodule.write("s.yaml", "staged")
        try submodule.git("add", "s.yaml")
        try submodule.whileInHook(
            "repository/.git/modules/sub/hooks/pre-commit", running: ["commit", "--message", "m"]
        ) {
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            #expect(try workspace.contents(of: .index) == ["s.yaml: staged"])
            #expect(workspace.layout.root == submodule.path)
        }
        let outer = [".gitmodules: ", "a.yaml: a", "sub/"]
        for place in [GitWorkspace.Place.worktree, .index, .revision("HEAD")] {
            #expect(try fixture.contents(of: place).map { String($0.prefix(13)) } == outer)
        }
        try fixture.git("add", "sub")
        let workspace = try fixture.workspace()
        let change = try workspace.stagedChange(in: workspace.snapshot(of: .index))
        #expect(change.lines == ["M sub"])
    }

    @Test func `a merge after a conflict is compared with head`() throws {
        let fixture = try GitFixture.conflicted()
        try fixture.write("a.yaml", "both\n")
        try fixture.git("add", "a.yaml")
        try fixture.git("rm", "--quiet", "gone.yaml")
        try fixture.whileInHook(
            "repository/.git/hooks/pre-commit", running: ["commit", "--message", "m"]
        ) {
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            let index = try workspace.snapshot(of: .index)
            #expect(try workspace.stagedChange(in: index).lines == ["M a.yaml", "D gone.yaml"])
        }
    }

    @Test func `a pushed commit is read from quarantine`() throws {
        let fixture = try GitFixture()
        try fixture.git("clone", "--quiet", "--bare", ".", "../server.git")
        let id = try fixture.commit(["a.yaml": "pushed"])
        try fixture.whileInHook(
            "server.git/hooks/pre-receive", running: ["push", "--quiet", "../server.git", "main"]
        ) {
            #expect($0["GIT_QUARANTINE_PATH"] != nil)
            let workspace = try GitWorkspace(
                environment: GitEnvironment(variables: $0, directory: $1))
            #expect(try workspace.contents(of: .revision(id)) == ["a.yaml: pushed"])
        }
    }
}

extension SnapshotChange {
    /// As `git diff --name-status` prints them.
    fileprivate var lines: [String] {
        added.map { "A \($0.path)" } + modified.map { "M \($0.path)" }
            + deleted.map { "D \($0.path)" }
    }
}

extension GitFixture {
    fileprivate static func withStagedFiles() throws -> GitFixture {
        let fixture = try GitFixture()
        try fixture.commit()
        try fixture.commit(["a.yaml": "committed", "b.yaml": "committed", "c.yaml": "committed"])
        for text in ["staged", "edited"] {
            try fixture.write("a.yaml", text)
            try fixture.write("b.yaml", text)
            if text == "staged" { try fixture.git("add", "--all") }
        }
        try fixture.git("rm", "--quiet", "c.yaml")
        try fixture.write("new.yaml", "untracked")
        return fixture
    }

    /// A repository whose submodule `sub` has moved on by a commit that is not added yet.
    fileprivate static func withSubmodule() throws -> (outer: GitFixture, submodule: GitFixture) {
        let outer = try GitFixture()
        let inner = GitFixture(at: "inner", in: outer.home)
        try outer.git("init", "--quiet", "--initial-branch=main", "../inner")
        try inner.commit(["s.yaml": "s"])
        try outer.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "sub")
        try outer.commit(["a.yaml": "a"])
        return (outer, GitFixture(at: "repository/sub", in: outer.home))
    }
}
