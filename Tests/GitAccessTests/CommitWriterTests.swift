import Foundation
import GitAccess
import SourceText
import TestSupport
import Testing

struct CommitWriterTests {
    private let fixture: GitFixture
    private let base: String

    init() throws {
        fixture = try GitFixture()
        base = try fixture.commit([
            "apps/a.yaml": "a\n", "apps/deep/b.yaml": "b\n", "run.sh": "echo\n", "z.yaml": "z\n",
        ])
    }

    @Test func `only edited files change`() throws {
        try fixture.run("chmod", "+x", "run.sh")
        let base = try fixture.commit(message: "executable")
        let writer = try fixture.writer()
        let tree = try writer.tree(
            of: base,
            with: [fixture.edit("apps/deep/b.yaml", "b2\n"), fixture.edit("run.sh", "echo 2\n")])
        #expect(
            try fixture.git("diff-tree", "-r", base, tree)
                .split(separator: "\n").map { $0.split(separator: "\t").last } == [
                    "apps/deep/b.yaml", "run.sh",
                ])
        #expect(try fixture.git("ls-tree", tree, "run.sh").hasPrefix("100755 "))
        #expect(try fixture.git("show", "\(tree):apps/deep/b.yaml") == "b2")
    }

    /// Git's first versions recorded these; to Git they are the same as `100644`.
    @Test func `old file modes are accepted`() throws {
        let blob = try fixture.git("rev-parse", "HEAD:z.yaml")
        try fixture.home.write("tree", "100664 blob \(blob)\ta.yaml\n100664 blob \(blob)\tb.yaml\n")
        let tree = try fixture.git(["mktree"], input: "\(fixture.home.path)/tree")
        let commit = try fixture.git("commit-tree", "-m", "old", tree)
        let edited = try fixture.writer().tree(
            of: commit, with: [fixture.edit("a.yaml", "new", of: commit)])
        #expect(try fixture.git("diff-tree", "-r", "--name-only", tree, edited) == "a.yaml")
    }

    @Test func `no edit gives the same tree`() throws {
        #expect(
            try fixture.writer().tree(of: base, with: [])
                == fixture.git("rev-parse", "\(base)^{tree}"))
    }

    @Test func `a file that differs from the one that was read is refused`() throws {
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: "\(fixture.path)/link", withDestinationPath: "z.yaml")
        let commit = try fixture.commit()
        let blob = try fixture.git("rev-parse", "HEAD:z.yaml")
        let link = try fixture.git("rev-parse", "HEAD:link")
        let folder = try fixture.git("rev-parse", "HEAD:apps")
        let edits = [
            ("apps/a.yaml", blob), ("gone.yaml", blob), ("apps", folder), ("link", link),
            ("", blob),
            ("z.yaml/", blob), ("../z.yaml", blob), (".git/config", blob),
        ]
        for (path, blob) in edits {
            #expect(throws: GitWriteError.changed(path: path)) {
                try fixture.writer().tree(
                    of: commit, with: [TreeEdit(path: path, replacedBlob: blob, bytes: [])])
            }
        }
    }

    @Test func `a commit records its details`() throws {
        let commit = try fixture.writer().commit(
            tree: fixture.git("rev-parse", "\(base)^{tree}"), parents: [base],
            Writing.details("  Update\r\n\n# kept\n\n\n", name: "Flux <Bot>\n"))
        let tree = try fixture.git("rev-parse", "HEAD^{tree}")
        #expect(
            try fixture.git("cat-file", "commit", commit) == """
                tree \(tree)
                parent \(base)
                author Flux Bot <flux@example.org> 1700000000 -0130
                committer Flux Bot <flux@example.org> 1700000000 -0130

                  Update\r

                # kept


                """)
    }

    @Test(arguments: ["", "Äda ☕", "'"])
    func `any name and an empty message are accepted`(_ name: String) throws {
        let commit = try fixture.writer().commit(
            tree: fixture.git("rev-parse", "\(base)^{tree}"), parents: [base],
            Writing.details("", name: name))
        #expect(try fixture.git("log", "-1", "--format=%an|%B", commit) == "\(name)|")
        try fixture.move("new", from: nil, to: commit)
        try fixture.git("fsck", "--strict")
    }

    @Test func `NUL in the message is refused`() throws {
        #expect(throws: GitWriteError.nulInMessage) {
            try fixture.writer().commit(
                tree: fixture.git("rev-parse", "\(base)^{tree}"), parents: [base],
                Writing.details("a\0b"))
        }
    }

    @Test func `tree and parents must be there`() throws {
        let nothing = String(repeating: "1", count: 40)
        let tree = try fixture.git("rev-parse", "\(base)^{tree}")
        for (tree, parent) in [(nothing, base), (tree, nothing), (base, base)] {
            #expect(throws: GitWriteError.self) {
                try fixture.writer().commit(tree: tree, parents: [parent], Writing.details())
            }
        }
    }

    @Test func `work tree and index are not touched`() throws {
        try fixture.write("apps/a.yaml", "edited")
        try fixture.write("staged.yaml", "staged")
        try fixture.git("add", "staged.yaml")
        func outside() throws -> [String: [String]] {
            try fixture.state().filter { $0.key == ".git/index" || !$0.key.hasPrefix(".git") }
        }
        let before = try outside()
        let commit = try fixture.looseCommit("z.yaml", "new", on: base)
        try fixture.move("flux/updates", from: nil, to: commit)
        #expect(try outside() == before)
        #expect(try fixture.git("show", "flux/updates:z.yaml") == "new")
    }

    @Test func `bare repositories and linked work trees are written to`() throws {
        let bare = GitFixture(at: "bare", in: fixture.home)
        try fixture.git("clone", "--quiet", "--bare", fixture.path, bare.path)
        let linked = GitFixture(at: "linked", in: fixture.home)
        try fixture.git("worktree", "add", "--quiet", "-b", "side", linked.path)
        for place in [bare, linked] {
            let commit = try place.looseCommit("z.yaml", "new", on: base)
            try place.move("flux/updates", from: nil, to: commit)
            #expect(try place.git("rev-parse", "flux/updates") == commit)
        }
        #expect(try fixture.git("log", "-1", "--format=%gs", "-g", "flux/updates") == "update")
        #expect(try fixture.workspace().worktree(withBranch: "side") == linked.path)
        #expect(try fixture.workspace().worktree(withBranch: "flux/updates") == nil)
    }
}
