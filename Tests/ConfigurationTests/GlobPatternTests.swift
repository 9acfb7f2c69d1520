import TestSupport
import Testing

@testable import Configuration

@Suite struct GlobPatternTests {
    @Test(arguments: [
        ("clusters/prod/**", ["clusters/prod/a.yaml", "clusters/prod/a/b.yaml"]),
        ("**", ["a", "a/b", ".hidden/x"]),
        ("**/web", ["web", "a/web", "a/b/web"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/b/b"]),
        ("a/**/**/b", ["a/b", "a/x/b"]),
        ("**/*.yaml", ["x.yaml", "a/.yaml", "a/b/x.yaml"]),
        ("apps/*/overlays/staging/**", ["apps/web/overlays/staging/x.yaml"]),
        ("prod-*", ["prod-", "prod-eu"]),
        ("*a*a*b", ["aab", "xaxaxb", "aaab"]),
        ("?", ["a", "é", "🚀"]),
        ("[a-c]x[!0-9][^é]", ["axaa", "cx.b"]),
        ("[-a][a-]", ["--", "aa"]),
        ("[\\]]", ["]"]),
        ("{a,b/**}/c", ["a/c", "b/c", "b/x/c"]),
        ("{a,b{c,d}}x{,y}", ["ax", "axy", "bcx", "bdxy"]),
        ("{apps,infra}/**", ["apps/x", "infra/y/z"]),
        ("{a}", ["a"]),
        ("a,b", ["a,b"]),
        ("\\*\\{\\?\\!", ["*{?!"]),
        ("\\!a", ["!a"]),
        ("localhost:5000/**", ["localhost:5000/app"]),
        ("...", ["..."]),
    ]) func `a glob matches names`(glob: String, names: [String]) throws {
        let pattern = try GlobPattern(glob)
        for name in names { #expect(pattern.matches(name), "\(name)") }
    }

    @Test(arguments: [
        ("clusters/prod/**", ["clusters/prod", "clusters/production/a", "x/clusters/prod/a"]),
        ("clusters/prod", ["clusters/prod/a.yaml"]),
        ("**/web", ["cobweb", "web/x", "a/cobweb"]),
        ("a/**/b", ["ab", "a/xb", "a", "b", "a/b/c"]),
        ("apps/*", ["apps/a/b", "apps"]),
        ("*.yaml", ["a/x.yaml", "x.yml"]),
        ("prod-*", ["prod", "prod-a/b", "Prod-a"]),
        ("a?c", ["a/c", "ac"]),
        ("a[!b]c", ["a/c", "abc", "ac"]),
        ("[+-z]", ["/"]),
        ("{a,b}", ["", "ab", "a,b", "{a,b}"]),
        ("\\*", ["a", "\\*"]),
        ("e\u{301}", ["\u{E9}"]),
    ]) func `a glob does not match other names`(glob: String, names: [String]) throws {
        let pattern = try GlobPattern(glob)
        for name in names { #expect(!pattern.matches(name), "\(name)") }
    }

    @Test(
        arguments: [
            ("", .emptyPart, 0, nil),
            ("/a", .emptyPart, 0, "a"),
            ("a/", .emptyPart, 1, "a/**"),
            ("é//b", .emptyPart, 3, "é/b"),
            ("a/{b,}", .emptyPart, 5, nil),
            ("./a", .relativePart("."), 0, "a"),
            ("a/../b", .relativePart(".."), 2, nil),
            ("a**/b", .partialDoubleStar, 1, nil),
            ("a/***", .partialDoubleStar, 2, nil),
            ("é{a,b", .missingClosingBrace, 2, nil),
            ("a}", .unexpectedClosingBrace, 1, nil),
            ("[ab", .missingClosingBracket, 0, nil),
            ("a[]", .emptyClass, 1, nil),
            ("[a-bz-y]", .invalidRange("z-y"), 4, nil),
            ("[a/]", .slashInClass, 2, nil),
            ("a\\", .trailingBackslash, 1, nil),
            ("[a\\", .trailingBackslash, 2, nil),
            ("!a", .negation, 0, nil),
            (String(repeating: "{", count: 20), .nestsTooDeeply(limit: 16), 16, nil),
        ] as [(String, GlobError.Reason, Int, String?)])
    func `an invalid glob is rejected at its fault`(
        glob: String, reason: GlobError.Reason, offset: Int, meant: String?
    ) {
        #expect(throws: GlobError(reason, at: offset)) { try GlobPattern(glob) }
        #expect(GlobPattern.meant(by: glob) == meant)
    }

    @Test(arguments: [
        String(repeating: "{a,b}", count: 20), String(repeating: "{,}", count: 40),
        "{" + String(repeating: ",", count: 2_000) + "}{a,b}", String(repeating: "a", count: 1_024),
        "{,a,b,c}[" + String(repeating: "x", count: 500) + "]",
    ]) func `the size of a glob with its braces written out is limited`(glob: String) {
        #expect(throws: GlobError.self) { try GlobPattern(glob) }
    }

    @Test(arguments: [
        (String(repeating: "*a", count: 500) + "b", String(repeating: "a", count: 4_096)),
        (
            String(repeating: "**/*a/", count: 150) + "b",
            String(repeating: "a/", count: 2_000) + "c"
        ),
        (
            String(repeating: "**/*a*a/", count: 100) + "b",
            String(repeating: String(repeating: "a", count: 60) + "/", count: 60) + "c"
        ),
    ]) func `hostile globs are matched in time`(glob: String, name: String) throws {
        let pattern = try GlobPattern(glob)
        let time = ContinuousClock().measure { #expect(!pattern.matches(name)) }
        #expect(time < .seconds(2), "an optimised build needs a few milliseconds")
    }

    /// A second implementation, slow and obvious, without braces.
    private static func matches(_ glob: Substring, _ name: Substring) -> Bool {
        guard let first = glob.first else { return name.isEmpty }
        if glob == "**" { return !name.isEmpty }
        if glob.hasPrefix("**/") {
            let rest = glob.dropFirst(3)
            let starts = name.indices.filter {
                $0 == name.startIndex || name[name.index(before: $0)] == "/"
            }
            return starts.contains { matches(rest, name[$0...]) }
        }
        if first == "*" {
            return matches(glob.dropFirst(), name)
                || (name.first.map { $0 != "/" } ?? false) && matches(glob, name.dropFirst())
        }
        guard let next = name.first, next == first || (first == "?" && next != "/") else {
            return false
        }
        return matches(glob.dropFirst(), name.dropFirst())
    }

    @Test func `random globs match as in the slow implementation`() {
        var random = SeededGenerator(seed: 7)
        var valid = 0
        for _ in 0..<4_000 {
            let glob = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                ["a", "b", "/", "*", "**/", "?", "/**"].randomElement(using: &random) ?? ""
            }.joined()
            guard let pattern = try? GlobPattern(glob) else { continue }
            valid += 1
            for _ in 0..<8 {
                let name = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    ["a", "b", "ab", "ba"].randomElement(using: &random) ?? ""
                }.joined(separator: "/")
                #expect(
                    pattern.matches(name) == Self.matches(glob[...], name[...]), "\(glob) \(name)")
            }
        }
        #expect(valid > 500)
    }
}
