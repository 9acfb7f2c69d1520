import SemanticVersions
import Testing

@Suite struct VersionTests {
    @Test(arguments: [
        "1.2.3", "v1.2.3", "1.2.3-rc.1", "2024.01.05", "01.02.03", "1.2-3.4", "1-2.3.4",
    ])
    func `Flux accepts these candidates`(_ text: String) throws {
        #expect(try Version(candidate: text).text == text)
    }

    @Test(arguments: [
        ("1", VersionError.Reason.fewerThanThreeParts, 0..<1),
        ("1.2", .fewerThanThreeParts, 0..<3),
        ("", .fewerThanThreeParts, 0..<0),
        ("V1.2.3", .unexpectedCharacter("V"), 0..<1),
        ("1.2.3.4", .unexpectedCharacter("."), 5..<6),
        ("1.2.3_1", .unexpectedCharacter("_"), 5..<6),
        (" 1.2.3", .unexpectedCharacter(" "), 0..<1),
        ("1.2.3-é", .emptyIdentifier, 6..<6),
        ("1.2.3-rc.01", .leadingZero, 9..<11),
        ("1..3", .unexpectedCharacter("."), 2..<3),
        ("1.2.", .expectedNumber, 4..<4),
        ("1.2.3+", .emptyIdentifier, 6..<6),
        ("1.18446744073709551616.0", .numberTooLarge, 2..<22),
    ])
    func `errors in candidates have a reason and a location`(
        _ text: String, _ reason: VersionError.Reason, _ range: Range<Int>
    ) {
        #expect(throws: VersionError(reason, at: range)) { try Version(candidate: text) }
    }

    @Test func `length is limited`() throws {
        let longest = "1.2.3-" + String(repeating: "a", count: 250)
        _ = try Version(longest)
        #expect(throws: VersionError(.tooLong(count: 257, limit: 256), at: 256..<257)) {
            try Version(longest + "a")
        }
    }

    @Test func `dots in the pre-release count as in Go`() throws {
        let version = try Version(candidate: "v1.2-3.4")
        #expect(version.precedence == Precedence(major: 1, minor: 2, patch: 0, preRelease: "3.4"))
        #expect(version.canonicalText == "1.2.0-3.4")
    }

    @Test func `identifiers compare as numbers or by bytes`() throws {
        let ascending = [
            "1.0.0-0", "1.0.0-1", "1.0.0-10", "1.0.0--0", "1.0.0-0a",
            "1.0.0-18446744073709551616", "1.0.0-B", "1.0.0-a", "1.0.0-a.0", "1.0.0-a.b",
            "1.0.0-rc.9", "1.0.0-rc.10", "1.0.0-rc10", "1.0.0-rc9", "1.0.0", "1.0.1-0",
        ]
        let parsed = try ascending.map { try Version($0).precedence }
        for (index, left) in parsed.enumerated() {
            for (other, right) in parsed.enumerated() {
                #expect((left < right) == (index < other), "\(left.text) and \(right.text)")
            }
        }
    }

    @Test func `metadata does not affect the order`() throws {
        let version = try Version("1.0.0+b.01")
        #expect(version.metadata == "b.01")
        #expect(version.precedence == (try Version("v1.0.0").precedence))
    }
}
