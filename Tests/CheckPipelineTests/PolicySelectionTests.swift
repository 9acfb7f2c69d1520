import CheckPipeline
import Rules
import SourceText
import TagSnapshots
import TestSupport
import Testing
import Triage

/// Changes of the tags that policies select from known ones.
@Suite struct PolicySelectionTests {
    private static func policy(_ range: String, of repository: String = "web") -> String {
        """
        # Which web runs.
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system }
        spec:
          imageRepositoryRef: { name: \(repository) }
          policy: { semver: { range: '\(range)' } }
        """
    }

    private static func repository(_ name: String, _ image: String) -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: \(name), namespace: flux-system }
        spec: { image: '\(image)', interval: 5m }
        """
    }

    private static let files = [
        "policy.yaml": policy("1.x"), "web.yaml": repository("web", "ghcr.io/org/web"),
        "other.yaml": repository("other", "ghcr.io/org/other"),
    ]

    private func changes(
        _ changed: [String: String?], tags: [String] = ["1.0.0", "1.4.0", "2.1.0"]
    ) async throws -> [SelectionChange] {
        func snapshot(_ files: [String: String]) -> Snapshot {
            Snapshot(files: files.mapValues { Array($0.utf8) })
        }
        var check = RepositoryCheck(rules: allRules, workerCount: 1)
        check.tags = try TagSnapshot(
            ["ghcr.io/org/web", "ghcr.io/org/other"].map {
                ScannedImage(name: $0, time: "2026-01-30T12:00:00Z", tags: tags)
            })
        let files = Self.files.merging(changed.compactMapValues(\.self)) { $1 }
            .filter { changed[$0.key] != .some(nil) }
        let report = try await check.report(
            on: snapshot(files), comparedWith: Comparison(base: snapshot(Self.files)))
        return report.selectionChanges
    }

    private func change(
        _ former: String?, _ selected: String?, path: String = "policy.yaml"
    ) -> SelectionChange {
        SelectionChange(
            policy: "flux-system/web", path: path, line: 4, former: former, selected: selected)
    }

    @Test func `another selected tag is a change`() async throws {
        let found = try await changes(["policy.yaml": Self.policy(">=1.0.0")])
        #expect(found == [change("ghcr.io/org/web:1.4.0", "ghcr.io/org/web:2.1.0")])
    }

    @Test func `a policy that no longer selects a tag is a change`() async throws {
        let lost = try await changes(["policy.yaml": Self.policy("3.x")])
        #expect(lost == [change("ghcr.io/org/web:1.4.0", nil)])
        let none = try await changes(["policy.yaml": Self.policy("4.x")], tags: ["0.1.0"])
        #expect(none.isEmpty)
    }

    @Test func `another image is a change`() async throws {
        let expected = [change("ghcr.io/org/web:1.4.0", "ghcr.io/org/other:1.4.0")]
        #expect(
            try await changes(["policy.yaml": Self.policy("1.x", of: "other")]) == expected)
        #expect(
            try await changes(["web.yaml": Self.repository("web", "ghcr.io/org/other")])
                == expected)
    }

    @Test func `a moved policy is not a change`() async throws {
        let moved = try await changes(["policy.yaml": nil, "moved.yaml": Self.policy("1.x")])
        #expect(moved.isEmpty)
    }

    @Test(
        arguments: [
            // The same tag by another range.
            ["policy.yaml": policy("1.4.x")],
            // No list of tags.
            ["web.yaml": repository("web", "ghcr.io/org/third")],
            // A policy that was not there, and one that is gone.
            ["policy.yaml": nil],
            ["new.yaml": policy("2.x").replacing("web,", with: "new,")],
        ] as [[String: String?]])
    func `an equal or unknown selection is not a change`(_ changed: [String: String?]) async throws
    {
        #expect(try await changes(changed).isEmpty)
    }
}
