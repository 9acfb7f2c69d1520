import Foundation
import RepositoryCheck
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// What a part of a repository tells of an edit, next to what the whole does.
@Suite struct EditPreviewTests {
    private static let check = RepositoryCheck(rules: allRules, workerCount: 1)

    private func files(_ example: String) throws -> [String: [UInt8]] {
        try TestSupport.files(below: PackageFolder.url.appending(path: "examples/\(example)"))
    }

    /// What is said of a file, and where in it.
    ///
    /// Findings about a whole directory wait for the check of the whole repository.
    private func claims(_ findings: [ReportedFinding], of path: String) -> [String] {
        findings.filter {
            $0.finding.location.path == path && $0.finding.rule != "directory-unapplied"
        }
        .map { "\($0.region.start.line): \($0.finding.message)" }.sorted()
    }

    private func settled(_ live: LiveRepository) async throws -> SettledRepository {
        SettledRepository(live, try await live.checked())
    }

    /// Every file loses one line after the other, or some of them.
    @Test(arguments: ["faulty", "healthy"])
    func aPreviewSaysOfTheEditedFileWhatTheWholeDoes(_ example: String) async throws {
        let files = try files(example)
        let live = try await LiveRepository(Snapshot(files: files), by: Self.check)
        let settled = try await settled(live)
        var count = 0
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where live.isConcerned(by: path)
        {
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            var known: EditPreview?
            for line in stride(from: count % 6, to: lines.count, by: 6) {
                var rest = lines
                rest.remove(at: line)
                var edited = live
                try edited.edit(path, to: Array(rest.joined(separator: [0x0A])))
                let outcome = try #require(
                    await EditPreview.findings(in: edited, since: settled, knowing: known))
                known = outcome.preview
                let whole = try await edited.checked().report.findings
                #expect(
                    claims(outcome.findings, of: path) == claims(whole, of: path),
                    "\(path) without line \(line + 1)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    @Test func aRenamedPolicyIsMissedByMarkersOfOtherFiles() async throws {
        let files = try files("healthy")
        let live = try await LiveRepository(Snapshot(files: files), by: Self.check)
        let path = "images/production/policies.yaml"
        let text = String(decoding: try #require(files[path]), as: UTF8.self)
        var edited = live
        try edited.edit(path, to: Array(text.replacing("name: ", with: "name: new-").utf8))
        let outcome = try #require(
            await EditPreview.findings(in: edited, since: settled(live), knowing: nil))
        let rules = outcome.findings.filter { $0.finding.location.path != path }
            .map(\.finding.rule)
        #expect(rules.contains("marker-namespace-mismatch"), "\(rules)")
    }

    @Test func anEditOfTheConfigurationConcernsEverything() async throws {
        let live = try await LiveRepository(Snapshot(files: files("healthy")), by: Self.check)
        var edited = live
        try edited.edit(".sluice.yaml", to: Array("version: 1\n".utf8))
        #expect(
            await EditPreview.findings(in: edited, since: try settled(live), knowing: nil) == nil)
    }
}
