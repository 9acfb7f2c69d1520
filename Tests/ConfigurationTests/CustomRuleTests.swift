import Testing

@testable import Configuration

@Suite struct CustomRuleTests {
    @Test func `every key of a custom rule is decoded`() throws {
        let rules = try Sample.configuration(Sample.custom).customRules
        #expect(rules.map(\.id) == ["custom/images", "custom/release-policies", "custom/slow"])
        let rule = rules[0]
        #expect(rule.subject == .image && rule.severity == .warning)
        #expect(rule.summary == "Images come from our registry." && rule.help == "Mirror it.")
        #expect(rule.badExamples.count == 2 && rule.goodExamples.count == 1)
        #expect(rule.badExamples[1].place == "apps/a.yaml")
        #expect(
            rule.message?.parts == [
                .field(.image, key: nil), .text(" is {not} ours but "),
                .field(.labels, key: "team"), .text("'s"),
            ])
        #expect(rules[2].severity == .error && rules[2].scope == nil)
    }

    @Test func `a rule is told in words`() throws {
        let rules = try Sample.configuration(Sample.custom).customRules
        #expect(
            rules[0].words == """
                For each image where `environment` is `production` and `kind` is `Deployment` or \
                `StatefulSet` and `namespace` is not `kube-*` and `labels.team` is `a` and is not \
                `b` and `labels.tier` is present and (`path` is `apps/**` or not (`use` is not \
                `container`)): `registry` is `ghcr.io/org/**` and `tag` is `/^v?[0-9.]+$/` and \
                `version` is in the range `>=1.2` and `digest` is present and `marker` is present.
                """)
        #expect(
            rules[1].words == """
                For each ImagePolicy: every tag that the policy could select matches \
                `^v?[0-9]+$` and `order` is `semver` and is not `numerical`.
                """)
    }

    @Test func `settings of custom rules are those of all rules`() throws {
        let configuration = try Sample.configuration(Sample.custom)
        let settings = configuration.settings(of: configuration.customRules[2].configurable)
        #expect(settings.level?.value == .note && settings.exemptions.count == 1)
    }

    @Test(arguments: [
        ("90s", 90.0), ("1m30s", 90), ("1.5h", 5400), ("250ms", 0.25), ("1h0m0s", 3600),
    ])
    func `durations are read as Go reads them`(text: String, seconds: Double) {
        #expect(GoDuration(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "5", "m", "5 m", "-5m", "5d", "1h m", "٣m"])
    func `other texts are no durations`(text: String) {
        #expect(GoDuration(text) == nil)
    }

    @Test(arguments: [
        (">= 5m", "300s", true), (">=5m", "4m59s", false), ("< 1h", "59m", true),
        ("= 60s", "1m", true), ("<= 1s", "1001ms", false), ("> 1ms", "2ms", true),
    ])
    func `limits compare lengths, not texts`(limit: String, duration: String, expected: Bool)
        throws
    {
        let test = try #require(CustomDurationTest(limit))
        #expect(test.accepts(try #require(GoDuration(duration))) == expected)
    }

    @Test func `a text that is not known decides nothing that it could change`() throws {
        var test = CustomTextTest()
        test.add(.glob(try GlobPattern("a*")), isRefused: false)
        #expect(test.accepts(["ab"]) == true && test.accepts(["b"]) == false)
        #expect(test.accepts([], isComplete: false) == nil)
        #expect(test.accepts(["ab"], isComplete: false) == true)
        test.add(.glob(try GlobPattern("abc")), isRefused: true)
        #expect(test.accepts(["abc"], isComplete: false) == false)
        #expect(test.accepts(["ab"], isComplete: false) == nil)
        #expect(test.accepts(["ab", "abc"]) == false)
    }

    @Test func `each field of each subject has a meaning and can be shown`() throws {
        for subject in CustomSubject.allCases {
            for field in subject.fields {
                #expect(field.summary.hasSuffix(".") && field.summary.count > 10)
            }
            let names = CustomMessage.placeholders(on: subject)
            #expect(names.contains("path") && names.contains("witness"))
            for name in names {
                #expect(throws: Never.self) { try CustomMessage("{\(name)}", on: subject) }
            }
        }
    }
}
