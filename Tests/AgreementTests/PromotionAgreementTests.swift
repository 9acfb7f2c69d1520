import Audit
import CheckPipeline
import Configuration
import Explanations
import Foundation
import Reports
import Rules
import SourceText
import TagSnapshots
import TestSupport
import Testing
import Triage

/// `check`, `audit` and `explain` say the same of how far environments are.
@Suite struct PromotionAgreementTests {
    private struct Audited: Decodable {
        struct Promotion: Decodable {
            let image: String
            let environment: String
            let source: String
            let state: String
            let message: String
            let promoted: Bool
        }
        struct Image: Decodable {
            let image: String?
            let environments: [String]
            let path: String
            let line: Int
        }
        let promotions: [Promotion]
        let images: [Image]
    }

    private struct Explained: Decodable {
        struct Image: Decodable {
            struct Promotion: Decodable, Hashable {
                let environment: String
                let state: String
                let message: String
            }
            let promotions: [Promotion]
        }
        let images: [Image]
    }

    private static let tool = ToolIdentity(name: "sluice", version: "1.2.3")

    private static let rules = [
        "rebuilt": "promotion-digest-differs", "ahead": "promotion-skipped",
    ]

    @Test func `commands agree about every example of promotion`() async throws {
        var states: Set<String> = []
        for rule in Self.rules.values {
            for kind in ["bad", "good"] {
                let folder = PackageFolder.url.appending(path: "rules/examples/\(rule)/\(kind)")
                for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                    states.formUnion(try await compare(folder.appending(path: name)))
                }
            }
        }
        #expect(states == ["same", "rebuilt", "behind", "ahead", "different", "unknown"])
    }

    private func compare(_ folder: URL) async throws -> [String] {
        var files = try files(below: folder).filter { path, _ in path != "expected.txt" }
        let tags = try files.removeValue(forKey: "tags.json").map { try TagSnapshot(json: $0) }
        let snapshot = Snapshot(files: files)
        let check = RepositoryCheck(rules: allRules, workerCount: 1, tags: tags ?? .empty)
        let checked = try await check.checked(snapshot)
        let json = AuditAccount(of: checked).rendered(as: .json, by: Self.tool)
        let audit = try JSONDecoder().decode(Audited.self, from: Data(json.utf8))

        let found = checked.report.findings.map(\.finding).filter {
            Self.rules.values.contains($0.rule)
        }.map { "\($0.rule) \($0.topic.image ?? "") \($0.environments)" }
        let expected = audit.promotions.filter(\.promoted).compactMap { state in
            Self.rules[state.state].map { "\($0) \(state.image) [\"\(state.environment)\"]" }
        }
        #expect(found.sorted() == expected.sorted(), "\(folder.path)")

        for state in audit.promotions {
            try await compare(state, with: audit.images, check, snapshot)
        }
        return audit.promotions.map(\.state)
    }

    /// Each place that says what one of the two environments runs is explained alike.
    private func compare(
        _ state: Audited.Promotion, with images: [Audited.Image], _ check: RepositoryCheck,
        _ snapshot: Snapshot
    ) async throws {
        let places = images.filter { image in
            image.image == state.image
                && [state.environment, state.source].contains(where: image.environments.contains)
        }
        #expect(places.count > 1)
        for place in places {
            let file = try await check.checkedFile(at: place.path, in: snapshot)
            let address = try #require(PlaceAddress("\(place.path):\(place.line)"))
            let json = try PlaceExplanation(of: address, in: file)
                .rendered(as: .json, by: Self.tool, in: .plain)
            let answer = try JSONDecoder().decode(Explained.self, from: Data(json.utf8))
            let told = Set(answer.images.flatMap(\.promotions))
            let expected = Explained.Image.Promotion(
                environment: state.environment, state: state.state, message: state.message)
            #expect(told.contains(expected), "\(place.path):\(place.line)")
        }
    }
}
