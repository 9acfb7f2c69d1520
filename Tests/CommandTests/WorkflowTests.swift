import Foundation
import Synchronization
import TestSupport
import Testing

/// Files for CI systems: their steps run here as in CI.
@Suite struct WorkflowTests {
    private static func file(_ path: String) throws -> String {
        try String(contentsOf: PackageFolder.url.appending(path: path), encoding: .utf8)
    }

    /// A repository whose last commit, a merge of a pull request, brings a fault.
    private func pullRequest() throws -> GitFixture {
        let fixture = try GitFixture(files: ["old.yaml": Manifest.pod("nginx:latest")])
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.commit(["new.yaml": Manifest.pod("nginx")])
        try fixture.git("checkout", "--quiet", "main")
        try fixture.git("merge", "--quiet", "--no-ff", "--message", "trial", "change")
        return fixture
    }

    /// Runs the action's script with the variables of a job, and gives what it wrote for the job.
    private func action(
        _ inputs: [String: String] = [:], in fixture: GitFixture
    ) throws -> (run: ProgramRun, output: String, summary: String) {
        try fixture.home.write(
            "event.json", #"{"pull_request": {"number": 7, "base": {"sha": "0"}}}"#)
        for name in ["output", "summary"] { try fixture.home.write(name, "") }
        let home = fixture.home.path
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": fixture.path, "RUNNER_TEMP": home,
            "GITHUB_OUTPUT": "\(home)/output", "GITHUB_STEP_SUMMARY": "\(home)/summary",
            "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": "\(home)/event.json",
            "GITHUB_SHA": try fixture.git("rev-parse", "HEAD"), "GITHUB_BASE_REF": "main",
            "SLUICE_BASE": "auto", "SLUICE_FAIL_ON": "error", "SLUICE_STRICT": "false",
            "SLUICE_BASELINE": "", "SLUICE_TAGS": "", "SLUICE_DIRECTORY": ".",
            "SLUICE_UPLOAD": "true", "SLUICE_IMAGE": "image", "SLUICE_COMMENT": "false",
            "SLUICE_FORGE_TOKEN": "", "SLUICE_ONLY_IMAGE_UPDATES": "false",
        ].merging(inputs) { $1 }
        let run = try ProgramRun(
            "sh", ["-e", PackageFolder.url.appending(path: "ci/github-check").path], at: home,
            environment: fixture.environment.merging(variables) { $1 })
        return (run, try fixture.home.text(of: "output"), try fixture.home.text(of: "summary"))
    }

    @Test func `the action reports the findings that a pull request brings`() throws {
        let fixture = try pullRequest()
        try fixture.putSluiceOnPath()
        let (run, output, summary) = try action(in: fixture)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.findings == ["new.yaml:7:14 [image-untagged]"])
        #expect(summary.contains("image-untagged") && !summary.contains("image-latest-tag"))
        #expect(summary.contains("\n\n### Sluice: what this deploys\n"))
        let lines = output.split(separator: "\n")
        #expect(lines.last == "upload=true")
        let sarif = try #require(lines.first?.split(separator: "=").last)
        let text = try String(contentsOfFile: String(sarif), encoding: .utf8)
        let isThere = text.contains(#""ruleId":"image-untagged""#)
        #expect(isThere)
    }

    @Test(arguments: [("", "true"), ("# more\n", "false")])
    func `the action tells whether a change only updates images`(
        _ more: String, _ answer: String
    ) throws {
        let policies = """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: {name: web, namespace: flux-system}
            spec: {image: ghcr.io/org/web, interval: 5m}
            ---

            """ + Manifest.policy("web")
        let pod = Manifest.podFollowing("web")
        let fixture = try GitFixture(files: ["web.yaml": pod, "policies.yaml": policies])
        try fixture.commit()
        try fixture.git("checkout", "--quiet", "-b", "change")
        try fixture.commit(["web.yaml": pod.replacing("1.0.0", with: "1.0.1") + more])
        try fixture.git("checkout", "--quiet", "main")
        try fixture.git("merge", "--quiet", "--no-ff", "--message", "trial", "change")
        try fixture.putSluiceOnPath()
        let (run, output, summary) = try action(["SLUICE_ONLY_IMAGE_UPDATES": "true"], in: fixture)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(output.contains("only-image-updates=\(answer)\n"))
        #expect(summary.contains("1.0.0 → 1.0.1") && summary.contains("what this deploys"))
    }

    @Test func `the action reads a snapshot of tags`() throws {
        let fixture = try pullRequest()
        try fixture.putSluiceOnPath()
        let (run, _, _) = try action(["SLUICE_TAGS": "tags.json"], in: fixture)
        #expect(run.status == 2 && run.errors.contains("`tags.json`"))
    }

    @Test func `without code scanning the action annotates`() throws {
        let fixture = try pullRequest()
        try fixture.putSluiceOnPath()
        let inputs = ["SLUICE_UPLOAD": "false", "SLUICE_BASE": "", "SLUICE_FAIL_ON": "error"]
        let (run, output, summary) = try action(inputs, in: fixture)
        #expect(run.status == 1)
        #expect(run.output.contains("::error file=new.yaml,line=7,"))
        #expect(run.output.contains("::error file=old.yaml,"))
        #expect(!summary.contains("what this deploys"))
        #expect(output.hasSuffix("upload=false\n"))
    }

    @Test func `inputs are never run as commands`() throws {
        let fixture = try pullRequest()
        try fixture.putSluiceOnPath()
        let inputs = [
            "SLUICE_BASE": "$(touch ../ran); touch ../ran", "SLUICE_BASELINE": "`touch ../ran`",
        ]
        let (run, output, _) = try action(inputs, in: fixture)
        #expect(run.status == 2)
        #expect(!output.contains("sarif="))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/ran"))
        let texts = try ["action.yml", "ci/github-check"].map(Self.file)
        let scripts = texts[0].matches(of: /(?m)^ +run: (.*)$/).map(\.1) + [texts[1][...]]
        #expect(scripts.count == 2 && !scripts.contains { $0.contains("${{") })
    }

    /// The container gets no network and no right to write.
    @Test func `without the program a container is run`() throws {
        let fixture = try pullRequest()
        let docker = """
            #!/bin/sh
            echo "$@" > '\(fixture.home.path)/docker'
            while [ "$1" != image ]; do shift; done
            shift
            exec '\(BuiltProgram.path)' "$@"
            """
        try fixture.home.writeProgram("bin/docker", docker)
        let (run, _, summary) = try action(in: fixture)
        #expect(run.status == 1, "\(run.errors)")
        #expect(summary.contains("image-untagged"))
        let words = try fixture.home.text(of: "docker")
        #expect(words.hasPrefix("run --rm --network=none --read-only --cap-drop ALL --user "))
        #expect(words.contains(" --volume \(fixture.path):\(fixture.path):ro "))
    }

    @Test func `the action writes its summary as a comment, and fails for findings alone`()
        async throws
    {
        let bodies = Mutex<[String]>([])
        let server = try await ScriptedServer { request in
            if request.method == "POST" { bodies.withLock { $0.append(request.body) } }
            let body = request.target.hasSuffix("/user") ? #"{"login":"bot"}"# : "[]"
            return .answer(200, body, fields: ["Content-Type: application/json"])
        }
        let fixture = try pullRequest()
        try fixture.putSluiceOnPath()
        let place = "http://127.0.0.1:\(server.port)"
        try fixture.git("remote", "add", "origin", "\(place)/org/fleet.git")
        let inputs = [
            "SLUICE_COMMENT": "true", "SLUICE_FORGE_TOKEN": "s3cret", "GITHUB_SERVER_URL": place,
            "GITHUB_API_URL": "\(place)/api/v3",
        ]
        let (run, _, summary) = try action(inputs, in: fixture)
        #expect(run.status == 1, "\(run.errors)")
        #expect(
            server.requests.contains { $0.target == "/api/v3/repos/org/fleet/issues/7/comments" })
        #expect(bodies.withLock { $0.count } == 1)
        let body = bodies.withLock { $0.first ?? "" }
        #expect(body.contains("image-untagged") && body.contains("what this deploys"))
        #expect(summary.contains("image-untagged"))
        #expect(!(run.output + run.errors).contains("s3cret"))
        try await server.stop()
    }

    @Test(.enabled(if: Programs.has("shellcheck"), "shellcheck is not installed"))
    func `shell scripts pass shellcheck`() throws {
        let line =
            "grep -lE '^#!(/bin/sh|/usr/bin/env bash)' scripts/* hooks/* ci/* .ci/* | xargs shellcheck"
        let run = try ProgramRun(
            "sh", ["-c", line], at: PackageFolder.url.path,
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `the job of GitLab writes its report`() throws {
        let template = try Self.file("ci/gitlab.yml")
        let fixture = try pullRequest()
        let script = try #require(template.firstMatch(of: /script:\n +- (.+)\n/)?.1)
        try fixture.putSluiceOnPath()
        let head = try fixture.git("rev-parse", "HEAD~1")
        let run = try ProgramRun(
            "sh", ["-c", String(script)], at: fixture.path,
            environment: fixture.environment.merging([
                "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1",
                "CI_MERGE_REQUEST_DIFF_BASE_SHA": head,
            ]) { $1 })
        #expect(run.status == 1, "\(run.errors)")
        let report = try Data(
            contentsOf: URL(filePath: "\(fixture.path)/gl-code-quality-report.json"))
        let entries = try #require(JSONSerialization.jsonObject(with: report) as? [[String: Any]])
        #expect(entries.contains { $0["check_name"] as? String == "image-untagged" })
        #expect(template.contains("codequality: gl-code-quality-report.json"))
    }

    @Test func `the comment of GitLab has findings and what the change deploys`() throws {
        let template = try Self.file("ci/gitlab.yml")
        let pattern = /(?s)after_script:.*?- \|\n(.*?)\n  \w/
        let block = try #require(template.firstMatch(of: pattern)?.1)
        let fixture = try pullRequest()
        try fixture.home.writeProgram(
            "bin/sluice",
            """
            #!/bin/sh
            if [ "$1" = comment ]; then exec cat > '\(fixture.home.path)/comment'; fi
            exec '\(BuiltProgram.path)' "$@"
            """)
        try fixture.write("sluice.md", "### Findings\n")
        let variables = [
            "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1", "SLUICE_COMMENT": "true",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": try fixture.git("rev-parse", "HEAD~1"),
        ]
        for token in ["", "t"] {
            let run = try ProgramRun(
                "sh", ["-c", String(block)], at: fixture.path,
                environment: fixture.environment.merging(variables) { $1 }
                    .merging(["GITLAB_TOKEN": token]) { $1 })
            #expect(run.errors == "")
            let isThere = FileManager.default.fileExists(atPath: "\(fixture.home.path)/comment")
            #expect(isThere == !token.isEmpty)
        }
        let text = try fixture.home.text(of: "comment")
        #expect(text.hasPrefix("### Findings\n### Sluice: what this deploys\n"), "\(text)")
    }

    @Test(arguments: [
        ("gitlab", ".gitlab-ci.yml", "ci/gitlab.yml"),
        ("github", ".github/workflows/sluice.yaml", "docs/pull-requests.md"),
    ]) func `init writes the published workflow`(
        _ name: String, _ path: String, _ published: String
    ) throws {
        let fixture = try GitFixture()
        #expect(try fixture.sluice(["init", "--yes", "--workflow", name]).status == 0)
        let text = try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
        #expect(try Self.file(published).contains(text))
        #expect(!text.contains("${{"))
    }

    /// A tag can be moved to other code.
    @Test func `third-party actions are named by their commits`() throws {
        let texts = try ["action.yml", "docs/pull-requests.md"].map(Self.file)
        let uses = texts.flatMap { $0.matches(of: /uses: (\S+)/).map(\.1) }
        let others = uses.filter { !$0.hasPrefix("OWNER/sluice@") }
        #expect(others.count >= 2)
        #expect(others.allSatisfy { $0.contains(/@[0-9a-f]{40}$/) })
    }
}
