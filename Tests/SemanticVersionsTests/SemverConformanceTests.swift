import SemanticVersions
import TestSupport
import Testing

/// Expectations computed by Masterminds/semver 3.5.0.
@Suite struct SemverConformanceTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let constraint: String
        let versions: [String]
        let constraintValid: Bool
        let satisfying: [String]?
        let invalidVersions: [String]?
        let fluxInvalidVersions: [String]?
        let canonical: [String: String]?
        let sorted: [String]?

        var testDescription: String { name }
    }

    static let cases: [Case] = (try? ConformanceTable.cases(in: "semver.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.cases.count == 134)
    }

    @Test(arguments: cases)
    func `versions parse and sort as in Go`(_ test: Case) {
        let parsed = test.versions.compactMap { try? Version($0) }
        let valid = Set(parsed.map(\.text))
        #expect(test.versions.filter { !valid.contains($0) } == test.invalidVersions ?? [])
        let refused = test.versions.filter { (try? Version(candidate: $0)) == nil }
        #expect(refused == test.fluxInvalidVersions ?? [])
        for version in parsed {
            #expect(version.canonicalText == test.canonical?[version.text] ?? version.text)
        }
        // By index among equals, because `sorted` is not documented as stable.
        let sorted = parsed.enumerated().sorted {
            ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset)
        }
        #expect(sorted.map(\.element.text) == test.sorted ?? [])
    }

    @Test(arguments: cases)
    func `constraints accept the same versions as in Go`(_ test: Case) throws {
        let constraint = try? VersionConstraint(test.constraint)
        #expect((constraint != nil) == test.constraintValid)
        guard let constraint else { return }
        let versions = test.versions.compactMap { try? Version($0) }
        let satisfying = versions.filter(constraint.isSatisfied)
        #expect(satisfying.map(\.text) == test.satisfying ?? [])
        for version in versions {
            let isSatisfied = constraint.isSatisfied(by: version)
            #expect(constraint.refusals(of: version).isEmpty == isSatisfied)
        }
    }
}
