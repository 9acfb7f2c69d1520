import Foundation
import TestSupport
import Testing

/// `sluice fetch`: clones of linked repositories in the cache, and what checks make of them.
@Suite struct FetchTests {
    private static let configuration = """
        version: 1
        repositories:
          - url: https://github.com/org/fleet

        """

    /// A repository with a marker, and the fleet that Git finds at the URL of GitHub.
    private struct Fleet {
        let apps: GitFixture
        let fleet: GitFixture

        init() throws {
            apps = try GitFixture(files: [
                ".sluice.yaml": FetchTests.configuration,
                "web.yaml": Manifest.podFollowing("web"),
            ])
            fleet = try GitFixture(files: ["web.yaml": Manifest.policy("api")])
            try "[url \"file://\(fleet.path)\"]\n  insteadOf = https://github.com/org/fleet\n"
                .write(
                    toFile: "\(apps.home.path)/.gitconfig", atomically: true, encoding: .utf8)
        }
    }

    @Test func `a check reads what was fetched last, by commit`() throws {
        let fleet = try Fleet()
        let before = try fleet.apps.check()
        #expect(before.errors.contains("run `sluice fetch`"))
        let fetched = try fleet.apps.sluice(["fetch"])
        #expect(fetched.status == 0)
        #expect(fetched.output.hasPrefix("https://github.com/org/fleet: `"))
        let linked = try fleet.apps.check()
        #expect(linked.findings.contains { $0.hasSuffix("[marker-policy-missing]") })
        try fleet.fleet.commit(["web.yaml": Manifest.policy("web")])
        #expect(try fleet.apps.check().output == linked.output)
        #expect(try fleet.apps.sluice(["fetch"]).status == 0)
        let after = try fleet.apps.check()
        #expect(!after.findings.contains { $0.hasSuffix("[marker-policy-missing]") })
    }

    @Test(arguments: [
        ("/etc", "only https and ssh URLs are fetched"),
        ("file:///etc/x", "only https and ssh URLs are fetched"),
        ("oci://ghcr.io/org/fleet", "only https and ssh URLs are fetched"),
        ("https://user:word@example.org/a/b", "a password belongs to Git's helpers"),
    ])
    func `other places are not fetched`(_ url: String, _ words: String) throws {
        let apps = try GitFixture(files: [
            ".sluice.yaml": "version: 1\nrepositories:\n  - url: \(url)\n"
        ])
        let run = try apps.sluice(["fetch"])
        #expect(run.status == 2)
        #expect(run.errors.contains(words))
        #expect(!run.errors.contains("user:word"))
    }

    @Test func `several processes fetch one after the other, and a broken clone is made anew`()
        async throws
    {
        let fleet = try Fleet()
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<3 {
                group.addTask { try fleet.apps.sluice(["fetch"]).status }
            }
            for try await status in group { #expect(status == 0) }
        }
        let clones = "\(fleet.apps.home.path)/.cache/sluice/repositories"
        let names = try FileManager.default.contentsOfDirectory(atPath: clones)
            .filter { $0 != "lock" }
        #expect(names.count == 1)
        let name = try #require(names.first)
        try FileManager.default.removeItem(atPath: "\(clones)/\(name)/objects")
        #expect(try fleet.apps.check().errors.contains("run `sluice fetch`"))
        #expect(try fleet.apps.sluice(["fetch"]).status == 0)
        let after = try fleet.apps.check()
        #expect(!after.errors.contains("run `sluice fetch`"))
    }
}
