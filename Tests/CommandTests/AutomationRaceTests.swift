import Foundation
import TestSupport
import Testing

/// Automations whose branches move while they run, and automations that are killed.
@Suite struct AutomationRaceTests {
    /// Runs a line of shell in the remote, once, before the first push reaches it.
    private func once(_ line: String, in scene: AutomationScene) throws {
        try scene.clone.home.writeProgram(
            "clone/.git/hooks/pre-push",
            """
            #!/bin/sh
            [ -e '\(scene.clone.home.path)/raced' ] && exit 0
            : > '\(scene.clone.home.path)/raced'
            unset GIT_DIR; cd '\(scene.remote.path)' && \(line)
            """)
    }

    @Test func `edits are made again on a commit that was pushed meanwhile`() throws {
        let scene = try AutomationScene()
        let text = Manifest.podFollowing("web").replacing("name: web", with: "name: renamed")
        let theirs = try scene.pushFromElsewhere(["apps/web.yaml": "# moved\n" + text])
        try scene.remote.git("branch", "theirs", theirs)
        try scene.remote.git("update-ref", "refs/heads/main", "main~1")
        try once("git update-ref refs/heads/main refs/heads/theirs", in: scene)
        let run = try scene.update()
        #expect(run.status == 0, "\(run.output)")
        #expect(try scene.remote.git("rev-parse", "main~1") == theirs)
        #expect(try scene.text() + "\n" == "# moved\n" + text.replacing("1.0.0", with: "1.1.0"))
    }

    @Test func `nothing is left to commit where the same edit was pushed meanwhile`() throws {
        let scene = try AutomationScene()
        let text = Manifest.podFollowing("web").replacing("web:1.0.0", with: "web:1.1.0")
        let theirs = try scene.pushFromElsewhere(["apps/web.yaml": text])
        try scene.remote.git("branch", "theirs", theirs)
        try scene.remote.git("update-ref", "refs/heads/main", "main~1")
        try once("git update-ref refs/heads/main refs/heads/theirs", in: scene)
        let run = try scene.update()
        #expect(run.status == 0)
        #expect(run.output.contains("nothing to commit to `main`"))
        #expect(try scene.remote.git("rev-parse", "main") == theirs)
    }

    @Test func `an update continues from a branch that was rewritten meanwhile`() throws {
        let scene = try AutomationScene()
        let tree = try scene.remote.git("rev-parse", "main^{tree}")
        let rewritten = try scene.clone.git("commit-tree", "-m", "anew", tree)
        try scene.clone.git("push", "--quiet", "origin", "\(rewritten):refs/heads/rewritten")
        try once("git update-ref refs/heads/main refs/heads/rewritten", in: scene)
        #expect(try scene.update().status == 0)
        #expect(try scene.remote.git("rev-parse", "main~1") == rewritten)
    }

    @Test func `a branch that was deleted meanwhile is not created again`() throws {
        let scene = try AutomationScene()
        try once("git update-ref -d refs/heads/main", in: scene)
        let run = try scene.update()
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("failed: `origin` has no branch `main`\n"))
        #expect(throws: GitFixture.Failure.self) {
            try scene.remote.git("rev-parse", "--verify", "refs/heads/main")
        }
    }

    // MARK: Many at once

    /// Eight automations, each with its own directory and policy.
    @Test func `every update of eight engines is pushed once`() async throws {
        let engines = 8
        let updates = LongTests.areWanted ? 25 : 3
        var files: [String: String] = [:]
        for engine in 0..<engines {
            files["flux-system/a\(engine).yaml"] = AutomationScene.automation("a\(engine)")
                .replacing("./apps", with: "./apps\(engine)")
            files["flux-system/p\(engine).yaml"] = AutomationScene.policy("p\(engine)")
            files["apps\(engine)/app.yaml"] = Manifest.podFollowing("p\(engine)")
        }
        let scene = try AutomationScene(files: files)
        let before = try scene.remote.git("rev-parse", "main")
        let clones = try (0..<engines).map { engine in
            let clone = GitFixture(at: "engine\(engine)", in: scene.clone.home)
            try clone.git(
                ["clone", "--quiet", "file://\(scene.remote.path)", clone.path],
                at: scene.clone.home.path)
            return clone
        }
        await withTaskGroup(of: Void.self) { group in
            for (engine, clone) in clones.enumerated() {
                group.addTask(executorPreference: OwnThreads.shared) {
                    for number in 1...updates {
                        Self.update(clone, engine: engine, to: "1.0.\(number)")
                    }
                }
            }
        }
        let log = try scene.remote.git("log", "--reverse", "--format=%B", "\(before)..main")
        for engine in 0..<engines {
            let changes = log.split(separator: "\n").filter { $0.contains("/p\(engine):") }
            let expected = (1...updates).map { number in
                let old = number == 1 ? "web:1.0.0" : "p\(engine):1.0.\(number - 1)"
                return "- ghcr.io/org/\(old) -> ghcr.io/org/p\(engine):1.0.\(number)"
            }
            #expect(changes.map(String.init) == expected)
        }
        #expect(
            try scene.remote.git("rev-list", "--count", "\(before)..main") == "\(engines * updates)"
        )
        #expect(try scene.remote.git("rev-list", "--count", "--min-parents=2", "main") == "0")
        try scene.remote.git("fsck", "--strict")
    }

    private static func update(_ clone: GitFixture, engine: Int, to tag: String) {
        do {
            let tags = "tags\(engine).json"
            try clone.home.write(
                tags,
                """
                {"schema": 1, "images": [{"image": "ghcr.io/org/p\(engine)",
                 "time": "2026-01-01T00:00:00Z", "tags": ["\(tag)"]}]}
                """)
            let run = try clone.sluice([
                "update", "--tags", "../\(tags)", "--automation", "flux-system/a\(engine)",
            ])
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        } catch {
            Issue.record(error)
        }
    }

    // MARK: Power failures

    @Test func `an update that is killed leaves the branch old or new`() throws {
        let scene = try AutomationScene()
        let start = ContinuousClock.now
        #expect(try scene.update().status == 0)
        // Until a little after the end of an undisturbed run.
        let duration = Double((ContinuousClock.now - start).milliseconds) / 1000 * 1.2
        var tip = try scene.remote.git("rev-parse", "main")
        for moment in 1...(LongTests.areWanted ? 100 : 20) {
            try scene.setTags(["web": ["2.0.\(moment)"]])
            let victim = try RunningProgram(
                [BuiltProgram.path, "update", "--tags", "../tags.json"], at: scene.clone.path,
                environment: scene.clone.environment)
            Thread.sleep(forTimeInterval: Double.random(in: 0...duration))
            victim.kill()
            // A program that it has started may still be running.
            Thread.sleep(forTimeInterval: 0.1)
            let now = try scene.remote.git("rev-parse", "main")
            if now != tip {
                #expect(try scene.remote.git("rev-parse", "main~1") == tip)
                #expect(try scene.text().contains("web:2.0.\(moment)"))
            }
            tip = now
        }
        for repository in [scene.clone, scene.remote] { try repository.git("fsck", "--strict") }
        try scene.setTags(["web": ["3.0.0"]])
        let next = try scene.update()
        #expect(next.status == 0, "\(next.output)")
        #expect(try scene.remote.git("rev-parse", "main~1") == tip)
        #expect(try scene.text().contains("web:3.0.0"))
        #expect(try scene.clone.git("for-each-ref", "refs/sluice") == "")
        #expect(try scene.clone.git("status", "--porcelain", "--untracked-files=no") == "")
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
