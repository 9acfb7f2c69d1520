import Foundation
import TestSupport
import Testing

/// The selections of image-reflector-controller 1.2.0, asked through manifests and JSON.
@Suite struct PolicyConformanceTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Member: Codable {
            let range: String?
            let order: String?
        }
        struct Filter: Codable {
            let pattern: String?
            let extract: String?
        }

        let name: String
        let policy: [String: Member]
        let filterTags: Filter?
        let tags: [String]
        let ambiguous: Bool?
        let selected: String?
        let errorKind: String?
        let acceptableSelected: [String]?
        let acceptableErrorKinds: [String]?

        var testDescription: String { name }

        /// JSON is YAML as well.
        var specification: String {
            get throws {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                func text(_ value: some Encodable) throws -> String {
                    String(decoding: try encoder.encode(value), as: UTF8.self)
                }
                let filter = try filterTags.map { "\nfilterTags: \(try text($0))" } ?? ""
                return "policy: \(try text(policy))\(filter)"
            }
        }
    }

    static let vectors: [Vector] = (try? ConformanceTable.cases(in: "policy.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.vectors.count == 128)
    }

    @Test(arguments: vectors)
    func `the selected tag is that of Flux`(_ vector: Vector) async throws {
        let manifest = PolicyExplanationTests.manifest(try vector.specification)
        let policy = try #require(
            await PolicyExplanationTests.answer(in: ["a.yaml": manifest], tags: vector.tags).first)
        if vector.ambiguous == true {
            let acceptable = (vector.acceptableSelected ?? []) + (vector.acceptableErrorKinds ?? [])
            #expect(acceptable.contains(policy.selected ?? policy.error?.kind ?? ""))
        } else {
            #expect(policy.selected == vector.selected)
            #expect(policy.error?.kind == vector.errorKind)
        }
        #expect(policy.tags.map(\.tag) == vector.tags)
        #expect((policy.selected == nil) == (policy.error != nil))
    }
}
