import RegularLanguages
import Testing

private func language(_ pattern: String) throws -> Language {
    try Language(matching: Pattern(pattern))
}

@Suite struct LanguageTests {
    static let production = #"^production-v[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}-[0-9]{10}$"#

    @Test(
        arguments: [
            ("", "0"), ("^$", nil), ("^a?$", "a"), ("v1", "v1"), ("^-a", nil), ("-a", "0-a"),
            ("^.*\\.sig$", "0.sig"), ("[^0-9A-Za-z_.-]", nil), ("^\\d+$", "0"),
            ("\\bsha\\b", "sha"),
            ("^(?i)PROD", "PROD"), ("a\\Bb", "ab"), ("a\\bb", nil), ("(?m)^x$", "x"), ("x$y", nil),
            ("^é", nil), ("[é-]", "0-"), ("^b|ab|ba$", "b"),
            (
                "^.{128}$",
                String(repeating: "0", count: 1)
                    + String(repeating: "-", count: 127)
            ), ("^.{129}$", nil), ("[a-z]{200}", nil),
            ("^a(b|-){2}c$", "a--c"),
        ] as [(String, String?)])
    func `the shortest member is the first by bytes`(_ pattern: String, _ tag: String?) throws {
        let expected = tag.map(MemberSearch.found) ?? .none
        #expect(try language(pattern).shortestMember() == expected)
    }

    /// The example of Flux's guide: an anchored develop policy cannot select a production tag.
    @Test func `an anchor decides whether a policy crosses environments`() throws {
        let production = try language(Self.production)
        let anchored = try language("^develop-v.*-(?P<ts>[0-9]+)$")
        #expect(anchored.intersection(production).shortestMember() == .none)
        let open = try language("develop-v.*-(?P<ts>[0-9]+)$")
        #expect(open.intersection(production).shortestMember() == .none)
        let anyProduction = try language("^production-.*-[0-9]{10}$")
        #expect(anchored.intersection(anyProduction).shortestMember() == .none)
        let crossing = open.intersection(anyProduction).shortestMember()
        #expect(crossing == .found("production-develop-v-0000000000"))
    }

    @Test(
        arguments: [
            ("^a+$", "^a*$", Containment.yes),
            ("^a*$", "^a+$", .yes),
            ("a", "b", .no(witness: "a")),
            ("^v[0-9]+$", "^v[0-9]+", .yes),
            ("^v[0-9]+", "^v[0-9]+$", .no(witness: "v0-")),
            ("^v1.2$", "^v1\\.2$", .no(witness: "v1-2")),
            ("^[a-f0-9]{7,40}$", "^\\w+$", .yes),
            ("", "^.{1,127}$", .no(witness: "0" + String(repeating: "-", count: 127))),
            ("", "^.{1,128}$", .yes),
            ("^(a|b)*a(a|b){3}$", "^(a|b)*a(a|b)(a|b)(a|b)$", .yes),
        ] as [(String, String, Containment)])
    func `containment is proved or refuted`(
        _ inner: String, _ outer: String, _ answer: Containment
    ) throws {
        #expect(try language(inner).containment(in: language(outer)) == answer)
    }

    @Test func `languages can be combined`() throws {
        let versions = try language("^v?[0-9]+$")
        let prefixed = try language("^v")
        #expect(versions.intersection(prefixed).shortestMember() == .found("v0"))
        #expect(versions.subtracting(prefixed).shortestMember() == .found("0"))
        #expect(prefixed.subtracting(versions).shortestMember() == .found("v"))
        #expect(versions.union(prefixed).contains("vx"))
        #expect(!versions.complement.contains("v1") && versions.complement.contains("x"))
        #expect(!versions.complement.contains("not a tag"))
        let filter = try language("^main-").subtracting(language(#"^.*\.sig$"#))
        #expect(!filter.contains("main-1.sig") && filter.contains("main-1"))
        #expect(Language.universe.complement.shortestMember() == .none)
        #expect(Language.empty.complement.containment(in: .universe) == .yes)
        #expect(Language.universe.containment(in: Language.empty.complement) == .yes)
        #expect(Language.tag("v1").containment(in: versions) == .yes)
        #expect(Language.tag("no tag").shortestMember() == .none)
    }

    @Test func `expressions match whole tags`() throws {
        let digit = TagExpression.characters(.digits)
        let version = TagExpression.sequence([
            .optional(.literal("v")), .oneOrMore(digit),
            .repetition(.literal(".") + .oneOrMore(digit), minimum: 2, maximum: 2),
        ])
        let language = try Language(version)
        #expect(language.contains("v1.20.3") && language.contains("1.2.3"))
        #expect(!language.contains("1.2") && !language.contains("x1.2.3"))
        let pattern = try RegularLanguagesTests.language(#"^v?[0-9]+(\.[0-9]+){2}$"#)
        #expect(language.containment(in: pattern) == .yes)
        #expect(pattern.containment(in: language) == .yes)
        #expect(try Language(TagExpression.nothing).shortestMember() == .none)
        #expect(try Language(.empty | .literal("a")).shortestMember() == .found("a"))
        #expect(try Language(.literal("é")).shortestMember() == .none)
    }

    @Test func `candidates are confirmed one by one`() throws {
        let digits = try language("^[0-9]{2}$")
        #expect(digits.firstMember { $0 > "41" } == .found("42"))
        #expect(digits.firstMember { _ in false } == .none)
        #expect(digits.firstMember(candidates: 20) { $0 > "41" } == .undecided(limit: 20))
    }

    @Test func `extracted values restrict a language`() throws {
        let pattern = try Pattern("^v(?P<major>[0-9]+)-(?P<rest>[a-z0-9]*)$")
        let numbers = try Language(.oneOrMore(.characters(.digits)))
        func shortest(_ template: String, _ values: Language) throws -> MemberSearch {
            try Language(matching: pattern, expanding: ExpansionTemplate(template), into: values)
                .shortestMember()
        }
        #expect(try shortest("$major", numbers) == .found("v0-"))
        #expect(try shortest("$rest", numbers) == .found("v0-0"))
        #expect(try shortest("$rest", numbers.complement) == .found("v0-"))
        #expect(try shortest("$major", numbers.complement) == .none)
        #expect(try shortest("$major.$rest", Language(.literal("7.x"))) == .found("v7-x"))
        #expect(try shortest("constant", numbers) == .none)
        #expect(try shortest("$missing", numbers) == .none)
        #expect(try shortest("$0", numbers) == .none)
        #expect(try shortest("12", numbers) == .found("v0-"))
        // Out of order every value counts, so this candidate must be rejected by the matcher.
        #expect(try shortest("$rest$major", Language(.literal("x"))) == .found("v0-"))
    }
}

@Suite struct MemberGraphTests {
    private func graph(_ pattern: String) throws -> MemberGraph {
        try MemberGraph(language(pattern))
    }

    @Test func `members are ordered by length`() throws {
        #expect(Array(try graph("^(b|aa|a-?)$").members) == ["a", "b", "a-", "aa"])
        #expect(try graph("^[0-9]{2}$").lengths == [2])
        #expect(try graph("x{129}").lengths == [])
    }

    @Test(arguments: [
        (#"^prod-v[0-9]+\.[0-9]+\.[0-9]+$"#, "prod-v"), ("prod", ""),
        ("^(prod|production)-", "prod"),
        ("^a$", "a"), ("^a?", ""), ("^(?:ab|ac)", "a"), ("^x{3}$", "xxx"), ("^$", ""),
    ])
    func `all members begin with the literal prefix`(_ pattern: String, _ prefix: String) throws {
        #expect(try graph(pattern).literalPrefix == prefix)
    }

    @Test func `samples look like tags`() throws {
        let samples = try graph(#"^prod-v[0-9]+\.[0-9]+\.[0-9]+$"#).samples(5)
        #expect(samples.prefix(2) == ["prod-v0.0.0", "prod-v2.3.4"])
        #expect(samples.count == 5 && Set(samples).count == 5)
        let pattern = try Pattern(#"^prod-v(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$"#)
        #expect(samples.allSatisfy(pattern.matches))
        #expect(try graph("^[a-c]$").samples(5) == ["a", "b", "c"])
        #expect(try graph("^$").samples(5) == [])
    }
}

@Suite struct GroupShapeTests {
    typealias Case = (pattern: String, isNumeric: Bool, width: Int?, canBeEmpty: Bool)

    @Test(
        arguments: [
            ("([0-9]+)", true, nil, false), ("(\\d{10})", true, 10, false),
            ("([0-9]*)", false, nil, true),
            ("(.*)", false, nil, true), ("([a-f0-9]{7})", false, 7, false),
            ("(ab|cd)", false, 2, false),
            ("(1|22)", true, nil, false), ("([0-9+]+)", true, nil, false),
            ("(\\d|é)", true, 1, false),
            ("()", false, 0, true), ("(\\d(-\\d)?)", false, nil, false),
            ("(\\d{2}){3}", true, 2, false),
        ] as [Case])
    func `a shape describes the texts of a group`(_ item: Case) throws {
        let shape = try #require(try Pattern(item.pattern).shape(ofGroup: 1))
        #expect(shape.isNumeric == item.isNumeric)
        let isFixed = shape.minimumWidth == shape.maximumWidth
        #expect((isFixed ? shape.minimumWidth : nil) == item.width)
        #expect(shape.canBeEmpty == item.canBeEmpty)
    }

    @Test func `impossible groups have no shape`() throws {
        #expect(try Pattern("(é)").shape(ofGroup: 1) == nil)
        #expect(try Pattern("(a)").shape(ofGroup: 2) == nil)
    }

    @Test(arguments: [
        ("(a)", true), ("(a)?", false), ("(a)|b", false), ("(a)+", true), ("(?:x(a)y)", true),
    ])
    func `groups that always match are known`(_ pattern: String, _ always: Bool) throws {
        #expect(try Pattern(pattern).root.alwaysSets(group: 1) == always)
    }
}

@Suite struct HostileLanguageTests {
    static let alternatives = (0..<1_000).map { number in
        "t\(number)" + String(repeating: "abc", count: 9)
    }.joined(separator: "|")

    /// The limit allows for debug builds, which are about thirty times slower than release builds.
    @Test(arguments: [
        "(a|b)*a(a|b){20}", "^(a|b)*a(a|b){20}$", "((a{1,10}){1,10}){1,10}", "^(a?){1000}$",
        "(a?b?c?d?){1000}", alternatives, "(.*)*x(.*)*", "^(.{0,31}-){0,32}$",
        "(?:(?:a?){30}a{30}){30}", "\\b(\\w+\\b-?){100}\\b", "(\\pL+\\d*){500}",
    ])
    func `queries on hostile patterns end in time`(_ source: String) throws {
        let production = try language(LanguageTests.production)
        let duration = try ContinuousClock().measure {
            let pattern = try Pattern(source)
            do {
                let hostile = try Language(matching: pattern)
                _ = hostile.intersection(production).shortestMember()
                _ = hostile.containment(in: production)
                _ = production.containment(in: hostile)
                _ = hostile.containment(in: hostile)
            } catch let error as StateLimitExceeded {
                #expect(error.description.contains("\(error.limit)"))
            }
        }
        #expect(duration < .seconds(20))
    }

    @Test func `an undecided result has its limit`() throws {
        let exploding = try language("^(a|b)*a(a|b){20}$")
        let answer = exploding.containment(in: exploding, budget: 10_000)
        #expect(answer == .undecided(limit: 10_000))
        #expect(throws: StateLimitExceeded(limit: 1_000)) {
            try MemberGraph(exploding.complement, budget: 1_000)
        }
    }

    @Test func `the search for a member needs no subset construction`() throws {
        let exploding = try language("^(a|b)*a(a|b){60}$")
        #expect(exploding.shortestMember() == .found(String(repeating: "a", count: 61)))
        let meeting = exploding.intersection(try language("^b+a+$"))
        #expect(meeting.shortestMember() == .found("b" + String(repeating: "a", count: 61)))
    }
}
