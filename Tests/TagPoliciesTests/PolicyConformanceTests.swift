import TagPolicies
import TestSupport
import Testing

/// Expectations computed by image-reflector-controller 1.2.0.
@Suite struct PolicyConformanceTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Policy: Decodable {
            struct Semver: Decodable { let range: String? }
            struct Ordered: Decodable { let order: String? }
            let semver: Semver?
            let alphabetical: Ordered?
            let numerical: Ordered?
        }
        struct Filter: Decodable {
            let pattern: String?
            let extract: String?
        }

        let name: String
        let policy: Policy
        let filterTags: Filter?
        let tags: [String]
        let ambiguous: Bool?
        let selected: String?
        let errorKind: String?
        let acceptableSelected: [String]?
        let acceptableErrorKinds: [String]?
        let dbOrderSelected: String?

        var testDescription: String { name }

        var specification: TagPolicySpecification {
            TagPolicySpecification(
                semverRange: policy.semver.map { $0.range ?? "" },
                alphabeticalOrder: policy.alphabetical.map { $0.order ?? "" },
                numericalOrder: policy.numerical.map { $0.order ?? "" },
                filter: filterTags.map {
                    TagPolicySpecification.Filter(
                        pattern: $0.pattern ?? "", extract: $0.extract ?? "")
                })
        }
    }

    static let cases: [Case] = (try? ConformanceTable.cases(in: "policy.jsonl")) ?? []

    @Test func `the whole table is read`() {
        #expect(Self.cases.count == 128)
    }

    @Test(arguments: cases)
    func `the selection equals that of Flux`(_ test: Case) {
        let selection = test.specification.selection(from: test.tags)
        if test.ambiguous == true {
            let acceptable = (test.acceptableSelected ?? []) + (test.acceptableErrorKinds ?? [])
            let answer = selection.selected ?? selection.failure?.kind ?? ""
            #expect(acceptable.contains(answer))
            #expect(test.dbOrderSelected == nil || selection.selected == test.dbOrderSelected)
        } else {
            #expect(selection.selected == test.selected)
            #expect(selection.failure?.kind == test.errorKind)
        }
    }

    @Test(arguments: cases)
    func `results do not depend on the order of tags`(_ test: Case) {
        let selection = test.specification.selection(from: test.tags)
        let reversed = test.specification.selection(from: test.tags.reversed())
        #expect(selection.selected == reversed.selected)
        #expect(selection.tied == reversed.tied)
        #expect(selection.failure?.kind == reversed.failure?.kind)
        #expect(Set(selection.verdicts) == Set(reversed.verdicts))
    }
}
