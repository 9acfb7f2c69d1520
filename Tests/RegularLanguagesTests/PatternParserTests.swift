import RegularLanguages
import Testing

/// Patterns that Go rejects.
///
/// Ranges are those of the text that Go's error quotes, except for unbalanced parentheses, where Go
/// quotes the whole pattern, and for look-behind, where it quotes the rest of it.
@Suite struct PatternErrorTests {
    typealias Case = (pattern: String, reason: PatternError.Reason, range: Range<Int>)

    static let cases: [Case] = [
        ("a(b", .missingClosingParenthesis, 1..<2),
        ("(a(b)", .missingClosingParenthesis, 0..<1),
        ("(?:a|b", .missingClosingParenthesis, 0..<1),
        ("ab)c", .unexpectedClosingParenthesis, 2..<3),
        ("(a))", .unexpectedClosingParenthesis, 3..<4),
        ("x[a-", .missingClosingBracket, 1..<4),
        ("[]", .missingClosingBracket, 0..<2),
        ("[^]a", .missingClosingBracket, 0..<4),
        ("*a", .nothingToRepeat(operator: "*"), 0..<1),
        ("a|+?b", .nothingToRepeat(operator: "+?"), 2..<4),
        ("({2,3})", .nothingToRepeat(operator: "{2,3}"), 1..<6),
        ("(?i)*", .nothingToRepeat(operator: "*"), 4..<5),
        ("\\Q\\E*", .nothingToRepeat(operator: "*"), 4..<5),
        ("a**", .stackedRepetition(operators: "**"), 1..<3),
        ("a+?*?", .stackedRepetition(operators: "+?*?"), 1..<5),
        ("a{2}{3}", .stackedRepetition(operators: "{2}{3}"), 1..<7),
        ("a{1001}", .invalidRepeatCount(operator: "{1001}", limit: 1000), 1..<7),
        ("a{2,1}", .invalidRepeatCount(operator: "{2,1}", limit: 1000), 1..<6),
        (
            "a{1,99999999999999999999}",
            .invalidRepeatCount(operator: "{1,99999999999999999999}", limit: 1000), 1..<25
        ),
        ("a*{1001}", .invalidRepeatCount(operator: "{1001}", limit: 1000), 2..<8),
        ("(a{500}){3}", .invalidRepeatCount(operator: "{3}", limit: 1000), 8..<11),
        ("((a{1,50}){1,50}){1,50}", .invalidRepeatCount(operator: "{1,50}", limit: 1000), 10..<16),
        ("(?:[a-z]{4}){0,251}", .invalidRepeatCount(operator: "{0,251}", limit: 1000), 12..<19),
        ("ab\\", .trailingBackslash, 2..<3),
        ("a\\y", .invalidEscape("\\y"), 1..<3),
        ("\\C", .invalidEscape("\\C"), 0..<2),
        ("\\Z", .invalidEscape("\\Z"), 0..<2),
        ("[\\b]", .invalidEscape("\\b"), 1..<3),
        ("[a-\\d]", .invalidEscape("\\d"), 3..<5),
        ("\\x4", .invalidEscape("\\x4"), 0..<3),
        ("\\x{}", .invalidEscape("\\x{}"), 0..<4),
        ("\\x{110000}", .invalidEscape("\\x{110000"), 0..<9),
        ("\\é", .invalidEscape("\\é"), 0..<3),
        ("(a)\\1", .backReference("\\1"), 3..<5),
        ("(a)\\8", .backReference("\\8"), 3..<5),
        ("[z-a]", .invalidRange("z-a"), 1..<4),
        ("(?i)[a-Z]", .invalidRange("a-Z"), 5..<8),
        ("[\\x62-\\x61]", .invalidRange("\\x62-\\x61"), 1..<10),
        ("[[:word1:]]", .unknownClass("[:word1:]"), 1..<10),
        ("\\pX", .unknownClass("\\pX"), 0..<3),
        ("\\p", .unknownClass("\\p"), 0..<2),
        ("a\\p{Greek", .unknownClass("\\p{Greek"), 1..<9),
        ("\\p{Foo}", .unknownClass("\\p{Foo}"), 0..<7),
        ("[\\p{}]", .unknownClass("\\p{}"), 1..<5),
        ("(?P<a-b>a)", .invalidGroupName("(?P<a-b>"), 0..<8),
        ("(?<>a)", .invalidGroupName("(?<>"), 0..<4),
        ("(?P<n", .invalidGroupName("(?P<n"), 0..<5),
        ("a(?P<né>a)", .invalidGroupName("(?P<né>"), 1..<9),
        ("(?P<", .unsupportedGroup("(?P"), 0..<3),
        ("(?P=n)", .unsupportedGroup("(?P"), 0..<3),
        ("a(?=b)", .unsupportedGroup("(?="), 1..<4),
        ("(?!a)", .unsupportedGroup("(?!"), 0..<3),
        ("(?<=a)b", .unsupportedGroup("(?<="), 0..<4),
        ("(?<!a)b", .unsupportedGroup("(?<!"), 0..<4),
        ("(?>a)", .unsupportedGroup("(?>"), 0..<3),
        ("(?i", .unsupportedGroup("(?i"), 0..<3),
        ("(?i-)", .unsupportedGroup("(?i-)"), 0..<5),
        ("(?i--s)", .unsupportedGroup("(?i--"), 0..<5),
        ("(?x)", .unsupportedGroup("(?x"), 0..<3),
    ]

    @Test(arguments: cases)
    func `errors have a reason and a range`(_ item: Case) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(item.pattern) }
        #expect(error == PatternError(item.reason, at: item.range))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], 1..<2), ([0x5B, 0xC3, 0x5D], 1..<2), ([0x5C, 0xE2, 0x82], 1..<2),
            ([0x5C, 0x51, 0x80], 2..<3),
        ] as [([UInt8], Range<Int>)])
    func `invalid UTF-8 is rejected`(_ bytes: [UInt8], _ range: Range<Int>) throws {
        let error = try #require(throws: PatternError.self) { try Pattern(utf8: bytes) }
        #expect(error == PatternError(.invalidUTF8, at: range))
    }

    @Test func `descriptions are clauses without a full stop`() throws {
        let lookAhead = try #require(throws: PatternError.self) { try Pattern("(?!a)") }
        #expect(lookAhead.description.contains("no look-around"))
        for item in Self.cases {
            let text = PatternError(item.reason, at: item.range).description
            #expect(!text.hasSuffix(".") && text.first?.isUppercase == false)
        }
    }
}

@Suite struct PatternLimitTests {
    /// Patterns at the limits, from the tests of Go's parser.
    @Test func `nesting is limited as in Go`() throws {
        func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
            String(repeating: opening, count: count) + String(repeating: closing, count: count)
        }
        _ = try Pattern(nested("(", ")", 999))
        _ = try Pattern(nested("(?:", ")*", 999))
        _ = try Pattern("(" + String(repeating: "|", count: 12_345) + ")")
        for pattern in [nested("(", ")", 1000), nested("(?:", ")*", 1000)] {
            let error = try #require(throws: PatternError.self) { try Pattern(pattern) }
            #expect(error.reason == .nestsTooDeeply(limit: 1000))
        }
    }

    @Test func `size is limited as in Go`() throws {
        let optional = String(repeating: "(xx?)", count: 1000)
        for pattern in ["(\(optional)){1000}", String(repeating: "(xx?){1000}", count: 1000)] {
            let error = try #require(throws: PatternError.self) { try Pattern(pattern) }
            #expect(error.reason == .tooLarge(limit: 3_355_443))
        }
    }

    @Test func `our own limit is named in the error`() throws {
        let error = try #require(throws: PatternError.self) {
            try Pattern("(" + String(repeating: "x", count: 300) + "){1000}")
        }
        #expect(error.reason == .tooManyStates(limit: 200_000))
        #expect(error.description.contains("200000"))
    }

    @Test func `nested counts may multiply to a thousand`() throws {
        _ = try Pattern("(?:[a-z]{4}){0,250}")
        _ = try Pattern("((((((((((x{1}){2}){2}){2}){2}){2}){2}){2}){2}){2})")
        _ = try Pattern("(a{1000}){0}")
    }

    @Test(arguments: ["(", "(?:", "[[:", "\\Q", "(?i)", "a|", "\\pL", "[^a]", "x{1,", "()", "((a"])
    func `hostile patterns are parsed in time`(_ unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let duration = ContinuousClock().measure { _ = try? Pattern(text) }
        #expect(duration < .seconds(4))
    }
}

@Suite struct PatternNodeTests {
    private func node(_ pattern: String) throws -> PatternNode {
        try Pattern(pattern).root
    }

    @Test func `every piece has its range`() throws {
        let pieces = try node("^v(?P<x>.*)\\.(?:ab)+?$").children
        #expect(pieces.map(\.range) == [0..<1, 1..<2, 2..<11, 11..<13, 13..<21, 21..<22])
        guard case .capture(1, "x", let content) = pieces[2].kind else {
            Issue.record("no group: \(pieces[2])")
            return
        }
        #expect(content.range == 8..<10)
        guard case .repetition(let inner, let count) = pieces[4].kind else {
            Issue.record("no repetition: \(pieces[4])")
            return
        }
        #expect(inner.range == 13..<19)
        #expect(count.minimum == 1 && count.maximum == nil && !count.isGreedy)
    }

    @Test func `a dot and an escaped dot differ`() throws {
        let pieces = try node("a.b\\.").children
        #expect(pieces[1].kind == .anyScalar(matchesNewline: false))
        #expect(pieces[3].kind == .literal(0x2E, ignoresCase: false))
    }

    @Test func `empty alternatives have a range`() throws {
        let choice = try node("a||b")
        #expect(choice.children.map(\.range) == [0..<1, 2..<2, 3..<4])
    }

    @Test func `flags end with their group`() throws {
        let pieces = try node("(a(?i)b)c(?-i:(?i)d)e").children
        #expect(pieces[1].kind == .literal(0x63, ignoresCase: false))
        #expect(pieces[2].kind == .literal(0x64, ignoresCase: true))
        #expect(pieces[3].kind == .literal(0x65, ignoresCase: false))
    }

    @Test func `flag U inverts preferences`() throws {
        for (pattern, isGreedy) in [("(?U)a+", false), ("(?U)a+?", true), ("(?U-U:a+)", true)] {
            guard case .repetition(_, let count) = try node(pattern).kind else {
                Issue.record("no repetition in \(pattern)")
                continue
            }
            #expect(count.isGreedy == isGreedy)
        }
    }

    @Test func `groups are found by number`() throws {
        let pattern = try Pattern("(a)(?:(?P<x>b)|(?<y>c(d)))")
        #expect(pattern.groupNames == [nil, nil, "x", "y", nil])
        #expect(pattern.root.group(4)?.range == 21..<24)
        #expect(pattern.root.group(5) == nil)
    }

    @Test func `braces without a valid count are characters`() throws {
        for pattern in ["x{", "x{,2}", "x{1001", "x{2,1", "x{01}", "x{a}", "x{1,a}"] {
            #expect(try node(pattern).children.count == pattern.utf8.count)
        }
    }
}
