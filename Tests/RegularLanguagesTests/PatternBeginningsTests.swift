import RegularLanguages
import Testing

@Suite struct PatternBeginningsTests {
    private static let words = ["dev", "develop", "prod", "production", "staging", "test"]

    /// The words with which a match can begin; `-` for any other beginning.
    @Test(arguments: [
        ("^develop-v.*-(?P<ts>[0-9]+)$", ["develop"]), ("develop-v.*", ["develop"]),
        ("^(prod|staging)-[0-9]+$", ["prod", "staging"]),
        ("^prod(?:uction)?-", ["prod", "production"]),
        ("^(?P<env>dev|prod).*", ["dev", "prod"]), ("(?i)PROD-", ["prod"]), ("^dev.[0-9]", ["dev"]),
        ("^dev[0-9]+-", ["-"]), ("^[a-z]+-prod", ["-"]), (".*", ["-"]),
        ("^v?prod-", ["-", "prod"]),
        ("^prod$", ["prod"]), ("^production", ["production"]), ("^producer-", ["-"]),
        ("^(staging-)?v[0-9]", ["-", "staging"]), ("^test_[0-9]", ["test"]),
        ("^(?:(?:test))-", ["test"]),
        ("^a{2}-", ["-"]), ("", ["-"]),
    ])
    func `beginnings are the literal prefixes of a pattern`(source: String, expected: [String])
        throws
    {
        let beginnings = try #require(try Pattern(source).beginnings)
        let found = beginnings.map { beginning in
            Self.words.last { beginning.begins(withWord: $0) } ?? "-"
        }
        #expect(Set(found) == Set(expected))
    }

    @Test func `patterns with too many beginnings have none`() throws {
        let choices = String(repeating: "(?:a|b)", count: 40)
        #expect(try Pattern(choices).beginnings == nil)
    }

    @Test func `long patterns do not recurse`() throws {
        #expect(try Pattern(String(repeating: "()", count: 900)).beginnings?.count == 1)
        #expect(try Pattern(String(repeating: "a", count: 20_000)).beginnings == nil)
    }
}

@Suite struct PatternExampleTests {
    @Test(arguments: [
        ("^main-[a-f0-9]+-(?P<ts>[0-9]+)$", "main-0-0"), ("a{3}(b|c)?", "aaa"), ("(?:/|x)y", "xy"),
        ("^$", ""), ("/", nil), ("a{200}", nil), ("(?:){900}", ""), (".", "0"),
        ("[0-9]+.[0-9]", "0.0"), ("[^0-9]", "A"),
    ])
    func `examples match the pattern`(source: String, expected: String?) throws {
        #expect(try Pattern(source).root.example == expected)
    }
}
