import RegularLanguages
import TagPolicies
import Testing

@Suite struct PolicyLanguageTests {
    private func language(
        semver: String? = nil, alphabetical: String? = nil, numerical: String? = nil,
        pattern: String? = nil, extract: String = "", excluding: [String] = []
    ) throws -> PolicyLanguage {
        let specification = TagPolicySpecification(
            semverRange: semver, alphabeticalOrder: alphabetical, numericalOrder: numerical,
            filter: pattern.map { TagPolicySpecification.Filter(pattern: $0, extract: extract) })
        return try PolicyLanguage(
            TagPolicy(specification), excluding: TagExclusions(excluding))
    }

    private let production = #"^production[-_.]"#

    @Test func `an anchored pattern cannot match tags of another environment`() throws {
        let develop = try language(
            numerical: "asc", pattern: "^develop-v.*-(?P<ts>[0-9]+)$", extract: "$ts")
        let crossing = develop.firstMember(in: try Language(matching: Pattern(production)))
        #expect(crossing == .none)
    }

    @Test func `an unanchored pattern crosses with a witness`() throws {
        let develop = try language(
            numerical: "asc", pattern: "develop-v.*-(?P<ts>[0-9]+)$", extract: "$ts")
        let crossing = develop.firstMember(in: try Language(matching: Pattern(production)))
        #expect(crossing == .found("production-develop-v-0"))
    }

    @Test func `ranges restrict the language`() throws {
        let policy = try language(semver: ">=12.3.4-rc.2 <12.3.5")
        #expect(policy.firstMember() == .found("12.3.4"))
        let candidates = try Language(matching: Pattern("-"))
        #expect(policy.firstMember(in: candidates) == .found("12.3.4-s"))
        #expect(try language(semver: ">2 <1").firstMember() == .none)
        let dotless = try Language(matching: Pattern("^[^.]*$"))
        #expect(try language(semver: "*").firstMember(in: dotless) == .none)
    }

    @Test func `extracted values satisfy the range`() throws {
        let policy = try language(
            semver: "^17.2", pattern: #"^(\d+)\.(\d+)\.(\d+)-alpine"#, extract: "$1.$2.$3")
        #expect(policy.firstMember() == .found("17.2.0-alpine"))
        let neverMatches = try language(semver: "^1", pattern: "^main-([0-9]+)$", extract: "$1")
        #expect(neverMatches.firstMember() == .none)
    }

    @Test func `values of a numerical policy are numbers`() throws {
        let policy = try language(numerical: "", pattern: "^b-(.*)$", extract: "$1")
        #expect(policy.firstMember() == .found("b-0"))
        #expect(policy.contains("b-1e5"))
        #expect(!policy.contains("b-x"))
        let words = try language(numerical: "", pattern: "^b-([g-m]+)$", extract: "$1")
        #expect(words.firstMember() == .none)
    }

    @Test func `excluded tags are not in the language`() throws {
        let signatures = try Language(matching: Pattern(#"\.sig$"#))
        #expect(try language(alphabetical: "").firstMember(in: signatures) == .none)
        let own = try language(alphabetical: "", excluding: ["^a"])
        #expect(own.firstMember(in: signatures) == .found("0.sig"))
        #expect(own.containment(in: try Language(matching: Pattern("^[^a]"))) == .yes)
    }

    @Test func `containment returns a tag outside`() throws {
        let policy = try language(semver: "1.x")
        let exact = try Language(matching: Pattern(#"^1\.[0-9]+\.[0-9]+$"#))
        #expect(policy.containment(in: exact) == .no(witness: "01.0.0"))
        let loose = try Language(matching: Pattern(#"^v?0*1\.[0-9]+\.[0-9]+$"#))
        #expect(policy.containment(in: loose) == .yes)
    }

    /// Compares the policy and its language on all short tags over a few characters.
    @Test(arguments: [
        TagPolicySpecification(semverRange: "1.x || >=0.0.1-1 <0.1.0"),
        TagPolicySpecification(
            semverRange: ">=0.1.0-0", filter: .init(pattern: "^v?(.*)-?$", extract: "$1")),
        TagPolicySpecification(
            semverRange: "~0.1", filter: .init(pattern: "([01])-([01]*)", extract: "$1.$2.0")),
        TagPolicySpecification(
            numericalOrder: "", filter: .init(pattern: "v(.+?)-|^(1+)", extract: "$1$2")),
        TagPolicySpecification(
            numericalOrder: "", filter: .init(pattern: "(0|v)+1", extract: "$1")),
        TagPolicySpecification(
            numericalOrder: "", filter: .init(pattern: "(1)?-(0)", extract: "$2$1")),
        TagPolicySpecification(numericalOrder: "desc"),
        TagPolicySpecification(alphabeticalOrder: "", filter: .init(pattern: "", extract: "")),
        TagPolicySpecification(
            alphabeticalOrder: "", filter: .init(pattern: "1$", extract: "constant")),
    ])
    func `the language contains all selected tags`(_ specification: TagPolicySpecification) throws {
        let exclusions = try TagExclusions(["00"])
        let language = try PolicyLanguage(TagPolicy(specification), excluding: exclusions)
        let isExact = specification.filter?.extract.isEmpty ?? true
        var tags = [""]
        var first: String?
        for _ in 1...5 {
            tags = tags.flatMap { tag in ["-", ".", "0", "1", "v"].map { tag + $0 } }
            for tag in tags {
                let isMember = language.contains(tag)
                if isMember, first == nil { first = tag }
                let isCandidate = language.candidates.contains(tag)
                if isMember && !isCandidate
                    || isExact && TagUniverse.contains(tag) && isCandidate && !isMember
                {
                    Issue.record("`\(tag)` is \(isMember ? "" : "not ")selected")
                }
            }
        }
        #expect(language.firstMember().found.map(\.utf8.count) == first?.utf8.count)
    }
}

extension MemberSearch {
    fileprivate var found: String? {
        if case .found(let tag) = self { tag } else { nil }
    }
}
