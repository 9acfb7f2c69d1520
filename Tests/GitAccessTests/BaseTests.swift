import GitAccess
import TestSupport
import Testing

/// The base that a change is compared with, in whole and in shallow clones.
struct BaseTests {
    /// Two branches that part, and a merge of them.
    private struct Histories {
        let fixture: GitFixture
        let root: String
        let trunk: String
        let change: String
        let merge: String

        init() throws {
            fixture = try GitFixture()
            root = try fixture.commit(["a.yaml": "a"])
            trunk = try fixture.commit(["a.yaml": "b"])
            try fixture.git("checkout", "--quiet", "-b", "change", root)
            change = try fixture.commit(["c.yaml": "c"])
            try fixture.git("checkout", "--quiet", "--detach", "main")
            try fixture.git("merge", "--quiet", "--no-edit", "change")
            merge = try fixture.git("rev-parse", "HEAD")
            try fixture.git("branch", "trial", merge)
        }

        /// A clone of some depth with the named branch checked out.
        func clone(_ branch: String, depth: Int) throws -> GitWorkspace {
            let clone = GitFixture(at: "clone", in: fixture.home)
            try fixture.git(
                ["clone", "--quiet", "--depth=\(depth)", "--branch=\(branch)"]
                    + ["file://\(fixture.path)", clone.path], at: fixture.home.path)
            return try clone.workspace()
        }
    }

    @Test func `parents and merge bases are found`() throws {
        let histories = try Histories()
        let workspace = try histories.fixture.workspace()
        #expect(try workspace.commit("change") == histories.change)
        #expect(try workspace.commit("missing") == nil)
        #expect(try workspace.parents(of: histories.merge) == [histories.trunk, histories.change])
        #expect(try workspace.parents(of: histories.root) == [])
        #expect(
            try workspace.mergeBase(of: histories.change, and: histories.trunk) == histories.root)
    }

    @Test func `the first known candidate is the base`() throws {
        let histories = try Histories()
        let workspace = try histories.fixture.workspace()
        let trial = BaseCandidate.firstParent(ofMerge: histories.merge)
        #expect(
            try workspace.base(of: "trial", among: [trial, .commit("main")])
                == .revision(histories.trunk))
        #expect(
            try workspace.base(
                of: "change", among: [trial, .mergeBase(with: "gone"), .mergeBase(with: "main")])
                == .revision(histories.root))
        #expect(
            try workspace.base(of: "change", among: [.commit("gone"), .commit("main")])
                == .revision(histories.trunk))
        #expect(throws: GitError.unknownRevision("gone")) {
            try workspace.base(of: "gone", among: [])
        }
    }

    @Test func `histories without a common commit are compared at their tips`() throws {
        let histories = try Histories()
        try histories.fixture.git("checkout", "--quiet", "--orphan", "other")
        try histories.fixture.commit(["d.yaml": "d"])
        let workspace = try histories.fixture.workspace()
        #expect(
            try workspace.base(of: "HEAD", among: [.mergeBase(with: "main")])
                == .tip(histories.trunk, of: "main"))
    }

    @Test func `a shallow clone without the candidates has no base`() throws {
        let histories = try Histories()
        let candidates: [BaseCandidate] = [
            .firstParent(ofMerge: histories.merge), .mergeBase(with: "refs/remotes/origin/main"),
        ]
        let reason = "this clone has no commit to compare with"
        #expect(
            try histories.clone("trial", depth: 1).base(of: "HEAD", among: candidates)
                == .nothing(reason: reason))
    }

    @Test func `depth two is enough for a trial merge`() throws {
        let histories = try Histories()
        #expect(
            try histories.clone("trial", depth: 2)
                .base(of: "HEAD", among: [.firstParent(ofMerge: histories.merge)])
                == .revision(histories.trunk))
    }

    @Test func `a new branch starts where its commits are new`() throws {
        let fixture = try GitFixture()
        let known = try fixture.commit(["a.yaml": "a"])
        try fixture.git("update-ref", "refs/remotes/origin/main", known)
        let workspace = try fixture.workspace()
        #expect(try workspace.start(of: known, beyond: .remote("origin")) == .known)
        #expect(try workspace.start(of: known, beyond: .remote("other")) == .nothing)
        try fixture.commit(["a.yaml": "b"])
        let tip = try fixture.commit(["a.yaml": "c"])
        #expect(try workspace.start(of: tip, beyond: .remote("origin")) == .commit(known))
        #expect(try workspace.start(of: tip, beyond: .allReferences) == .known)
    }
}
