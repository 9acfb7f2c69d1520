import Foundation
import TestSupport
import Testing

@testable import GitAccess

/// A bare remote on disk, contacted as `file://`.
struct RemoteTests {
    private let fixture: GitFixture
    private let bare: GitFixture
    private let base: String
    private let next: String

    init() throws {
        fixture = try GitFixture()
        base = try fixture.commit(["a.yaml": "a\n"])
        bare = GitFixture(at: "bare.git", in: fixture.home)
        try fixture.git("clone", "--quiet", "--bare", fixture.path, bare.path)
        try fixture.git("remote", "add", "origin", "file://\(bare.path)")
        try fixture.git("fetch", "--quiet", "--no-write-fetch-head")
        next = try fixture.looseCommit("a.yaml", "b\n", on: base)
    }

    private func remote(
        _ variables: [String: String] = [:], timeout: Duration = .seconds(60)
    ) throws -> RemoteProgram {
        let workspace = try fixture.workspace(variables)
        return try RemoteProgram(
            #require(workspace.remotes().first), of: workspace, timeout: timeout)
    }

    private func push(
        _ commit: String, to branch: String = "main", _ expectation: PushRequest.Expectation,
        options: [String] = []
    ) throws -> PushOutcome {
        let request = PushRequest(
            commit: commit, reference: "refs/heads/\(branch)", expectation: expectation,
            options: options)
        return try remote().push(#require(request))
    }

    /// A commit that is pushed to the remote from another clone.
    @discardableResult
    private func commitElsewhere(_ text: String, force: Bool = false) throws -> String {
        let other = GitFixture(at: "other-\(UUID().uuidString)", in: fixture.home)
        try fixture.git("clone", "--quiet", bare.path, other.path)
        if force { try other.git("checkout", "--quiet", "--orphan", "unrelated") }
        let commit = try other.commit(["a.yaml": text])
        try other.git("push", "--quiet", "--force", "origin", "HEAD:main")
        return commit
    }

    private func addHook(_ name: String, _ script: String, to place: GitFixture? = nil) throws {
        let folder = place.map { _ in "repository/.git" } ?? "bare.git"
        try fixture.home.writeProgram("\(folder)/hooks/\(name)", "#!/bin/sh\n\(script)\n")
    }

    private var tip: String { get throws { try bare.git("rev-parse", "main") } }

    // MARK: Pushes that are accepted

    @Test func `a commit is pushed to an existing branch`() throws {
        #expect(try push(next, .tip(base)) == .accepted)
        #expect(try tip == next)
        // As after the user's own push.
        #expect(try fixture.git("rev-parse", "origin/main") == next)
        #expect(try push(next, .tip(next)) == .accepted)
    }

    @Test func `a new branch is created`() throws {
        #expect(try push(next, to: "flux/updates", .absent) == .accepted)
        #expect(try bare.git("rev-parse", "flux/updates") == next)
        #expect(try push(next, to: "other", .ancestor) == .accepted)
    }

    @Test func `a branch is replaced if it is at the expected commit`() throws {
        let rebuilt = try fixture.looseCommit("a.yaml", "c\n", on: base)
        #expect(try push(next, .tip(base)) == .accepted)
        #expect(try push(rebuilt, .tip(next)) == .accepted)
        #expect(try tip == rebuilt)
    }

    @Test func `push options reach the remote`() throws {
        try bare.git("config", "receive.advertisePushOptions", "true")
        try addHook("pre-receive", "env | grep ^GIT_PUSH_OPTION_ | sort > options")
        #expect(
            try push(next, .tip(base), options: ["merge_request.create", "--x=y z"]) == .accepted)
        #expect(
            try fixture.home.text(of: "bare.git/options") == """
                GIT_PUSH_OPTION_0=merge_request.create
                GIT_PUSH_OPTION_1=--x=y z
                GIT_PUSH_OPTION_COUNT=2

                """)
    }

    @Test func `invalid commits, references and options are not a request`() {
        let wrong = [
            ("main", "refs/heads/main", []), (base, "main", []), (base, "refs/heads/a:b", []),
            (base, "+refs/heads/a", []), (base, "refs/heads/a\nb", []),
            (base, "refs/heads/a", ["a\nb"]),
        ]
        for (commit, reference, options) in wrong {
            #expect(
                PushRequest(
                    commit: commit, reference: reference, expectation: .ancestor, options: options)
                    == nil)
        }
    }

    // MARK: Pushes that are not

    @Test func `a branch that moved is not pushed to`() throws {
        let theirs = try commitElsewhere("theirs\n")
        for expectation in [PushRequest.Expectation.tip(base), .absent, .ancestor] {
            let outcome = try push(next, expectation)
            guard case .moved = outcome else {
                Issue.record("\(expectation): \(outcome)")
                continue
            }
        }
        #expect(try tip == theirs)
    }

    @Test func `a branch that was deleted is not created again`() throws {
        try bare.git("branch", "flux/updates")
        #expect(try remote().tips(of: ["flux/updates"]) == ["flux/updates": base])
        try bare.git("branch", "-D", "flux/updates")
        guard case .moved = try push(next, to: "flux/updates", .tip(base)) else {
            Issue.record("a deleted branch was pushed to")
            return
        }
    }

    /// The remote has to compare: here the branch moves after Git has read its commit.
    @Test func `a branch that moves during the push is not overwritten`() throws {
        let theirs = try commitElsewhere("theirs\n")
        try bare.git("update-ref", "refs/heads/main", base)
        try addHook(
            "pre-receive", "unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main \(theirs)")
        guard case .moved(let refusal) = try push(next, .tip(base)) else {
            Issue.record("the push was accepted")
            return
        }
        #expect(refusal.remote == "origin")
        #expect(try tip == theirs)
    }

    @Test func `the words of a remote that declines are shown`() throws {
        try addHook(
            "pre-receive", "printf 'ask \\033[31mADA\\nsee https://u:p@host/x?token=1\\n'; exit 1")
        let refusal = PushRefusal(
            remote: "origin", reference: "refs/heads/main", reason: "pre-receive hook declined",
            words: ["ask [31mADA", "see https://host/x"])
        #expect(try push(next, .tip(base)) == .declined(refusal))
        try addHook(
            "pre-receive",
            "echo 'GitLab: You are not allowed to push code to protected branches'; exit 1")
        guard case .protected = try push(next, .tip(base)) else {
            Issue.record("protection was not seen")
            return
        }
        #expect(try tip == base)
    }

    @Test func `a rule of the remote is reported`() throws {
        try bare.git("config", "receive.denyNonFastForwards", "true")
        #expect(try push(next, .tip(base)) == .accepted)
        let rebuilt = try fixture.looseCommit("a.yaml", "c\n", on: base)
        guard case .declined(let refusal) = try push(rebuilt, .tip(next)) else {
            Issue.record("the push was not declined")
            return
        }
        #expect(refusal.reason == "non-fast-forward")
    }

    @Test func `the user's hook runs as for a push of their own`() throws {
        try addHook("pre-push", "echo 'not on Fridays' >&2; exit 1", to: fixture)
        guard case .failed(let failure) = try push(next, .tip(base)) else {
            Issue.record("the hook did not count")
            return
        }
        #expect(failure.words.first == "not on Fridays")
        #expect(try tip == base)
    }

    // MARK: Failures

    @Test func `a missing remote is reported`() throws {
        try FileManager.default.removeItem(atPath: bare.path)
        let error = #expect(throws: RemoteFailure.self) { try remote().fetch(branches: ["main"]) }
        #expect(error?.cause == .notFound)
        let outcome = try push(next, .tip(base))
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.cause == .notFound)
    }

    @Test func `a remote that does not answer is given up`() throws {
        try addHook("pre-receive", "sleep 30")
        let request = PushRequest(
            commit: next, reference: "refs/heads/main", expectation: .tip(base))
        let start = ContinuousClock.now
        let outcome = try remote(timeout: .seconds(1)).push(#require(request))
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.cause == .timedOut(seconds: 1))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(arguments: ["git://127.0.0.1:1/x", "ext::sh -c 'touch here'"])
    func `other protocols are not used`(_ url: String) throws {
        try fixture.git("remote", "set-url", "origin", url)
        try fixture.git("config", "protocol.allow", "always")
        let error = #expect(throws: RemoteFailure.self) { try remote().tips(of: ["main"]) }
        #expect(error?.cause == .transport)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/here"))
    }

    @Test func `the environment may allow fewer protocols`() throws {
        let error = #expect(throws: RemoteFailure.self) {
            try remote(["GIT_ALLOW_PROTOCOL": "https"]).tips(of: ["main"])
        }
        #expect(error?.cause == .transport)
    }

    @Test func `plain HTTP is allowed only for the user's own remotes and this machine`() throws {
        #expect(GitRemote(trustedURL: "http://host.example/r")?.allowsPlainHTTP == false)
        #expect(GitRemote(trustedURL: "http://127.0.0.1:8080/r")?.allowsPlainHTTP == true)
        #expect(GitRemote(trustedURL: "https://ada@host.example/r") != nil)
        #expect(GitRemote(trustedURL: "https://ada:secret@host.example/r") == nil)
        try fixture.git("remote", "set-url", "origin", "http://host.example/r")
        #expect(try fixture.workspace().remotes().map(\.allowsPlainHTTP) == [true])
    }

    // MARK: Fetching

    @Test func `a fetch returns tips and changes no reference`() throws {
        let theirs = try commitElsewhere("theirs\n")
        let references = try fixture.git("show-ref")
        let tips = try remote().fetch(branches: ["main", "absent"])
        #expect(tips == ["main": theirs])
        #expect(try fixture.git("show", "\(theirs):a.yaml") == "theirs")
        #expect(try fixture.git("show-ref") == references)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/.git/FETCH_HEAD"))
        #expect(try remote().fetch(branches: ["main"]) == tips)
    }

    @Test func `a branch that was replaced is fetched`() throws {
        let theirs = try commitElsewhere("unrelated\n", force: true)
        #expect(try remote().fetch(branches: ["main"]) == ["main": theirs])
        #expect(try fixture.workspace().mergeBase(of: base, and: theirs) == nil)
    }

    @Test func `leftovers of killed runs are deleted`() throws {
        try commitElsewhere("theirs\n")
        for name in ["999999999-1/0", "x/0", "\(getpid())-1/0"] {
            try fixture.git("update-ref", "refs/sluice/fetch/\(name)", base)
        }
        _ = try remote().fetch(branches: ["main"])
        #expect(
            try fixture.git("for-each-ref", "--format=%(refname)", "refs/sluice")
                == "refs/sluice/fetch/\(getpid())-1/0")
    }

    @Test func `a shallow clone can fetch and push`() throws {
        try commitElsewhere("one\n")
        let shallow = GitFixture(at: "shallow", in: fixture.home)
        try fixture.git("clone", "--quiet", "--depth=1", "file://\(bare.path)", shallow.path)
        let theirs = try commitElsewhere("two\n")
        let workspace = try shallow.workspace()
        let remote = try RemoteProgram(#require(workspace.remotes().first), of: workspace)
        #expect(try remote.fetch(branches: ["main"]) == ["main": theirs])
        let commit = try shallow.looseCommit("a.yaml", "three\n", on: theirs)
        let request = PushRequest(
            commit: commit, reference: "refs/heads/main", expectation: .tip(theirs))
        #expect(try remote.push(#require(request)) == .accepted)
    }

    // MARK: History

    @Test func `commits beyond the merge base are listed`() throws {
        let second = try fixture.looseCommit("a.yaml", "c\n", on: next)
        let side = try fixture.commit(["b.yaml": "b\n"], message: "side\n\nwith a body")
        let workspace = try fixture.workspace()
        let mergeBase = try workspace.mergeBase(of: second, and: side)
        #expect(mergeBase == base)
        let commits = try #require(try workspace.commits(of: second, beyond: base))
        #expect(commits.map(\.id) == [second, next])
        #expect(commits.map(\.parents) == [[next], [base]])
        #expect(commits[0].author == Writing.person)
        #expect(commits[0].message == "Update images\n")
        let theirs = try #require(try workspace.commits(of: side, beyond: base)?.first)
        #expect(theirs.committer == CommitPerson(name: "Ada", email: "ada@example.org"))
        #expect(theirs.message == "side\n\nwith a body\n")
        #expect(try workspace.commits(of: second, beyond: base, limit: 1) == nil)
        #expect(try workspace.commits(of: base, beyond: base) == [])
    }
}
