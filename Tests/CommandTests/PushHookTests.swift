import Foundation
import TestSupport
import Testing

/// The hooks of pushes, run by `git push` on both ends.
@Suite struct PushHookTests {
    /// A clone and the bare repository that it pushes to; an old fault is there already.
    private struct Ends {
        let server: GitFixture
        let clone: GitFixture

        init(hook: String, onServer: Bool) throws {
            let home = try TemporaryDirectory()
            server = GitFixture(at: "server.git", in: home)
            clone = GitFixture(at: "clone", in: home)
            try clone.makeRepository(["old.yaml": Manifest.pod("nginx:latest")])
            try clone.git(
                ["clone", "--quiet", "--bare", clone.path, server.path], at: home.path)
            try clone.git("remote", "add", "origin", server.path)
            try clone.git("fetch", "--quiet")
            try clone.putSluiceOnPath()
            let folder = onServer ? server.path + "/hooks" : clone.path + "/.git/hooks"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: PackageFolder.url.appending(path: "hooks/\(hook)").path,
                toPath: "\(folder)/\(hook)")
        }

        func push(_ arguments: String...) throws -> ProgramRun {
            try ProgramRun(
                "git", ["push", "--quiet", "origin"] + arguments, at: clone.path,
                environment: clone.environment)
        }
    }

    private static let good = Manifest.pod("nginx:1.27.3")
    private static let bad = Manifest.pod("nginx")

    @Test(arguments: [("pre-push", false), ("pre-receive", true), ("update", true)])
    func `a push is checked for the findings that it brings`(hook: String, onServer: Bool) throws {
        let ends = try Ends(hook: hook, onServer: onServer)
        try ends.clone.commit(["a.yaml": Self.good])
        let good = try ends.push("main")
        #expect(good.status == 0, "\(good.errors)")

        try ends.clone.commit(["a.yaml": Self.bad])
        let bad = try ends.push("main")
        #expect(bad.status == 1)
        let line = "a.yaml:7:14: error: image `nginx` has neither tag nor digest"
        #expect((bad.output + bad.errors).contains(line), "\(bad.errors)")
        #expect(!(bad.output + bad.errors).contains("old.yaml"))

        let branch = try ends.push("main:refs/heads/new")
        #expect(branch.status == 1, "\(branch.errors)")
        try ends.clone.git("reset", "--quiet", "--hard", "HEAD^")
        try ends.clone.commit(["b.yaml": Self.good])
        #expect(try ends.push("main:refs/heads/new", "main").status == 0)
        #expect(try ends.push("--delete", "new").status == 0)
    }

    @Test func `a forced push is checked too`() throws {
        let ends = try Ends(hook: "pre-receive", onServer: true)
        try ends.clone.git("commit", "--quiet", "--amend", "--message", "other")
        #expect(try ends.push("--force", "main").status == 0)
        try ends.clone.write("a.yaml", Self.bad)
        try ends.clone.git("add", "--all")
        try ends.clone.git("commit", "--quiet", "--amend", "--message", "other")
        #expect(try ends.push("--force", "main").status == 1)
    }

    @Test func `the first push to an empty repository brings all findings`() throws {
        let ends = try Ends(hook: "pre-receive", onServer: true)
        try ends.server.git("update-ref", "-d", "refs/heads/main")
        let run = try ends.push("main")
        #expect(run.status == 1)
        #expect((run.output + run.errors).contains("old.yaml:7:20"))
    }
}
