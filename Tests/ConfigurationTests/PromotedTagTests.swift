import Testing

@testable import Configuration

@Suite struct PromotedTagTests {
    private func promoted(
        _ tag: String, _ production: String, identity: String? = nil,
        check: (String) throws(PromotionRefusal) -> Void = { _ throws(PromotionRefusal) in }
    ) throws -> String {
        let configuration = try Promotion.configuration(
            "- { name: staging }\n- { name: production, promotesFrom: staging\(production) }",
            identity: identity)
        return try configuration.promotedTag(
            of: tag, to: configuration.environments[1], check: check)
    }

    @Test(arguments: [
        ("staging-v1.4.2-2d3fcbd-1611906956", "", "production-v1.4.2-2d3fcbd-1611906956"),
        ("stg.v1.4.2", "", "production.v1.4.2"),
        ("v1.4.2", "", "v1.4.2"),
        ("staging-42", "", "production-42"),
        ("production-v1.4.2", "", "production-v1.4.2"),
        ("staging-v1.4.2", ", tags: '^prod-v[0-9.]+$'", "prod-v1.4.2"),
        ("stg-v1.4.2", ", tags: '^live-v[0-9.]+$'", "live-v1.4.2"),
    ]) func `a promoted tag has the target's name in place of the source's`(
        tag: String, production: String, expected: String
    ) throws {
        #expect(try promoted(tag, production) == expected)
    }

    @Test func `a template makes the promoted tag of the identity's groups`() throws {
        #expect(
            try promoted(
                "staging-1.4.2-rc.3", ", promotedTag: '$1'",
                identity: #"^(?:staging-)?([0-9]+\.[0-9]+\.[0-9]+)"#) == "1.4.2")
    }

    @Test(
        arguments: [
            (
                "staging-v1.4.2", ", tags: '^release-'", nil,
                "`production-v1.4.2` is not a tag of `production`, whose tags match `^release-`"
            ),
            (
                "staging-latest", "", "-(v.*)$",
                "`staging-latest` has no identity: `promotion.identity` is `-(v.*)$`, which does not match it"
            ),
            ("staging-v1", ", promotedTag: '+$1'", "-(v.*)$", "`+v1` is not a valid tag"),
            (
                "staging-v1", ", promotedTag: 'p-v$1'", "-(v.*)$",
                "`p-vv1` does not have the identity of `staging-v1`: change `promotedTag` so that it has"
            ),
            (
                "staging-\(String(repeating: "1", count: 125))", "", nil,
                "`production-\(String(repeating: "1", count: 125))` is not a valid tag"
            ),
        ] as [(String, String, String?, String)])
    func `a tag is refused with the reason`(
        tag: String, production: String, identity: String?, reason: String
    ) throws {
        let refusal = #expect(throws: PromotionRefusal.self) {
            try promoted(tag, production, identity: identity)
        }
        #expect(refusal?.description == reason)
    }

    @Test func `the first tag that nothing objects to is taken`() throws {
        func check(_ tag: String) throws(PromotionRefusal) {
            if !tag.hasPrefix("prod-") {
                throw .policy(tag: tag, policy: "flux-system/web", reason: "no")
            }
        }
        #expect(try promoted("staging-1.2.3", "", check: check) == "prod-1.2.3")
        let refusal = #expect(throws: PromotionRefusal.self) {
            try promoted("v1.2.3", "", check: check)
        }
        #expect(
            refusal?.description == "the policy flux-system/web does not take `v1.2.3`: no")
    }
}
