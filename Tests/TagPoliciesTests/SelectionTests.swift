import RegularLanguages
import SemanticVersions
import TagPolicies
import Testing

@Suite struct SelectionTests {
    private func specification(
        semver: String? = nil, alphabetical: String? = nil, numerical: String? = nil,
        pattern: String? = nil, extract: String = ""
    ) -> TagPolicySpecification {
        TagPolicySpecification(
            semverRange: semver, alphabeticalOrder: alphabetical, numericalOrder: numerical,
            filter: pattern.map { TagPolicySpecification.Filter(pattern: $0, extract: extract) })
    }

    private func fates(_ selection: Selection) -> [String: TagVerdict.Fate] {
        Dictionary(selection.verdicts.map { ($0.tag, $0.fate) }) { first, _ in first }
    }

    @Test func `every tag has a verdict`() throws {
        let policy = try TagPolicy(
            specification(semver: "^1", pattern: "^v?([0-9.]+)(-[a-z]+)?$", extract: "$1"))
        let tags = ["v1.2.0", "1.2.0-slim", "1.1.0", "2.0.0", "1.2", "latest", "1.2.0.sig"]
        let selection = policy.selection(from: tags, excluding: try TagExclusions([]))
        #expect(selection.selected == "1.2.0-slim")
        #expect(selection.tied == ["v1.2.0"])
        #expect(
            selection.verdicts.map(policy.reason) == [
                "has the same value `1.2.0` as `1.2.0-slim`",
                "selected for `1.2.0`",
                "kept",
                "`2.0.0` is not below 2.0.0 (`^1`)",
                "`1.2` is not a valid version: "
                    + "a version has three parts with dots between, as in `1.2.3`",
                "does not match `^v?([0-9.]+)(-[a-z]+)?$`",
                #"the image repository excludes `^.*\.sig$`"#,
            ])
        #expect(selection.verdicts.filter(\.isKept).map(\.tag) == ["1.2.0-slim", "1.1.0"])
    }

    @Test func `equal versions tie`() {
        let selection = specification(semver: "*").selection(from: ["1.0.0", "v1.0.0", "01.0.0"])
        #expect(selection.selected == "v1.0.0")
        #expect(selection.tied == ["01.0.0", "1.0.0"])
        #expect(fates(selection)["1.0.0"] == .tied)
    }

    @Test func `of equal numbers the smallest text is selected`() {
        let tags = ["9007199254740992", "9007199254740993", "1"]
        let selection = specification(numerical: "").selection(from: tags)
        #expect(selection.selected == "9007199254740992")
        #expect(selection.tied == ["9007199254740993"])
    }

    @Test func `only values below the last NaN count`() {
        let ascending = specification(numerical: "asc")
        #expect(ascending.selection(from: ["NaN", "7", "inf", "3"]).selected == "7")
        #expect(ascending.selection(from: ["NaN", "Inf"]).selected == "Inf")
        #expect(ascending.selection(from: ["NaN", "inf"]).selected == "NaN")
        #expect(ascending.selection(from: ["NaN", "nan"]).selected == "NaN")
    }

    @Test func `one invalid number fails the policy`() {
        let selection = specification(numerical: "", pattern: "^b-(.*)$", extract: "$1")
            .selection(from: ["x", "b-1", "b-two"])
        #expect(selection.failure == .invalidNumber(value: "two", tag: "b-two"))
        #expect(fates(selection)["b-two"] == .refused(.notANumber))
        #expect(fates(selection)["b-1"] == .candidate)
        #expect(selection.tied.isEmpty)
    }

    @Test func `errors are reported in the order of Flux`() {
        let badRange = specification(semver: "", pattern: "(")
        #expect(badRange.selection(from: []).failure?.kind == "invalid_policy")
        let badPattern = specification(alphabetical: "", pattern: "(")
        #expect(badPattern.selection(from: []).failure?.kind == "no_tags")
        #expect(badPattern.selection(from: ["a"]).failure?.kind == "invalid_filter")
        let unordered = specification(alphabetical: "newest")
        #expect(unordered.selection(from: ["a"]).failure == .invalidPolicy(.invalidOrder("newest")))
    }

    @Test func `exclusions can drop all tags`() throws {
        let policy = try TagPolicy(specification(alphabetical: ""))
        let selection = policy.selection(from: ["a.sig"], excluding: try TagExclusions([]))
        #expect(selection.failure == .noTags)
        #expect(policy.selection(from: ["a.sig"]).selected == "a.sig")
        let own = try TagExclusions(["^b"])
        #expect(policy.selection(from: ["a.sig", "b"], excluding: own).selected == "a.sig")
    }

    @Test func `the first ordering wins`() {
        let both = specification(semver: "^1", alphabetical: "", numerical: "")
        #expect(both.selection(from: ["1.0.0", "z"]).selected == "1.0.0")
        #expect(specification().selection(from: ["z"]).failure == .invalidPolicy(.noOrdering))
    }
}
