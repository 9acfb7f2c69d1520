import SemanticVersions
import Testing

@Suite struct VersionConstraintTests {
    private static let candidates = [
        "0.9.0", "1.0.0-rc1", "1.0.0", "1.2.3", "1.3.0-alpha", "2.0.0-rc1", "2.0.0",
    ]

    /// Results of image-reflector-controller 1.2.0.
    @Test(arguments: [
        ("*", "0.9.0 1.0.0 1.2.3 2.0.0"), ("x.x.x", "0.9.0 1.0.0 1.2.3 2.0.0"),
        ("~0.0.0", "0.9.0 1.0.0 1.2.3 2.0.0"),
        (">=0.0.0-0", "0.9.0 1.0.0-rc1 1.0.0 1.2.3 1.3.0-alpha 2.0.0-rc1 2.0.0"),
        ("^1", "1.0.0 1.2.3"), ("1.x", "1.0.0 1.2.3"),
        ("1.x-0", "1.0.0-rc1 1.0.0 1.2.3 1.3.0-alpha"), ("1.0", "1.0.0"), (">1", "2.0.0"),
        (">1.0", "1.2.3 2.0.0"), ("<2", "0.9.0 1.0.0 1.2.3"),
        ("<2.0.0-0", "0.9.0 1.0.0-rc1 1.0.0 1.2.3 1.3.0-alpha"),
        ("<=2", "0.9.0 1.0.0 1.2.3 2.0.0"),
        (">=1.0.0-0 <2.0.0", "1.0.0-rc1 1.0.0 1.2.3 1.3.0-alpha 2.0.0-rc1"),
        ("1.0.0 - 2.0.0", "1.0.0 1.2.3 2.0.0"), ("^1 || ^2-0", "1.0.0 1.2.3 2.0.0-rc1 2.0.0"),
        ("!=1.x", "0.9.0 2.0.0"), ("^*", ""),
        // Excludes the releases of a series but not their pre-releases.
        ("!=1.0.x,>=0.0.0-0", "0.9.0 1.0.0-rc1 1.2.3 1.3.0-alpha 2.0.0-rc1 2.0.0"),
        ("!=1.0.x-rc1", "0.9.0 1.0.0 1.2.3 1.3.0-alpha 2.0.0-rc1 2.0.0"),
    ])
    func `ranges accept the same versions as Flux`(_ text: String, _ expected: String) throws {
        let constraint = try VersionConstraint(text)
        let satisfying = try Self.candidates.filter {
            constraint.isSatisfied(by: try Version($0))
        }
        #expect(satisfying.joined(separator: " ") == expected)
    }

    @Test(arguments: [
        ("", VersionConstraintError.Reason.emptyGroup, 0..<0),
        ("  ", .emptyGroup, 0..<2),
        ("^1 ||", .emptyGroup, 5..<5),
        ("==1.0.0", .unknownOperator("=="), 0..<2),
        ("^1, <> 2", .unknownOperator("<>"), 4..<6),
        ("^1,", .expectedVersion, 3..<3),
        (">", .expectedVersion, 1..<1),
        ("latest", .unexpectedCharacter("l"), 0..<1),
        ("1.2.3.4", .unexpectedCharacter("."), 5..<6),
        ("≥ 1", .unexpectedCharacter("≥"), 0..<3),
        ("^1 ,, ^2", .unexpectedCharacter(","), 4..<5),
        ("1.2x", .malformedNumber("2x"), 2..<4),
        ("1|2", .malformedNumber("1|2"), 0..<3),
        (">= 1.2.3-01", .invalidVersion(.leadingZero), 3..<11),
        ("^18446744073709551616", .invalidVersion(.numberTooLarge), 1..<21),
        ("1.0.0 - 2.0.0 foo", .unexpectedCharacter("f"), 14..<15),
        ("<3||1.1.0 - 3.2.2", .unknownOperator("<>="), 0..<2),
    ])
    func `errors in ranges have a reason and a location`(
        _ text: String, _ reason: VersionConstraintError.Reason, _ range: Range<Int>
    ) {
        #expect(throws: VersionConstraintError(reason, at: range)) {
            try VersionConstraint(text)
        }
    }

    @Test func `length and number of alternatives are limited`() throws {
        let groups = Array(repeating: "1", count: 32).joined(separator: "||")
        #expect(try VersionConstraint(groups).groups.count == 32)
        let tooMany = VersionConstraintError(.tooManyGroups(count: 33, limit: 32), at: 96..<97)
        #expect(throws: tooMany) { try VersionConstraint(groups + "||1") }
        let tooLong = VersionConstraintError(.tooLong(count: 513, limit: 512), at: 512..<513)
        #expect(throws: tooLong) {
            try VersionConstraint("1" + String(repeating: " ", count: 512))
        }
    }

    @Test(arguments: [
        ("^1.2", "0.9.0", "`0.9.0` is below 1.2.0 (`^1.2`)"),
        ("^1.2", "2.0.0", "`2.0.0` is not below 2.0.0 (`^1.2`)"),
        ("<2.0.0-0", "2.0.0", "`2.0.0` is not below 2.0.0-0 (`<2.0.0-0`)"),
        ("1.0.0 - 1.5", "1.6.0", "`1.6.0` is not below 1.6.0 (`<= 1.5`)"),
        (">1.2.3", "1.2.3", "`1.2.3` is not above 1.2.3 (`>1.2.3`)"),
        ("=1.2.3", "1.2.4", "`1.2.4` is above 1.2.3 (`=1.2.3`)"),
        ("!=1.x", "1.2.4", "`1.2.4` is excluded (`!=1.x`)"),
        (">=1.0.0", "1.2.4-rc1", "`1.2.4-rc1` is a pre-release, and the range names none"),
    ])
    func `a refusal names the comparison`(
        _ text: String, _ version: String, _ expected: String
    ) throws {
        let refusals = try VersionConstraint(text).refusals(of: Version(version))
        #expect(refusals.map(\.description) == [expected])
    }

    @Test func `every alternative has its refusal`() throws {
        let constraint = try VersionConstraint("^1 || ^3")
        #expect(constraint.refusals(of: try Version("2.0.0")).count == 2)
        #expect(constraint.refusals(of: try Version("3.1.0")).isEmpty)
    }

    @Test func `series of the largest number have no upper end`() throws {
        let maximum = "18446744073709551615"
        let version = try Version("\(maximum).\(maximum).\(maximum)")
        for text in ["^\(maximum)", "~\(maximum).\(maximum)", "<=\(maximum)", ">=1"] {
            #expect(try VersionConstraint(text).isSatisfied(by: version), "\(text)")
        }
        #expect(try !VersionConstraint(">\(maximum)").isSatisfied(by: version))
    }
}
