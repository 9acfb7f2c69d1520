import CheckPipeline
import Foundation
import Rules
import SourceText
import TestSupport
import Testing
import Triage

/// One small repository below `rules/examples/<rule>`, and the findings that a check has to report.
struct RuleExample: Sendable, CustomTestStringConvertible {
    let rule: String
    /// Whether the rule has to stay silent.
    let isGood: Bool
    let folder: URL

    var testDescription: String { "\(rule): \(folder.lastPathComponent)" }

    static let all: [RuleExample] = ["good", "bad"].flatMap { kind in
        folders(in: examples).flatMap { rule in
            folders(in: rule.appending(path: kind)).map {
                RuleExample(rule: rule.lastPathComponent, isGood: kind == "good", folder: $0)
            }
        }
    }

    static let examples = PackageFolder.url.appending(path: "rules/examples")

    private static func folders(in folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter { $0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }

    var golden: Golden { Golden(folder.appending(path: "expected.txt")) }

    var repository: [String: [UInt8]] {
        get throws { try files(below: folder).filter { $0.key != "expected.txt" } }
    }
}

/// One finding as a line of a report, with the parts that a change elsewhere in a file moves.
struct FoundLine: Hashable, Sendable, CustomStringConvertible {
    var path: String
    var line: Int
    let column: Int
    /// `severity: message [rule-id]`.
    var text: String

    var description: String { "\(path):\(line):\(column): \(text)" }

    /// The directory with the files before a change, in an example about a change.
    static let base = "before/"

    /// The tags that registries listed, for a rule that needs them.
    static let tags = "tags.json"

    /// The findings of a check of the files, in report order.
    static func lines(in files: [String: [UInt8]]) async throws -> [FoundLine] {
        let check = try RepositoryCheck(for: files)
        let before = files.filter { $0.key.hasPrefix(Self.base) }
        let snapshot = Snapshot(
            files: files.filter { !$0.key.hasPrefix(Self.base) && $0.key != tags })
        let report =
            before.isEmpty
            ? try await check.report(on: snapshot)
            : try await check.report(
                on: snapshot,
                comparedWith: Comparison(
                    base: Snapshot(
                        files: Dictionary(
                            uniqueKeysWithValues: before.map {
                                (String($0.key.dropFirst(Self.base.count)), $0.value)
                            }))))
        return report.findings.map { reported in
            let finding = reported.finding
            return FoundLine(
                path: finding.location.path, line: reported.region.start.line,
                column: reported.region.start.column,
                text: "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]")
        }
    }
}
