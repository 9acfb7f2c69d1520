import CheckPipeline
import Foundation
import LanguageServer
import RepositoryLinking
import Rules
import SourceText
import Synchronization
import TestSupport
import Testing
import Triage

/// A repository whose files change in an editor and on disk.
@Suite struct LiveRepositoryTests {
    private static let check = RepositoryCheck(rules: allRules, workerCount: 1)

    private static func pod(_ image: String) -> [UInt8] { Array(Manifest.pod(image).utf8) }

    private func rules(in live: LiveRepository) async throws -> [String] {
        try await live.checked().report.findings.map(\.finding.rule)
    }

    @Test func `an edit applies until it is taken back`() async throws {
        var live = try await LiveRepository(
            Snapshot(files: ["a.yaml": Self.pod("nginx:1.27.3")]), by: Self.check)
        try live.edit("a.yaml", to: Self.pod("nginx"))
        #expect(try await rules(in: live) == ["image-untagged"])
        try live.edit("a.yaml", to: nil)
        #expect(try await rules(in: live) == [])
    }

    @Test func `a new file applies until its document is closed`() async throws {
        var live = try await LiveRepository(Snapshot(files: [:]), by: Self.check)
        try live.edit("a.yaml", to: Self.pod("nginx"))
        try live.edit("README.md", to: Self.pod("nginx"))
        #expect(try await rules(in: live) == ["image-untagged"])
        #expect(live.isConcerned(by: "a.yaml") && !live.isOnDisk("a.yaml"))
        try live.edit("a.yaml", to: nil)
        #expect(try await rules(in: live) == [])
    }

    private static func fleet(_ text: String) throws -> OtherRepositories {
        var others = OtherRepositories()
        others.add("https://github.com/org/fleet", name: "fleet", place: "/clones/fleet") {
            Snapshot(files: ["flux/web.yaml": Array(text.utf8)])
        }
        return others
    }

    @Test func `other repositories are linked, and read again`() async throws {
        let marked = ["web.yaml": Array(Manifest.podFollowing("web").utf8)]
        let texts = Mutex([Manifest.policy("web") + "---\n" + Manifest.pod("nginx")])
        var live = try await LiveRepository(Snapshot(files: marked), by: Self.check) { _ in
            try Self.fleet(texts.withLock { $0[0] })
        }
        let model = try await live.checked().model
        #expect(model.policyLinks.policies.map(\.path) == ["fleet:/flux/web.yaml"])
        // What is wrong there is for a check there.
        #expect(try await rules(in: live) == [])
        try live.edit("web.yaml", to: Array(Manifest.pod("nginx").utf8))
        #expect(try await rules(in: live) == ["image-untagged"])
        try live.edit("web.yaml", to: nil)
        texts.withLock { $0 = [Manifest.policy("other")] }
        #expect(try await live.refresh(from: Snapshot(files: marked)))
        #expect(try await live.checked().model.policyLinks.policies.map(\.name).count == 1)
        #expect(try await rules(in: live) == ["marker-policy-missing"])
    }

    @Test func `files of other repositories are opened where they are`() throws {
        let others = try Self.fleet("")
        #expect(others.place(ofFile: "web.yaml") == "web.yaml")
        #expect(others.place(ofFile: "fleet:/flux/web.yaml") == "/clones/fleet/flux/web.yaml")
    }

    @Test func `a file that is too large is not checked`() async throws {
        var live = try await LiveRepository(
            Snapshot(files: ["a.yaml": Self.pod("nginx")]), by: Self.check)
        let blank = [UInt8](repeating: 0x20, count: 17 << 20)
        try live.edit("a.yaml", to: Self.pod("nginx") + blank)
        let report = try await live.checked().report
        #expect(report.findings.isEmpty)
        #expect(report.notChecked.map(\.path) == ["a.yaml"])
    }

    @Test(arguments: [
        (["a.yaml": pod("nginx:1.27.3")], false), (["a.yaml": pod("nginx")], true),
        (["a.yaml": pod("nginx:1.27.3"), "b.yaml": pod("nginx:1.27.3")], true), ([:], true),
        (["a.yaml": pod("nginx:1.27.3"), ".sluice.yaml": Array("version: 1\n".utf8)], true),
    ]) func `only other contents are a change`(
        _ files: [String: [UInt8]], _ isChange: Bool
    )
        async throws
    {
        var live = try await LiveRepository(
            Snapshot(files: ["a.yaml": Self.pod("nginx:1.27.3")]), by: Self.check)
        #expect(try await live.refresh(from: Snapshot(files: files)) == isChange)
        let expected = try await Self.check.report(on: Snapshot(files: files)).findings
        #expect(try await rules(in: live) == expected.map(\.finding.rule))
    }

    @Test func `an edited file keeps its edit when the disk changes`() async throws {
        var live = try await LiveRepository(
            Snapshot(files: ["a.yaml": Self.pod("nginx:1.27.3")]), by: Self.check)
        try live.edit("a.yaml", to: Self.pod("nginx"))
        let disk = ["a.yaml": Self.pod("nginx:1.28.0"), "b.yaml": Self.pod("nginx:latest")]
        #expect(try await live.refresh(from: Snapshot(files: disk)))
        #expect(try await rules(in: live) == ["image-untagged", "image-latest-tag"])
        try live.edit("a.yaml", to: nil)
        #expect(try await rules(in: live) == ["image-latest-tag"])
    }

    @Test func `an edited configuration applies`() async throws {
        var live = try await LiveRepository(
            Snapshot(files: ["a.yaml": Self.pod("nginx")]), by: Self.check)
        try live.edit(
            ".sluice.yaml", to: Array("version: 1\nrules: { image-untagged: off }\n".utf8))
        #expect(try await rules(in: live) == [])
        try live.edit(".sluice.yaml", to: Array("version: 1\nrule: {}\n".utf8))
        await #expect(throws: (any Error).self) { try await live.checked() }
        try live.edit(".sluice.yaml", to: nil)
        #expect(try await rules(in: live) == ["image-untagged"])
    }

    @Test func `a fix is tried on the edited text`() async throws {
        let example = PackageFolder.url.appending(
            path: "rules/examples/marker-misspelled/fix/upper-case/before")
        let files = try files(below: example)
        var live = try await LiveRepository(Snapshot(files: files), by: Self.check)
        for (path, bytes) in files where live.isConcerned(by: path) {
            try live.edit(path, to: Array("# edited\n".utf8) + bytes)
        }
        let findings = try await live.checked().report.findings.filter { $0.finding.fix != nil }
        #expect(!findings.isEmpty)
        for finding in findings { #expect(try await live.canFix(finding)) }
    }
}
