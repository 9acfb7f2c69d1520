import Foundation
import TestSupport
import Testing

/// Checks that use the reports of earlier runs: they say what a check without the cache says.
@Suite struct CacheTests {
    private func fixture() throws -> GitFixture {
        try GitFixture(
            files: [
                "apps/web.yaml": Manifest.pod("nginx:latest"),
                "apps/api.yaml": Manifest.pod("httpd"),
                "images/web.yaml": Manifest.policy("web"), "broken.yaml": "kind: [\n",
                "apps/marked.yaml": Manifest.podFollowing("missing"),
            ])
    }

    private static let formats = [
        "text", "compact", "json", "sarif", "github", "gitlab", "azure", "junit", "checkstyle",
        "rdjsonl", "markdown",
    ]

    @Test(arguments: formats)
    func `a report is the same with and without the cache`(_ format: String) throws {
        let fixture = try fixture()
        try fixture.write("apps/new.yaml", Manifest.pod("caddy"))
        try fixture.git("add", "apps/new.yaml")
        for arguments in [[], ["--rev", "HEAD"], ["--staged"], ["--staged", "--all"], ["apps"]] {
            let all = arguments + ["--output", format]
            let expected = try fixture.sluice(["check", "--no-cache"] + all)
            #expect(expected.status == 1, "\(expected.errors)")
            for round in 0..<4 {
                // Then the report is made of manifests that were parsed before.
                if round == 2 { try fixture.run("rm", "-r", ".git/sluice/cache") }
                let run = try fixture.sluice(["check"] + all)
                #expect(run.output == expected.output)
                #expect(run.errors == expected.errors)
                #expect(run.status == expected.status)
            }
        }
        #expect(try fixture.sluice(["cache", "status"]).output.contains(" report, "))
    }

    @Test func `the cache is shown and removed`() throws {
        let fixture = try fixture()
        _ = try fixture.check("--no-cache")
        let path = "\(fixture.path)/.git/sluice/cache"
        let manifests = "`\(fixture.path)/.git/sluice/manifests`: parsed manifests, "
        let empty = "`\(path)`: 0 reports, 0 bytes\n\(manifests)0 bytes\n"
        #expect(try fixture.sluice(["cache", "status"]).output == empty)
        _ = try fixture.check()
        let run = try fixture.sluice(["cache", "status"])
        #expect(run.output.hasPrefix("`\(path)`: 1 report, "))
        #expect(run.output.contains(manifests))
        #expect(!run.output.contains("\(manifests)0 bytes"))
        #expect(try fixture.sluice(["cache", "clear"]).status == 0)
        #expect(try fixture.sluice(["cache", "status"]).output == empty)
    }

    @Test func `an edit of the work tree is seen at once`() throws {
        let fixture = try fixture()
        for tag in ["latest", "1.2.3", "latest"] {
            try fixture.write("apps/web.yaml", Manifest.pod("nginx:\(tag)"))
            let found = try fixture.check("apps/web.yaml").findings.filter {
                $0.contains("image-latest-tag")
            }
            #expect(found.isEmpty == (tag != "latest"))
        }
    }

    @Test func `eight processes at once say what one says`() async throws {
        let fixture = try fixture()
        let expected = try fixture.check("--no-cache", "--output", "json")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: OwnThreads.shared) {
                    for _ in 0..<5 {
                        do {
                            let run = try fixture.check("--output", "json")
                            #expect(run.output == expected.output)
                            #expect(run.status == expected.status)
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        #expect(try fixture.sluice(["cache", "status"]).output.contains(": 1 report, "))
    }

    @Test func `runs at once that each parse something new say what one says`() async throws {
        let fixture = try fixture()
        let expected = try fixture.check("--no-cache", "--rule", "image-latest-tag")
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask(executorPreference: OwnThreads.shared) {
                    do {
                        for round in 0..<5 {
                            let tree = "apps/new-\(worker)-\(round).yaml"
                            try fixture.write(tree, Manifest.pod("nginx:1.\(worker).\(round)"))
                            let run = try fixture.check("--rule", "image-latest-tag")
                            #expect(run.findings == expected.findings)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
    }

    @Test func `a check that is killed leaves no wrong report`() throws {
        let fixture = try fixture()
        let expected = try fixture.check("--no-cache", "--output", "json")
        let start = ContinuousClock.now
        _ = try fixture.check()
        let duration = (ContinuousClock.now - start) / .seconds(1)
        for _ in 0..<(LongTests.areWanted ? 200 : 40) {
            _ = try fixture.sluice(["cache", "clear"])
            let program = try RunningProgram(
                [BuiltProgram.path, "check"], at: fixture.path, environment: fixture.environment)
            Thread.sleep(forTimeInterval: .random(in: 0...duration))
            program.kill()
            let run = try fixture.check("--output", "json")
            #expect(run.output == expected.output)
        }
    }
}
