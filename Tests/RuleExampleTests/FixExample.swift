import CheckPipeline
import Configuration
import Fixes
import Foundation
import Rules
import SourceText
import TagSnapshots
import TestSupport
import Testing
import Triage

/// One small repository below `rules/examples/<rule>/fix`, before and after the rule's fixes.
struct FixExample: Sendable, CustomTestStringConvertible {
    let rule: String
    let folder: URL

    var testDescription: String { "\(rule): \(folder.lastPathComponent)" }

    /// Whether only `--unsafe-fixes` changes anything.
    var isUnsafe: Bool { folder.lastPathComponent.hasPrefix("unsafe-") }

    static let all: [FixExample] = folders(in: RuleExample.examples).flatMap { rule in
        folders(in: rule.appending(path: "fix")).map {
            FixExample(rule: rule.lastPathComponent, folder: $0)
        }
    }

    private static func folders(in folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter { $0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }

    var before: [String: [UInt8]] {
        get throws { try files(below: folder.appending(path: "before")) }
    }

    var after: [String: [UInt8]] {
        get throws { try files(below: folder.appending(path: "after")) }
    }

    func record(_ files: [String: [UInt8]]) throws {
        let after = folder.appending(path: "after")
        try? FileManager.default.removeItem(at: after)
        for (path, bytes) in files {
            let url = after.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
    }
}

extension FixPlan {
    /// The fixes of all findings in some files, notes included.
    init(
        for files: [String: [UInt8]], includesUnsafe: Bool, rule: String? = nil
    ) async throws {
        let check = try RepositoryCheck(for: files)
        let request = FixRequest(
            includesUnsafe: includesUnsafe, minimumSeverity: .note,
            admits: { rule == nil || $0.finding.rule == rule },
            judge: { try await check.report(on: $0) })
        let manifests = files.filter { $0.key != FoundLine.tags }
        self = try await check.plan(for: request, in: Snapshot(files: manifests))
    }

    func applied(to files: [String: [UInt8]]) -> [String: [UInt8]] {
        files.merging(self.files.map { ($0.path, $0.after) }) { $1 }
    }
}

extension RepositoryCheck {
    /// A check with all rules, and with the tags of the example if it has some.
    init(for files: [String: [UInt8]]) throws {
        self.init(
            rules: allRules, workerCount: 1,
            acceptances: AcceptanceOptions(today: CalendarDay("2026-01-31")),
            tags: try files[FoundLine.tags].map { try TagSnapshot(json: $0) } ?? .empty)
    }
}
