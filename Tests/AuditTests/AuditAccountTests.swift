import Audit
import CheckPipeline
import Foundation
import Testing

/// The contents of an audit, read from its JSON.
@Suite struct AuditAccountTests {
    private struct Answer: Decodable {
        struct Image: Decodable, Equatable {
            let image: String?
            let tag: String?
            let environments: [String]
            let overridden: Bool
            let templated: Bool
            let path: String
            let line: Int
            let markers: [String]
            let policies: [String]
            let unfollowedPolicies: [String]
            let findings: [String]
        }

        struct Overlap: Decodable, Equatable {
            let first: [String]
            let second: [String]
            let tag: String?
        }

        struct Promotion: Decodable, Equatable {
            struct Build: Decodable, Equatable {
                let tag: String?
                let digest: String?
            }
            let image: String
            let environment: String
            let source: String
            let state: String
            let message: String
            let promoted: Bool
            let builds: [Build]
            let sourceBuilds: [Build]
        }

        struct Finding: Decodable {
            let fingerprint: String
            let rule: String
        }

        let environments: [String]
        let images: [Image]
        let promotions: [Promotion]
        let overlaps: [Overlap]
        let findings: [Finding]
        let policies: Int
    }

    private func answer(
        of files: [String: String], paths: ReportPaths = .all
    ) async throws -> Answer {
        let audit = try await AuditFiles.audit(of: files, paths: paths)
        let json = AuditFiles.rendered(audit, as: .json)
        return try JSONDecoder().decode(Answer.self, from: Data(json.utf8))
    }

    /// A base, and two environments that build it; the second one sets the tag itself.
    private static let overlays = [
        "base/web.yaml": AuditFiles.deployment("ghcr.io/org/web:1.0.0"),
        "base/kustomization.yaml": AuditFiles.kustomization("resources: [web.yaml]"),
        "overlays/staging/kustomization.yaml": AuditFiles.kustomization("resources: [../../base]"),
        "overlays/production/kustomization.yaml": AuditFiles.kustomization(
            "resources: [../../base]\nimages: [{ name: ghcr.io/org/web, newTag: 0.9.0 }]"),
    ]

    @Test func `a base belongs to the environments that do not set its tag`() async throws {
        let answer = try await answer(of: Self.overlays)
        let places = answer.images.map { [$0.path, $0.tag ?? ""] + $0.environments }
        #expect(
            places == [
                ["base/web.yaml", "1.0.0", "staging"],
                ["overlays/production/kustomization.yaml", "0.9.0", "production"],
            ])
        #expect(answer.environments == ["staging", "production"])
        #expect(answer.images.allSatisfy { !$0.overridden })
    }

    @Test func `a patch takes the base out of its environment`() async throws {
        var files = Self.overlays
        files["overlays/production/patch.yaml"] = AuditFiles.deployment("ghcr.io/org/web:0.8.0")
        files["overlays/production/kustomization.yaml"] = AuditFiles.kustomization(
            "resources: [../../base]\npatches: [{ path: patch.yaml }]")
        let answer = try await answer(of: files)
        #expect(
            answer.images.map { [$0.tag ?? ""] + $0.environments }
                == [["1.0.0", "staging"], ["0.8.0", "production"]])
    }

    @Test func `an image that every environment sets is overridden`() async throws {
        var files = Self.overlays
        files["overlays/staging/kustomization.yaml"] = nil
        let answer = try await answer(of: files)
        #expect(answer.images.map(\.overridden) == [true, false])
        #expect(answer.images[0].environments.isEmpty)
    }

    @Test func `an image with a policy and without a marker is not followed`() async throws {
        let followed = "ghcr.io/org/web:1.0.0 # {\"$imagepolicy\": \"apps:web\"}"
        let answer = try await answer(of: [
            "a.yaml": AuditFiles.deployment(followed),
            "b.yaml": AuditFiles.deployment("ghcr.io/org/web:1.0.0"),
            "c.yaml": AuditFiles.deployment("ghcr.io/org/other:1.0.0"),
            "p.yaml": AuditFiles.policy("web", "1.x"),
            "r.yaml": AuditFiles.repository("ghcr.io/org/web"),
        ])
        #expect(answer.images.map(\.policies) == [["apps/web"], [], []])
        #expect(answer.images.map(\.markers) == [["apps:web"], [], []])
        #expect(answer.images.map(\.unfollowedPolicies) == [[], ["apps/web"], []])
        #expect(answer.images.map(\.line) == [9, 9, 9])
    }

    @Test func `an image has the findings at its own line`() async throws {
        let answer = try await answer(of: [
            "a.yaml": AuditFiles.deployment("nginx:latest"),
            "b.yaml": AuditFiles.deployment("nginx:1.27.0"),
        ])
        let finding = try #require(answer.findings.first { $0.rule == "image-latest-tag" })
        #expect(answer.images.map(\.findings) == [[finding.fingerprint], []])
    }

    @Test func `the tag that a template fills in is not known`() async throws {
        let answer = try await answer(of: ["a.yaml": AuditFiles.deployment("nginx:${tag}")])
        #expect(answer.images.map(\.tag) == [nil])
        #expect(answer.images.map(\.templated) == [true])
        #expect(answer.images.map(\.image) == ["docker.io/library/nginx"])
    }

    @Test func `paths narrow the images that are listed`() async throws {
        let answer = try await answer(of: Self.overlays, paths: ReportPaths(["overlays"]))
        #expect(answer.images.map(\.path) == ["overlays/production/kustomization.yaml"])
    }

    // MARK: Overlaps

    @Test(arguments: [
        ("1.x", "^1.4.0", "1.4.0", "ranges are resolved"),
        ("1.x", "2.x", nil, "no version is in both"),
        ("1.x", "1.x", nil, "written alike"),
    ]) func `policies of one image overlap`(
        _ first: String, _ second: String, _ tag: String?, _ reason: String
    ) async throws {
        let answer = try await answer(of: [
            "a.yaml": AuditFiles.policy("a", first), "b.yaml": AuditFiles.policy("b", second),
            "r.yaml": AuditFiles.repository("ghcr.io/org/web"),
        ])
        #expect(answer.policies == 2)
        #expect(answer.overlaps.count == (tag == nil ? 0 : 1), "\(reason)")
        if let tag {
            #expect(answer.overlaps == [.init(first: ["apps/a"], second: ["apps/b"], tag: tag)])
        }
    }

    @Test func `overlaps beyond the limit are not decided`() async throws {
        var files = ["r.yaml": AuditFiles.repository("ghcr.io/org/web")]
        for number in 100..<149 {
            files["\(number).yaml"] = AuditFiles.policy("p\(number)", "\(number).x")
        }
        let answer = try await answer(of: files)
        #expect(answer.overlaps.map(\.second) == [["apps/p148"]])
        #expect(answer.overlaps.map(\.tag) == [nil])
        #expect(answer.overlaps.map(\.first.count) == [48])
    }

    @Test(arguments: ["${registry}/web", "ghcr.io/org/other"])
    func `images that may differ are not compared`(_ other: String) async throws {
        let answer = try await answer(of: [
            "a.yaml": AuditFiles.policy("a", "1.x"),
            "b.yaml": AuditFiles.policy("b", ">=1.0.0", of: "other"),
            "r.yaml": AuditFiles.repository("ghcr.io/org/web"),
            "s.yaml": AuditFiles.repository(other, name: "other"),
        ])
        #expect(answer.overlaps.isEmpty)
    }

    // MARK: Promotion

    private static let promoting = overlays.merging([
        ".sluice.yaml": """
        version: 1
        environments:
          - { name: staging, paths: ["overlays/staging/**"] }
          - { name: production, paths: ["overlays/production/**"], promotesFrom: staging }
        """
    ]) { first, _ in first }

    @Test func `an environment is compared with the one that it promotes from`() async throws {
        let answer = try await answer(of: Self.promoting)
        #expect(
            answer.promotions == [
                Answer.Promotion(
                    image: "ghcr.io/org/web", environment: "production", source: "staging",
                    state: "behind",
                    message: "`production` is behind `staging`, which runs `1.0.0`",
                    promoted: false, builds: [.init(tag: "0.9.0", digest: nil)],
                    sourceBuilds: [.init(tag: "1.0.0", digest: nil)])
            ])
        #expect(try await self.answer(of: Self.overlays).promotions.isEmpty)
    }

    @Test func `the paths of an audit limit the promotions, too`() async throws {
        func promotions(_ path: String) async throws -> Int {
            try await answer(of: Self.promoting, paths: ReportPaths([path])).promotions.count
        }
        #expect(try await promotions("overlays/production") == 1)
        #expect(try await promotions("base") == 1)
        #expect(try await promotions("overlays/staging") == 0)
    }

    @Test func `text and page tell how far an environment is behind`() async throws {
        let audit = try await AuditFiles.audit(of: Self.promoting)
        let text = AuditFiles.rendered(audit, as: .text)
        #expect(text.contains("Promotion\n"))
        #expect(
            text.contains(
                #/behind +ghcr.io/org/web +production +0.9.0 +`production` is behind `staging`/#))
        let page = AuditFiles.rendered(audit, as: .html)
        #expect(page.contains(#"<section id="promotion">"#))
        #expect(page.contains(#"<span class="badge note">behind</span>"#))
        let without = try await AuditFiles.audit(of: Self.overlays)
        #expect(!AuditFiles.rendered(without, as: .text).contains("Promotion"))
        #expect(!AuditFiles.rendered(without, as: .html).contains(#"id="promotion""#))
    }
}
