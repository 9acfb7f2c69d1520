import CheckPipeline
import Fixes
import ManifestFacts
import RepositoryLinking
import SourceText
import TestSupport
import Testing
import Triage

@testable import Rules

/// How fixes are tried, with a rule whose fixes follow the names of images.
@Suite struct FixPlanTests {
    /// Flags images whose name says what the fix does: `good`, `idle`, `broken`, `worse`, or some
    /// of `left` and `right`, of which each fix removes one.
    private struct Orders: Rule {
        static let definition = RuleDefinition(
            markdown: Array(
                """
                ---
                id: orders
                severity: warning
                since: 0.1.0
                fix: safe
                offline: true
                ---
                # orders

                An image is an order.
                """.utf8))

        private static let texts = [
            "good": "done", "left": "done", "right": "done", "idle": "idle # more", "broken": "[",
            "worse": "bad",
        ]

        func findings(in model: RepositoryModel) -> [Finding] {
            model.images.flatMap { image -> [Finding] in
                let words = image.fact.repository.text?.split(separator: "-").map(String.init) ?? []
                return words.filter { $0 != "done" }.map { word in
                    let rest = words.filter { $0 != word }.joined(separator: "-")
                    let text = rest.isEmpty ? Self.texts[word] : rest
                    return Finding(
                        rule: Self.definition.id, severity: .warning, message: word,
                        location: SourceLocation(path: image.path, span: image.fact.span),
                        subject: word,
                        fix: text.map { text in
                            let edit = TextEdit(span: image.fact.span, replacement: text)
                            return Fix(isSafe: true, description: text, edits: [edit])
                        })
                }
            }
        }
    }

    private static func pod(_ images: [String]) -> [UInt8] {
        let items = images.map { "  - image: \($0)\n" }.joined()
        return Array("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n\(items)".utf8)
    }

    private static func plan(
        _ files: [String: [String]],
        mayChange: @escaping (String, [UInt8]) -> Bool = { _, _ in true }
    ) async throws -> FixPlan {
        let check = RepositoryCheck(rules: [Orders()], workerCount: 1)
        let request = FixRequest(
            includesUnsafe: false, mayChange: mayChange, judge: { try await check.report(on: $0) })
        return try await check.plan(
            for: request, in: Snapshot(files: files.mapValues(pod)))
    }

    private static func after(_ plan: FixPlan) -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: plan.files.map { ($0.path, $0.after) })
    }

    @Test func `fixes of one value are made in several rounds`() async throws {
        let plan = try await Self.plan([
            "a.yaml": ["good", "left-right"], "b.yaml": ["right-left"],
        ])
        #expect(
            Self.after(plan) == [
                "a.yaml": Self.pod(["done", "done"]), "b.yaml": Self.pod(["done"]),
            ])
        #expect(plan.fixed.count == 5)
        #expect(plan.refused.isEmpty)
    }

    @Test(arguments: [
        ("idle", FixRefusal.ineffective), ("broken", .unreadable),
        ("worse", .brings(rule: "orders")),
    ])
    func `a bad fix does not prevent others`(_ order: String, _ reason: FixRefusal) async throws {
        let plan = try await Self.plan([
            "a.yaml": ["good"], "b.yaml": ["good", order, "good"], "c.yaml": ["good"],
        ])
        #expect(
            Self.after(plan) == [
                "a.yaml": Self.pod(["done"]), "b.yaml": Self.pod(["done", order, "done"]),
                "c.yaml": Self.pod(["done"]),
            ])
        #expect(plan.refused.map(\.reason) == [reason])
        #expect(plan.fixed.count == 4)
    }

    @Test func `a file that may not change stays`() async throws {
        let plan = try await Self.plan(["a.yaml": ["good"], "b.yaml": ["good"]]) { path, bytes in
            path == "b.yaml" && bytes == Self.pod(["good"])
        }
        #expect(Self.after(plan) == ["b.yaml": Self.pod(["done"])])
        #expect(plan.refused.map(\.reason) == [.otherVersion])
    }

    @Test func `the number of tried fixes is limited`() async throws {
        let images = (0..<120).flatMap { _ in ["idle", "good"] }
        let plan = try await Self.plan(["a.yaml": images])
        #expect(plan.refused.contains { $0.reason == .tooMany(limit: 200) })
        #expect(plan.refused.count + plan.fixed.count == images.count)
    }

    @Test func `files with equivalent paths are not changed`() async throws {
        let plan = try await Self.plan(["\u{E4}.yaml": ["good"]])
        #expect(plan.files.count == 1)
        let entries = ["a\u{308}.yaml", "\u{E4}.yaml"].map {
            SnapshotEntry(path: $0, mode: .file, blobID: nil)
        }
        let snapshot = Snapshot(origin: .worktree, entries: entries) { EqualFiles() }
        let check = RepositoryCheck(rules: [Orders()], workerCount: 1)
        let request = FixRequest(
            includesUnsafe: false, judge: { try await check.report(on: $0) })
        let refused = try await check.plan(for: request, in: snapshot)
        #expect(refused.files.isEmpty)
        #expect(!refused.refused.isEmpty)
        #expect(refused.refused.allSatisfy { $0.reason == .unreadable })
    }

    private final class EqualFiles: SnapshotReader {
        func bytes(
            of entry: SnapshotEntry, limit: Int
        ) throws(SnapshotReadError) -> [UInt8] { FixPlanTests.pod(["good"]) }
    }
}
