import RegularLanguages
import Testing

@Suite struct PatternMatcherTests {
    typealias Case = (pattern: String, text: String, offsets: [Int]?)

    /// Cases of leftmost-first matching, with the results of Go's `FindStringSubmatchIndex`.
    static let cases: [Case] = [
        ("", "", [0, 0]),
        ("", "ab", [0, 0]),
        ("b|ab", "ab", [0, 2]),
        ("a|ab", "ab", [0, 1]),
        ("(?:a|ab)$", "ab", [0, 2]),
        ("(a+)(b*)", "xaab", [1, 4, 1, 3, 3, 4]),
        ("(a+?)(a*)", "aaa", [0, 3, 0, 1, 1, 3]),
        ("(a*)*", "b", [0, 0, 0, 0]),
        ("(a|b)*", "ab", [0, 2, 1, 2]),
        ("(|a)*", "aa", [0, 0, 0, 0]),
        ("(|a)+", "aa", [0, 0, 0, 0]),
        ("(a|)*", "aa", [0, 2, 1, 2]),
        ("(?:(a)|b)*", "ab", [0, 2, 0, 1]),
        ("(a){0}b", "b", [0, 1, -1, -1]),
        ("(a){2}", "aaa", [0, 2, 1, 2]),
        ("x*", "é", [0, 0]),
        (".", "é", [0, 2]),
        ("(?s).$", "\n", [0, 1]),
        ("a$", "a\n", nil),
        ("(?m)a$", "a\nb", [0, 1]),
        ("(?m)^b", "a\nb", [2, 3]),
        ("\\bb", "ab", nil),
        ("\\Bb", "ab", [1, 2]),
        ("\\b", "é a", [3, 3]),
        ("\\z", "ab", [2, 2]),
        ("[^a]", "é", [0, 2]),
        ("\u{212A}", "\u{212A}", [0, 3]),
        ("(?i)k", "\u{212A}", [0, 3]),
        ("(^|-)v", "a-v", [1, 3, 1, 2]),
        ("\\x{D800}", "\u{FFFD}", nil),
    ]

    @Test(arguments: cases)
    func `both searches find the same match as Go`(_ item: Case) throws {
        let pattern = try Pattern(item.pattern)
        for limit in [0, 1 << 20] {
            var matcher = PatternMatcher(pattern, depthFirstLimit: limit)
            #expect(matcher.firstMatch(in: Array(item.text.utf8))?.offsets == item.offsets)
        }
    }

    @Test func `invalid bytes are replacement characters`() throws {
        var matcher = PatternMatcher(try Pattern("^.(\u{FFFD})b$"))
        #expect(matcher.firstMatch(in: [0xE2, 0x82, 0x62])?.offsets == [0, 3, 1, 2])
    }

    @Test func `a matcher keeps no state between texts`() throws {
        var matcher = PatternMatcher(try Pattern("(a)|(b)"))
        #expect(matcher.firstMatch(in: [0x61])?.offsets == [0, 1, 0, 1, -1, -1])
        #expect(matcher.firstMatch(in: [0x62])?.offsets == [0, 1, -1, -1, 0, 1])
        #expect(matcher.firstMatch(in: [0x63]) == nil)
    }

    @Test(arguments: [0, 1 << 25])
    func `time is linear in the text`(_ limit: Int) throws {
        let text = Array(String(repeating: "a", count: 3_000).utf8)
        for source in ["(a*)*b", "(a|a)*b", "(?:a?){50}a{50}b", "(x+x+)+y|(a+a+)+y"] {
            var matcher = PatternMatcher(try Pattern(source), depthFirstLimit: limit)
            let duration = ContinuousClock().measure { _ = matcher.firstMatch(in: text) }
            #expect(duration < .seconds(5), "\(source)")
        }
    }

    @Test func `saved positions are compacted`() throws {
        let text = Array(String(repeating: "ab", count: 100_000).utf8)
        var matcher = PatternMatcher(try Pattern("^(?:(a)|(b))*$"), depthFirstLimit: 0)
        let end = text.count
        #expect(
            matcher.firstMatch(in: text)?.offsets == [0, end, end - 2, end - 1, end - 1, end])
    }
}

@Suite struct ExpansionTemplateTests {
    static let pattern = "^main-[a-f0-9]+-(?P<ts>[0-9]+)$"

    /// Results of Go's `Expand` on the match of `main-ab12-1700`.
    @Test(arguments: [
        ("$ts", "1700"), ("${ts}", "1700"), ("$1", "1700"), ("$0", "main-ab12-1700"),
        ("ts", "ts"), ("$time", ""), ("$ts_", ""), ("${ts}_", "1700_"), ("$1x", ""),
        ("${1}x", "1700x"), ("$$", "$"), ("\\1", "\\1"), ("", ""), ("$", "$"), ("a$", "a$"),
        ("${ts", "${ts"), ("${}", "${}"), ("$-$1", "$-1700"), ("$$1", "$1"), ("$$$1", "$1700"),
        ("$01", ""), ("$2", ""), ("$1000000000000", ""), ("$é", ""), ("é$1é", "é"),
        ("é${1}é", "é1700é"), ("{1}", "{1}"), ("${1}.${1}", "1700.1700"),
    ])
    func `templates expand as in Go`(_ template: String, _ value: String) throws {
        let pattern = try Pattern(Self.pattern)
        let text = "main-ab12-1700"
        let match = try #require(pattern.firstMatch(in: text))
        let expanded = ExpansionTemplate(template)
            .expanded(with: match, of: pattern, in: Array(text.utf8))
        #expect(expanded == value)
    }

    @Test func `unmatched groups are empty`() throws {
        let pattern = try Pattern("(?P<x>a)|(?P<x>b)(c)?")
        let match = try #require(pattern.firstMatch(in: "b"))
        let value = ExpansionTemplate("<$1|$x|$3>")
            .expanded(with: match, of: pattern, in: Array("b".utf8))
        #expect(value == "<|b|>")
    }

    @Test func `names are compared by bytes`() throws {
        let pattern = try Pattern("(?P<K>a)")
        let match = try #require(pattern.firstMatch(in: "a"))
        let value = ExpansionTemplate("${K}|${\u{212A}}")
            .expanded(with: match, of: pattern, in: Array("a".utf8))
        #expect(value == "a|")
    }

    @Test func `pieces of a template have a range`() {
        let pieces = ExpansionTemplate("é.$$${v}-$1").pieces
        #expect(pieces.map(\.part) == [.text("é.$"), .name("v"), .text("-"), .group(number: 1)])
        #expect(pieces.map(\.range) == [0..<5, 5..<9, 9..<10, 10..<12])
    }
}
