import Explanations
import Reports
import TestSupport
import Testing

@Suite struct RangeExplanationTests {
    struct Answer: Decodable {
        struct Tag: Decodable {
            let tag: String
            let satisfies: Bool
            let reason: String?
        }
        let valid: Bool
        let error: Fault?
        let tags: [Tag]
    }

    /// The results of Masterminds/semver 3.5.0, and the versions that the reflector accepts.
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let constraint: String
        let versions: [String]
        let constraintValid: Bool
        let satisfying: [String]?
        let fluxInvalidVersions: [String]?

        var testDescription: String { "\(name) \(constraint)" }
    }

    static let vectors: [Vector] = (try? ConformanceTable.cases(in: "semver.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.vectors.count == 134)
    }

    @Test(arguments: vectors)
    func `a range accepts the same versions as in Flux`(_ vector: Vector) throws {
        let explanation = RangeExplanation(of: vector.constraint, tags: vector.versions)
        let answer = try decoded(Answer.self, explanation)
        #expect(answer.valid == vector.constraintValid)
        #expect(explanation.isValid == vector.constraintValid)
        #expect((answer.error == nil) == vector.constraintValid)
        #expect(answer.tags.map(\.tag) == (vector.constraintValid ? vector.versions : []))
        let invalid = Set(vector.fluxInvalidVersions ?? [])
        #expect(
            answer.tags.filter(\.satisfies).map(\.tag)
                == (vector.satisfying ?? []).filter { !invalid.contains($0) })
        #expect(answer.tags.allSatisfy { ($0.reason == nil) == $0.satisfies })
    }

    @Test func `the document has exactly the published keys`() {
        #expect(
            json(RangeExplanation(of: "1.x", tags: ["1.0.0", "2.0.0"])) == #"""
                {"command":"explain range","error":null,"schema":1,"tags":[\#
                {"reason":null,"satisfies":true,"tag":"1.0.0"},\#
                {"reason":"`2.0.0` is not below 2.0.0 (`1.x`)","satisfies":false,"tag":"2.0.0"}],\#
                "tool":{"name":"sluice","version":"1.2.3"},"valid":true}

                """#)
    }

    @Test func `the fault in a range is marked`() throws {
        let explanation = RangeExplanation(of: ">=1.a", tags: ["1.0.0"])
        let answer = try decoded(Answer.self, explanation)
        #expect(answer.error?.offset == 3)
        #expect(explanation.text(in: .plain).hasSuffix("\n  >=1.a\n     ^\n"))
    }

    @Test(arguments: [
        (">=1.0.0 <2.0.0", "versions from 1.0.0, below 2.0.0 (no pre-releases)"),
        ("~1.2", "versions from 1.2.0, below 1.3.0 (no pre-releases)"),
        (">1.2.3 <=1.4.0", "versions above 1.2.3, up to 1.4.0 (no pre-releases)"),
        ("=1.2.3", "versions equal to 1.2.3 (no pre-releases)"),
        ("!=1.2.3", "versions below 1.2.3, or above 1.2.3 (no pre-releases)"),
        ("!=1.2.x", "versions below 1.2.0, or from 1.3.0 (no pre-releases)"),
        (">=1.0.0-0", "versions from 1.0.0 and its pre-releases (pre-releases too)"),
        ("<1 >2", "no version, as the comparisons exclude each other"),
        (
            "1.x || 3.x",
            "versions from 1.0.0, below 2.0.0 (no pre-releases); or versions from 3.0.0, "
                + "below 4.0.0 (no pre-releases)"
        ),
    ])
    func `a range is described in words`(_ range: String, _ words: String) {
        #expect(RangeExplanation(of: range).text(in: .plain).contains("takes  \(words)\n"))
    }
}
