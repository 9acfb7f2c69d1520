import Foundation
import TestSupport
import Testing

/// `sluice update --pull-requests`: a forge's API, and a remote over HTTP.
@Suite struct AutomationRequestTests {
    /// An automation that pushes to `updates`, on a server beside a forge.
    private struct Scene {
        let automation: AutomationScene
        let forge: FakeGitea
        let git: HTTPGitServer
        var remote: GitFixture { automation.remote }

        init(files: [String: String] = [:]) async throws {
            automation = try AutomationScene(
                git: "\n    push: { branch: updates }", files: files)
            forge = try await FakeGitea()
            let home = automation.clone.home.path
            let folder = "\(home)/served"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/org", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/org/fleet.git",
                withDestinationPath: automation.remote.path)
            try automation.remote.git("config", "http.receivepack", "true")
            git = try HTTPGitServer(folder: folder)
            try automation.clone.git(
                "remote", "set-url", "origin", "http://127.0.0.1:\(git.port)/org/fleet.git")
            try automation.clone.home.write(
                ".gitconfig",
                """
                [credential]
                    helper = "!f() { echo username=\(HTTPGitServer.user); \
                echo 'password=\(HTTPGitServer.password)'; }; f"
                """)
        }

        func arguments(forge kind: String = "gitea") -> [String] {
            [
                "update", "--tags", "../tags.json", "--remote", "origin", "--pull-requests",
                "--forge", kind, "--forge-url", "http://127.0.0.1:\(forge.port)/api/v1",
            ]
        }

        static let token = ["SLUICE_FORGE_TOKEN": FakeGitea.token]

        func update(
            _ words: String..., with variables: [String: String] = token,
            forge kind: String = "gitea"
        ) throws -> ProgramRun {
            try automation.clone.sluice(
                arguments(forge: kind) + words,
                with: ["SOURCE_DATE_EPOCH": "1700000000"].merging(variables) { $1 })
        }

        /// Kills a run as soon as `isReached` is true.
        func kill(when isReached: () -> Bool) throws {
            let clone = automation.clone
            let program = try RunningProgram(
                [BuiltProgram.path] + arguments(), at: clone.path,
                environment: clone.environment.merging(Self.token) { $1 })
            while program.isRunning, !isReached() { usleep(500) }
            program.kill()
        }

        func branches() throws -> [String] {
            try remote.git("for-each-ref", "--format=%(refname:short)", "refs/heads")
                .split(separator: "\n").map(String.init)
        }
    }

    private static let row =
        "| `ghcr.io/org/web` | `ghcr.io/org/web:1.0.0` | `ghcr.io/org/web:1.1.0` | "
        + "`apps/web.yaml:7` |"

    @Test func `the branch is proposed in one pull request, and nothing twice`() async throws {
        let scene = try await Scene()
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(
            run.output.hasSuffix("pull request created: http://forge.example/org/fleet/pulls/1\n"))
        let entry = try #require(scene.forge.entries.first)
        #expect(entry.title == "Update flux-system/images")
        #expect(entry.branch == "updates" && entry.base == "main")
        #expect(entry.body.contains("| Image | From | To | Place |\n"))
        #expect(entry.body.contains(Self.row), "\(entry.body)")
        #expect(entry.body.hasPrefix("<!-- sluice: update"))
        let writes = scene.forge.writes

        let again = try scene.update("--output", "json")
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        let url = "http://forge.example/org/fleet/pulls/1"
        #expect(
            again.output.contains(
                "{\"outcome\":\"unchanged\",\"reason\":null,\"url\":\"\(url)\"}"))
        #expect(scene.forge.writes == writes)
        #expect(!(run.output + run.errors + again.output).contains(FakeGitea.token))
        try await scene.forge.stop()
    }

    @Test func `a newer version refreshes it in place`() async throws {
        let scene = try await Scene()
        _ = try scene.update()
        let key = try #require(scene.forge.entries.first?.body.split(separator: "\n").first)
        try scene.automation.setTags(["web": ["1.2.0"]])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("pull request updated: "))
        let entry = try #require(scene.forge.entries.last)
        #expect(entry.number == 1)
        #expect(entry.body.contains("`ghcr.io/org/web:1.0.0` | `ghcr.io/org/web:1.2.0`"))
        #expect(!entry.body.hasPrefix(key))
        try await scene.forge.stop()
    }

    @Test func `it is closed when the base has all of it`() async throws {
        let scene = try await Scene()
        _ = try scene.update()
        let text = try scene.automation.text(on: "updates")
        try scene.automation.pushFromElsewhere(["apps/web.yaml": text + "\n"])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("pull request closed: "), "\(run.output)")
        let entry = try #require(scene.forge.entries.first)
        #expect(entry.state == "closed")
        #expect(entry.comments == ["`main` has all of this already."])
        let writes = scene.forge.writes
        #expect(try scene.update().status == 0)
        #expect(scene.forge.writes == writes)
        // It may be proposed again: nobody declined it.
        try scene.automation.pushFromElsewhere(
            ["apps/web.yaml": text.replacing("1.1.0", with: "1.0.0") + "\n"])
        #expect(try scene.update().status == 0)
        #expect(scene.forge.entries.map(\.state) == ["closed", "open"])
        try await scene.forge.stop()
    }

    @Test func `a merged branch has none until there is something new`() async throws {
        let scene = try await Scene()
        _ = try scene.update()
        try scene.remote.git("update-ref", "refs/heads/main", "refs/heads/updates")
        scene.forge.merge(1)
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(!run.output.contains("pull request"), "\(run.output)")
        try scene.automation.setTags(["web": ["1.2.0"]])
        #expect(try scene.update().status == 0)
        #expect(scene.forge.entries.map(\.state) == ["closed", "open"])
        #expect(scene.forge.entries[1].body.contains("`ghcr.io/org/web:1.1.0` | "))
        try await scene.forge.stop()
    }

    @Test func `a run that ended after the push is finished by the next`() async throws {
        let scene = try await Scene()
        #expect(
            try scene.automation.clone.sluice(
                ["update", "--tags", "../tags.json", "--remote", "origin"]
            ).status == 0)
        #expect(try scene.branches() == ["main", "updates"])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("nothing to commit"))
        let entry = try #require(scene.forge.entries.first)
        #expect(entry.title == "Update flux-system/images")
        #expect(entry.body.contains(Self.row), "\(entry.body)")
        try await scene.forge.stop()
    }

    /// A state of the world after which a run is killed.
    enum Step: CaseIterable {
        case start
        case branch
        case request
    }

    @Test(arguments: Step.allCases)
    func `a run that is killed after a step is finished by the next`(_ step: Step) async throws {
        let scene = try await Scene()
        try scene.kill {
            switch step {
            case .start: true
            case .branch:
                FileManager.default.fileExists(atPath: "\(scene.remote.path)/refs/heads/updates")
            case .request: !scene.forge.entries.isEmpty
            }
        }
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(scene.forge.entries.map(\.state) == ["open"])
        #expect(scene.forge.entries.first?.body.contains(Self.row) == true)
        #expect(try scene.remote.git("rev-list", "--count", "main..updates") == "1")
        try await scene.forge.stop()
    }

    @Test func `two runs at once end in one pull request`() async throws {
        let scene = try await Scene()
        let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
            let (arguments, clone) = (scene.arguments(), scene.automation.clone)
            for _ in 0..<2 { group.addTask { try clone.sluice(arguments, with: Scene.token) } }
            return try await group.reduce(into: [ProgramRun]()) { $0.append($1) }
        }
        for run in runs { #expect(run.status == 0, "\(run.output)\(run.errors)") }
        #expect(scene.forge.entries.map(\.state) == ["open"])
        #expect(try scene.remote.git("rev-list", "--count", "main..updates") == "1")
        try await scene.forge.stop()
    }

    @Test func `what somebody declined is not pushed again, and a newer version is`()
        async throws
    {
        let scene = try await Scene()
        _ = try scene.update()
        scene.forge.close(1)
        let stays = try scene.update()
        #expect(stays.status == 0, "\(stays.output)\(stays.errors)")
        #expect(stays.output.contains("pull request declined: "))
        try scene.remote.git("branch", "--quiet", "-D", "updates")
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.contains("somebody closed http://forge.example/org/fleet/pulls/1"))
        #expect(try scene.branches() == ["main"])
        #expect(scene.forge.entries.count == 1)

        try scene.automation.setTags(["web": ["1.2.0"]])
        let newer = try scene.update()
        #expect(newer.status == 0, "\(newer.output)\(newer.errors)")
        #expect(scene.forge.entries.map(\.state) == ["closed", "open"])
        #expect(try scene.branches() == ["main", "updates"])
        try await scene.forge.stop()
    }

    @Test func `a dry run needs no token and asks nobody`() async throws {
        let scene = try await Scene()
        let run = try scene.update("--dry-run", with: [:])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("pull request: would be opened at org/fleet"))
        #expect(try scene.branches() == ["main"])
        #expect(scene.forge.entries.isEmpty)
        try await scene.forge.stop()
    }

    @Test func `without a token nothing is written`() async throws {
        let scene = try await Scene()
        let run = try scene.update(with: [:])
        #expect(run.status == 1)
        #expect(run.output.contains("SLUICE_FORGE_TOKEN"), "\(run.output)")
        #expect(try scene.branches() == ["main"])
        try await scene.forge.stop()
    }

    @Test func `a remote that is on no forge gets its branch alone`() throws {
        let scene = try AutomationScene(git: "\n    push: { branch: updates }")
        let run = try scene.update("--pull-requests")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("no pull request: `origin` is not on a forge\n"))
    }

    @Test func `an automation that pushes to what it checks out needs none`() throws {
        let scene = try AutomationScene()
        let run = try scene.update("--pull-requests")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(!run.output.contains("pull request"))
    }

    @Test func `GitLab opens it by the options of the push, without a token`() async throws {
        let scene = try await Scene()
        try scene.remote.git("config", "receive.advertisePushOptions", "true")
        let hook = "\(scene.remote.path)/hooks/pre-receive"
        try scene.automation.clone.home.writeProgram(
            "pre-receive", "#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION > options\n")
        try? FileManager.default.removeItem(atPath: hook)
        try FileManager.default.moveItem(
            atPath: "\(scene.automation.clone.home.path)/pre-receive", toPath: hook)
        let run = try scene.update(with: [:], forge: "gitlab")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("pull request: asked for with the push\n"))
        let options = try String(
            contentsOf: URL(filePath: "\(scene.remote.path)/options"), encoding: .utf8)
        #expect(options.contains("=merge_request.create\n"))
        #expect(options.contains("=merge_request.target=main\n"))
        #expect(options.contains("=merge_request.title=Update flux-system/images\n"))
        #expect(options.contains("ghcr.io/org/web:1.1.0"))
        let again = try scene.update(with: [:], forge: "gitlab")
        #expect(again.status == 0)
        #expect(again.output.contains("nothing was pushed, so GitLab was not asked again"))
        try await scene.forge.stop()
    }

    @Test func `a branch with commits of others is proposed whole`() async throws {
        let scene = try await Scene()
        _ = try scene.update()
        try scene.automation.pushFromElsewhere(["NOTES.md": "mine\n"], to: "updates")
        try scene.automation.pushFromElsewhere(["README.md": "news\n"])
        try scene.automation.setTags(["web": ["1.2.0"]])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("on top of what it holds"))
        let body = try #require(scene.forge.entries.first?.body)
        #expect(body.contains("`ghcr.io/org/web:1.0.0` | `ghcr.io/org/web:1.2.0`"), "\(body)")
        let writes = scene.forge.writes
        #expect(try scene.update().status == 0)
        #expect(scene.forge.writes == writes)
        try await scene.forge.stop()
    }

    @Test func `automations that share a branch share the pull request`() async throws {
        let scene = try await Scene(files: [
            "flux-system/second.yaml": AutomationScene.automation(
                "second", git: "\n    push: { branch: updates }"
            ).replacing("./apps", with: "./more"),
            "more/web.yaml": Manifest.podFollowing("web"),
        ])
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let entry = try #require(scene.forge.entries.first)
        #expect(scene.forge.entries.count == 1)
        #expect(entry.title == "Update flux-system/second")
        #expect(entry.body.contains(Self.row), "\(entry.body)")
        #expect(entry.body.contains("`more/web.yaml:7`"))
        let writes = scene.forge.writes
        #expect(try scene.update().status == 0)
        #expect(scene.forge.writes == writes)
        try await scene.forge.stop()
    }

    @Test func `a forge that fails does not undo the push, and is asked again`() async throws {
        let scene = try await Scene()
        let run = try scene.update(with: ["SLUICE_FORGE_TOKEN": "wr0ng-t0ken"])
        #expect(run.status == 1)
        // Whether it was declined is asked before anything is written.
        #expect(try scene.branches() == ["main"])
        #expect(!(run.output + run.errors).contains("wr0ng"))
        scene.forge.refuseCreation(true)
        let half = try scene.update()
        #expect(half.status == 1)
        #expect(half.output.contains("no pull request yet: "), "\(half.output)")
        #expect(try scene.branches() == ["main", "updates"])
        scene.forge.refuseCreation(false)
        #expect(try scene.update().status == 0)
        #expect(scene.forge.entries.count == 1)
        try await scene.forge.stop()
    }

    @Test(arguments: [
        (["--no-push", "--pull-requests"], "--pull-requests goes without --no-push"),
        (["--forge", "gitea"], "--forge and --forge-url go with --pull-requests"),
        (["--in-place", "--pull-requests"], "with --in-place no automation runs"),
    ])
    func `options that contradict each other are refused`(
        _ arguments: [String], _ message: String
    ) throws {
        let scene = try AutomationScene()
        let run = try scene.clone.sluice(["update", "--tags", "../tags.json"] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
