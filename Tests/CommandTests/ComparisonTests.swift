import TestSupport
import Testing

/// Findings of `--base`: new findings of a change, and those that existed before.
@Suite struct ComparisonTests {
    /// A repository with an old fault on `main`, and a branch `change` to work on.
    private func fixture() throws -> GitFixture {
        let fixture = try GitFixture(files: [
            "old.yaml": Manifest.pod("nginx:latest"), "images/web.yaml": Manifest.policy("web"),
            "images/api.yaml": Manifest.policy("api"),
            "apps/web.yaml": Manifest.podFollowing("web"),
        ])
        try fixture.git("checkout", "--quiet", "-b", "change")
        return fixture
    }

    private static let missing = "apps/web.yaml:7:36 [marker-policy-missing]"
    private static let old = "old.yaml:7:20 [image-latest-tag]"

    private func expect(
        _ findings: [String], after change: (GitFixture) throws -> Void,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let fixture = try fixture()
        try change(fixture)
        try fixture.commit()
        let run = try fixture.check("--rev", "HEAD", "--base", "main")
        #expect(run.findings == findings, "\(run.errors)", sourceLocation: location)
        #expect(run.status == (findings.isEmpty ? 0 : 1), sourceLocation: location)
        #expect(try fixture.check("--base", "main").findings == findings, sourceLocation: location)
    }

    @Test func `only findings of new and changed content are new`() throws {
        try expect([]) { _ in }
        try expect(["new.yaml:7:14 [image-untagged]"]) {
            try $0.write("new.yaml", Manifest.pod("nginx"))
        }
        try expect(["old.yaml:7:20 [image-latest-tag]"]) {
            try $0.write("old.yaml", Manifest.pod("httpd:latest"))
        }
        try expect([]) { try $0.write("old.yaml", "# a note\n" + Manifest.pod("nginx:latest")) }
        try expect([]) { try $0.git("mv", "old.yaml", "moved.yaml") }
        try expect([]) {
            try $0.git("mv", "old.yaml", "moved.yaml")
            try $0.write("moved.yaml", Manifest.pod("nginx:latest") + "# a note\n")
        }
        try expect([]) { try $0.git("rm", "--quiet", "old.yaml") }
    }

    @Test func `a deleted policy is missed and a moved one is not`() throws {
        try expect([Self.missing]) { try $0.git("rm", "--quiet", "images/web.yaml") }
        try expect([]) { try $0.git("mv", "images/web.yaml", "images/moved.yaml") }
        // The kustomization leaves out two files beside the one that it lists.
        let unapplied = ["api", "others"].map { "images/\($0).yaml:4:9 [object-unapplied]" }
        try expect(["apps/web.yaml:7:36 [marker-namespace-mismatch]"] + unapplied) {
            try $0.write(
                "images/kustomization.yaml", "namespace: apps\nresources:\n  - web.yaml\n")
            try $0.write("images/others.yaml", Manifest.policy("other"))
        }
    }

    @Test func `renamed files of the same content keep their findings`() throws {
        let fixture = try GitFixture(files: [
            "a/one.yaml": Manifest.pod("nginx"), "a/two.yaml": Manifest.pod("nginx"),
            "a/three.yaml": Manifest.pod("httpd"),
        ])
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.git("mv", "a", "b")
        try fixture.commit(["b/three.yaml": "# a note\n" + Manifest.pod("httpd")])
        #expect(try fixture.check("--base", "main").findings.isEmpty)
        try fixture.commit(["b/four.yaml": Manifest.pod("nginx")])
        #expect(try fixture.check("--base", "main").findings.count == 1)
    }

    @Test func `formats for programs contain old and new findings`() throws {
        let fixture = try fixture()
        try fixture.commit(["new.yaml": Manifest.pod("nginx")])
        let run = try fixture.check("--base", "main", "--output", "json")
        #expect(run.output.contains(#""state":"existing""#))
        #expect(run.output.contains(#""state":"new""#))
        #expect(run.errors.hasPrefix("1 new error in 5 files, 2 that were there before\n"))
        let sarif = try fixture.check("--base", "main", "--output", "sarif")
        #expect(sarif.output.contains(#""baselineState":"unchanged""#))
        #expect(sarif.output.contains(#""baselineState":"new""#))
    }

    @Test func `an error that the other branch corrects meanwhile is not new`() throws {
        let fixture = try fixture()
        try fixture.commit(["new.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.git("checkout", "--quiet", "main")
        try fixture.commit(["old.yaml": Manifest.pod("nginx:1.27.3")])
        #expect(try fixture.check("--rev", "change", "--base", "main").findings.isEmpty)
        try fixture.git("checkout", "--quiet", "--detach", "main")
        try fixture.git("merge", "--quiet", "--no-edit", "change")
        #expect(try fixture.check("--base", "main").findings.isEmpty)
    }

    @Test func `a branch is checked with the configuration of its merge base`() throws {
        let fixture = try fixture()
        try fixture.commit(["new.yaml": Manifest.pod("httpd:latest")])
        try fixture.git("checkout", "--quiet", "main")
        let off = "version: 1\nrules: { image-latest-tag: off }\n"
        try fixture.commit([".sluice.yaml": off])
        let new = ["new.yaml:7:20 [image-latest-tag]"]
        #expect(try fixture.check("--rev", "change", "--base", "main").findings == new)
        try fixture.git("checkout", "--quiet", "change")
        try fixture.git("rebase", "--quiet", "main")
        #expect(try fixture.check("--rev", "change", "--base", "main").findings.isEmpty)
        try fixture.commit([".sluice.yaml": "version: 1\n"])
        #expect(try fixture.check("--base", "main").findings.isEmpty)
        #expect(
            try fixture.check("--base", "main", "--config-from", "head").findings == new)
    }

    @Test func `unused globs are found in the configuration that the change brings`() throws {
        func configuration(_ glob: String) -> String {
            "version: 1\nenvironments:\n  - { name: prod, paths: [\"\(glob)\"] }\n"
        }
        let fixture = try GitFixture(files: [
            "apps/prod/web.yaml": Manifest.pod("nginx:1.27.3"),
            ".sluice.yaml": configuration("apps/prod/**"),
        ])
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.git("mv", "apps/prod", "apps/live")
        try fixture.commit(message: "rename alone")
        let unused = [".sluice.yaml:3:27 [configuration-glob-unused]"]
        #expect(
            try fixture.check("--base", "main", "--severity", "warning").findings == unused)
        try fixture.commit([".sluice.yaml": configuration("apps/live/**")])
        #expect(try fixture.check("--base", "main", "--severity", "warning").findings.isEmpty)
        try fixture.commit([".sluice.yaml": configuration("apps/gone/**")])
        #expect(
            try fixture.check("--base", "main", "--severity", "warning").findings == unused)
    }

    @Test func `a repository with one commit has no base to compare with`() throws {
        let fixture = try GitFixture(files: ["old.yaml": Manifest.pod("nginx:latest")])
        #expect(try fixture.check("--base", "HEAD^").status == 2)
        let run = try fixture.check("--base", "auto")
        #expect(run.findings == [Self.old])
        #expect(run.errors.contains("everything is reported"))
        #expect(try fixture.check("--base", "HEAD").findings.isEmpty)
        let unborn = try GitFixture()
        #expect(try unborn.check("--base", "auto").status == 2)
    }

    @Test func `histories without a common commit are compared at their tips`() throws {
        let fixture = try fixture()
        try fixture.git("checkout", "--quiet", "--orphan", "other")
        try fixture.commit(message: "another beginning")
        let run = try fixture.check("--base", "main")
        #expect(run.findings.isEmpty)
        #expect(run.errors.contains("compared with the tip of `main`"))
        let unknown = try fixture.check("--base", "gone")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("`gone` names no commit"))
    }
}

/// Where `--base auto` finds its commit.
@Suite struct AutomaticBaseTests {
    private func fixture() throws -> GitFixture {
        let fixture = try GitFixture(files: ["old.yaml": Manifest.pod("nginx:latest")])
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.commit(["new.yaml": Manifest.pod("nginx")])
        try fixture.git("update-ref", "refs/remotes/origin/main", "main")
        return fixture
    }

    private static let new = ["new.yaml:7:14 [image-untagged]"]
    private static let all = new + ["old.yaml:7:20 [image-latest-tag]"]

    private func findings(
        _ fixture: GitFixture, _ variables: [String: String]
    ) throws -> (findings: [String], errors: String) {
        let run = try fixture.sluice(["check", "--base", "auto"], with: variables)
        return (run.findings, run.errors)
    }

    @Test(arguments: [
        ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"],
        ["GITEA_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"],
        [
            "GITLAB_CI": "1", "CI_MERGE_REQUEST_IID": "1",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        ],
        ["TF_BUILD": "True", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main"],
        ["BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_DESTINATION_COMMIT": "main"],
        ["JENKINS_URL": "https://ci.example.org", "CHANGE_TARGET": "main"],
        ["GITLAB_CI": "1", "CI_COMMIT_BEFORE_SHA": "main"],
    ])
    func `each CI system names the base`(variables: [String: String]) throws {
        let found = try findings(try fixture(), variables)
        #expect(found.findings == Self.new, "\(found.errors)")
    }

    @Test func `the event of a push names the base`() throws {
        let fixture = try fixture()
        let before = try fixture.git("rev-parse", "main")
        try fixture.home.write("event.json", #"{"before": "\#(before)", "forced": false}"#)
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push",
            "GITHUB_EVENT_PATH": fixture.home.path + "/event.json",
        ]
        #expect(try findings(fixture, variables).findings == Self.new)
        try fixture.home.write(
            "event.json", #"{"before": "\#(String(repeating: "0", count: 40))"}"#)
        let first = try findings(fixture, variables)
        #expect(first.findings == Self.all)
        #expect(first.errors.contains("everything is reported: GitHub Actions names no commit"))
        try fixture.home.write(
            "event.json", #"{"before": "\#(String(repeating: "1", count: 40))"}"#)
        let forced = try findings(fixture, variables)
        #expect(forced.findings == Self.all)
        #expect(forced.errors.contains("this clone has no commit to compare with"))
    }

    @Test func `without a CI system the upstream branch is the base`() throws {
        let fixture = try fixture()
        #expect(try findings(fixture, [:]).findings == Self.all)
        try fixture.git("config", "remote.origin.url", "https://example.org/x")
        try fixture.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
        try fixture.git("branch", "--quiet", "--set-upstream-to=origin/main")
        #expect(try findings(fixture, [:]).findings == Self.new)
        try fixture.git("checkout", "--quiet", "--detach")
        try fixture.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
        #expect(try findings(fixture, [:]).findings == Self.new)
    }

    @Test(arguments: [1, 2])
    func `a shallow checkout of a trial merge is compared if it has the parents`(depth: Int)
        throws
    {
        let fixture = try fixture()
        try fixture.git("checkout", "--quiet", "main")
        try fixture.git("merge", "--quiet", "--no-ff", "--no-edit", "change")
        let merge = try fixture.git("rev-parse", "HEAD")
        let clone = GitFixture(at: "clone", in: fixture.home)
        try fixture.git(
            ["clone", "--quiet", "--depth=\(depth)", "file://\(fixture.path)", clone.path],
            at: fixture.home.path)
        let found = try findings(
            clone,
            [
                "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
                "GITHUB_SHA": merge, "GITHUB_BASE_REF": "release",
            ])
        #expect(found.findings == (depth == 1 ? Self.all : Self.new), "\(found.errors)")
        #expect(found.errors.contains("everything is reported") == (depth == 1))
    }
}

/// The rule `guardrail-weakened`, against changes that switch the check off.
@Suite struct GuardTests {
    private static let weakened = "new.yaml:7:20 [guardrail-weakened]"
    private static let fault = "new.yaml:7:20 [image-latest-tag]"

    private func findings(
        of files: [String: String], _ arguments: [String] = []
    ) throws -> ProgramRun {
        let fixture = try GitFixture(files: ["old.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.commit(["new.yaml": Manifest.pod("nginx:latest")])
        try fixture.commit(files)
        return try fixture.sluice(["check", "--base", "main"] + arguments)
    }

    @Test(arguments: [
        "rules: { image-latest-tag: off }", "exclude: [new.yaml]",
        "rules: { image-latest-tag: { ignore: [{ path: new.yaml, reason: later }] } }",
    ])
    func `a change cannot hide its findings by its own configuration`(text: String) throws {
        let files = [".sluice.yaml": "version: 1\n\(text)\n"]
        let run = try findings(of: files)
        #expect(run.findings.sorted() == [Self.weakened, Self.fault], "\(run.errors)")
        #expect(run.status == 1)
        #expect(try findings(of: files, ["--config-from", "head"]).findings.isEmpty)
    }

    @Test func `the option no-ignores does not hide weakened guardrails`() throws {
        let files = [".sluice.yaml": "version: 1\nrules: { image-latest-tag: off }\n"]
        let run = try findings(of: files, ["--no-ignores"])
        #expect(run.findings.sorted() == [Self.weakened, Self.fault], "\(run.errors)")
    }

    @Test func `a comment that the change adds to suppress a finding is reported`() throws {
        let pod = Manifest.pod("nginx:latest").replacing(
            "    - image", with: "    # sluice: ignore[image-latest-tag] later\n    - image")
        let files = ["new.yaml": pod]
        let run = try findings(of: files)
        #expect(run.findings == ["new.yaml:8:20 [guardrail-weakened]"], "\(run.errors)")
        #expect(run.status == 0)
        #expect(try findings(of: files, ["--strict"]).status == 1)
    }

    @Test func `strict checks fail for gaps in protected environments`() throws {
        let configuration = """
            version: 1
            environments:
              - { name: production, paths: ["prod/**"], protected: true }
              - { name: test, paths: ["test/**"] }

            """
        let fixture = try GitFixture(files: [
            ".sluice.yaml": configuration, "test/web.yaml": Manifest.pod("nginx:${TAG}"),
        ])
        #expect(try fixture.check("--strict").status == 0)
        try fixture.commit(["prod/web.yaml": Manifest.pod("nginx:${TAG}")])
        #expect(try fixture.check().status == 0)
        let run = try fixture.check("--strict")
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        try fixture.commit([
            ".sluice.yaml": "profile: guardrails\n" + configuration,
            "test/web.yaml": Manifest.pod("nginx:${TAG}"),
        ])
        #expect(try fixture.check("--rule", "image-latest-tag").status == 1)
    }

    @Test func `a change cannot hide its findings by its own baseline`() throws {
        let fixture = try GitFixture(files: ["old.yaml": Manifest.pod("nginx:latest")])
        let update = ["--baseline", "baseline.json", "--update-baseline", "--accept-new"]
        #expect(try fixture.sluice(["check"] + update).status == 0)
        try fixture.commit()
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.commit(["new.yaml": Manifest.pod("nginx:latest")])
        #expect(try fixture.sluice(["check"] + update).status == 0)
        try fixture.commit()
        let run = try fixture.check("--base", "main", "--baseline", "baseline.json")
        #expect(run.findings.sorted() == [Self.weakened, Self.fault], "\(run.errors)")
        #expect(run.errors.contains("1 in the baseline"))
    }
}
