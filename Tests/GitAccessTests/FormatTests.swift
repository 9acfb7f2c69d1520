import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

/// Repositories in formats that libgit2 1.5 cannot read: the `git` program answers.
struct FormatTests {
    @Test(arguments: ["--split-index", "--no-split-index", "--index-version=4"])
    func `the index may have any format`(option: String) throws {
        let fixture = try GitFixture()
        try fixture.commit([".gitignore": "*.log", "a.yaml": "a", "apps/b.yaml": "b"])
        try fixture.git("update-index", option)
        try fixture.expectUsualAnswers()
    }

    @Test func `repositories with other hashes are read`() throws {
        let fixture = try GitFixture("--object-format=sha256")
        try fixture.commit([".gitignore": "*.log", "a.yaml": "a", "apps/b.yaml": "b"])
        #expect(try fixture.workspace().head()?.count == 64)
        #expect(try fixture.workspace().setting("extensions.objectFormat") == "sha256")
        #expect(try fixture.workspace().setting("no.such") == nil)
        try fixture.expectUsualAnswers()
    }

    @Test func `repositories with other hashes have the same errors`() throws {
        let fixture = try GitFixture("--object-format=sha256")
        #expect(throws: GitError.unbornHead) {
            try fixture.workspace().snapshot(of: .revision("HEAD"))
        }
        try fixture.commit(["a.yaml": "large", "b.yaml": "b"])
        #expect(throws: GitError.unknownRevision("nothing")) {
            try fixture.workspace().snapshot(of: .revision("nothing"))
        }
        let tooLarge = SnapshotReadError.tooLarge(size: 5, limit: 4)
        #expect(
            try fixture.workspace().contents(of: .index, limit: 4)
                == ["a.yaml: \(tooLarge)", "b.yaml: b"], "the reader goes on after a large file")
    }

    @Test func `repositories with other hashes may be bare`() throws {
        let fixture = try GitFixture("--object-format=sha256")
        try fixture.commit(["a.yaml": "a"])
        try fixture.git("clone", "--quiet", "--bare", ".", "../bare.git")
        let workspace = try GitFixture(at: "bare.git", in: fixture.home).workspace()
        #expect(workspace.layout.isBare)
        #expect(try workspace.contents(of: .revision("HEAD")) == ["a.yaml: a"])
    }

    @Test(arguments: [true, false])
    func `a sparse checkout has all files`(hasSparseIndex: Bool) throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a", "apps/b.yaml": "b", "other/c.yaml": "c"])
        let option = hasSparseIndex ? "--sparse-index" : "--no-sparse-index"
        try fixture.git("sparse-checkout", "set", "--cone", option, "apps")
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "/other"))
        try fixture.write("apps/b.yaml", "edited")
        #expect(
            try fixture.contents(of: .worktree)
                == ["a.yaml: a", "apps/b.yaml: edited", "other/c.yaml: c"])
        #expect(
            try fixture.contents(of: .index) == ["a.yaml: a", "apps/b.yaml: b", "other/c.yaml: c"])
    }

    @Test func `a skipped file is read from the index`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a", "b.yaml": "b"])
        try fixture.git("update-index", "--skip-worktree", "a.yaml", "b.yaml")
        try FileManager.default.removeItem(atPath: fixture.path + "/a.yaml")
        try fixture.write("b.yaml", "edited")
        #expect(try fixture.contents(of: .worktree) == ["a.yaml: a", "b.yaml: edited"])
    }

    @Test func `a partial clone lacks blobs and fetches none`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["a.yaml": "a"])
        let blob = try fixture.git("rev-parse", "HEAD:a.yaml")
        try fixture.git("config", "uploadpack.allowFilter", "true")
        try fixture.git(
            "clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://\(fixture.path)",
            "../partial")
        let partial = GitFixture(at: "partial", in: fixture.home)
        let missing = SnapshotReadError.missingBlob(id: blob)
        #expect(try partial.contents(of: .revision("HEAD")) == ["a.yaml: \(missing)"])
        #expect(try partial.git("rev-list", "--objects", "--missing=print", "HEAD").contains("?"))
    }

    @Test func `a clone without trees names the missing object`() throws {
        let fixture = try GitFixture()
        try fixture.commit(["apps/a.yaml": "a"])
        let tree = try fixture.git("rev-parse", "HEAD^{tree}")
        try fixture.git("config", "uploadpack.allowFilter", "true")
        try fixture.git(
            "clone", "--quiet", "--no-checkout", "--filter=tree:0", "file://\(fixture.path)",
            "../partial")
        let partial = GitFixture(at: "partial", in: fixture.home)
        #expect(throws: GitError.missingObject(id: tree)) {
            try partial.workspace().snapshot(of: .revision("HEAD"))
        }
    }

    @Test func `without the program the reason is given`() throws {
        let fixture = try GitFixture("--object-format=sha256")
        #expect {
            try fixture.workspace(["PATH": "/nowhere"])
        } throws: { error in
            if case GitError.programMissing = error { true } else { false }
        }
        let split = try GitFixture()
        try split.commit(["a.yaml": "a"])
        try split.git("update-index", "--split-index")
        let workspace = try split.workspace(["PATH": "/nowhere"])
        #expect {
            try workspace.snapshot(of: .index)
        } throws: { error in
            if case GitError.programMissing = error { true } else { false }
        }
        #expect(try workspace.contents(of: .revision("HEAD")) == ["a.yaml: a"])
    }

    @Test func `settings of one work tree apply`() throws {
        let fixture = try GitFixture()
        try fixture.git("config", "extensions.worktreeConfig", "true")
        try fixture.git("config", "--worktree", "core.hooksPath", "my-hooks")
        #expect(try fixture.workspace().hooksDirectory() == fixture.path + "/my-hooks")
    }
}

extension GitFixture {
    /// Edits, stages and adds files, and compares the work tree, the index and HEAD with what they
    /// must contain.
    fileprivate func expectUsualAnswers() throws {
        try write("a.yaml", "staged")
        try write("apps/c.yaml", "added")
        try git("add", "a.yaml", "apps/c.yaml")
        try git("rm", "--quiet", "apps/b.yaml")
        try write("a.yaml", "edited")
        try write("new.yaml", "new")
        try write("ignored.log", "")
        try write("later.yaml", "later")
        try git("add", "--intent-to-add", "later.yaml")
        let workspace = try workspace()
        #expect(
            try workspace.contents(of: .worktree) == [
                ".gitignore: *.log", "a.yaml: edited", "apps/c.yaml: added", "later.yaml: later",
                "new.yaml: new",
            ])
        let index = [".gitignore: *.log", "a.yaml: staged", "apps/c.yaml: added"]
        #expect(try workspace.contents(of: .index) == index)
        #expect(
            try workspace.contents(of: .revision("HEAD"))
                == [".gitignore: *.log", "a.yaml: a", "apps/b.yaml: b"])
        let change = try workspace.stagedChange(in: workspace.snapshot(of: .index))
        #expect(change.added.map(\.path) == ["apps/c.yaml"])
        #expect(change.modified.map(\.path) == ["a.yaml"])
        #expect(change.deleted.map(\.path) == ["apps/b.yaml"])
    }
}
