import RegularLanguages
import Testing

@testable import Configuration

@Suite struct EffectiveConfigurationTests {
    @Test func `without a file nothing is required`() {
        let standard = RepositoryConfiguration.standard
        #expect(standard.path == nil)
        #expect(standard.profile == Setting(.recommended, .standard))
        #expect(standard.environments.isEmpty)
        #expect(standard.allows(image: "docker.io/library/nginx"))
        #expect(!standard.isExternal(policy: "flux-system/web"))
        #expect(!standard.isStrict)
        #expect(standard.settings(of: ConfigurableRule("a")).isOn)
        #expect(!standard.settings(of: ConfigurableRule("a", isOptIn: true)).isOn)
    }

    @Test func `the profile guardrails requires an identity and a form of tags`() throws {
        let configuration = try Sample.configuration(
            """
            version: 1
            profile: guardrails
            environments: [{ name: eu.prod }, { name: own, tags: ^v, identity: both }]
            """)
        let environment = configuration.environments[0]
        #expect(configuration.isStrict)
        #expect(environment.identity == Setting(.either, .profile(.guardrails)))
        #expect(environment.tags?.origin == .profile(.guardrails))
        #expect(
            environment.tags?.value.source
                == #"^eu\.prod-v?[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}-[0-9]{10,14}$"#)
        #expect(configuration.environments[1].tags?.value.source == "^v")
        #expect(configuration.environments[1].identity?.value == .both)
        #expect(configuration.settings(of: ConfigurableRule("a", isOptIn: true)).isOn)
    }

    @Test func `without guardrails an environment requires nothing by itself`() throws {
        let configuration = try Sample.configuration("version: 1\nenvironments: [{ name: a }]")
        let environment = configuration.environments[0]
        #expect(environment.tags == nil)
        #expect(environment.identity == nil)
        #expect(environment.images == nil)
        #expect(environment.isProtected == Setting(false, .standard))
    }

    @Test func `a path can belong to several environments`() throws {
        let configuration = try Sample.configuration(
            """
            version: 1
            environments:
              - { name: all, paths: ["**"] }
              - { name: eu, paths: ["{apps,infra}/eu-*/**", "eu.yaml"] }
            """)
        func names(_ path: String) -> [String] {
            configuration.environments(ofPath: path).map(\.name.value)
        }
        #expect(names("apps/eu-west/web/x.yaml") == ["all", "eu"])
        #expect(names("eu.yaml") == ["all", "eu"])
        #expect(names("apps/us/x.yaml") == ["all"])
    }

    @Test func `a rule is on or off as the file says`() throws {
        let configuration = try Sample.configuration(Sample.complete)
        func settings(_ number: Int) -> RuleSettings {
            configuration.settings(of: Sample.rules[number])
        }
        #expect(settings(0).level?.value == .error)
        #expect(!settings(1).isOn)
        #expect(!settings(2).isOn)
        #expect(settings(3).isOn)
        #expect(settings(3).level == nil)
        #expect(settings(3).exemptions.map(\.reason) == ["examples"])
        let optedIn = try Sample.configuration("version: 1\nrules: { secret-unencrypted: note }")
        #expect(optedIn.settings(of: Sample.rules[2]).isOn)
    }

    @Test
    func `an ignore entry covers subjects that all its globs match until its last day`() throws {
        let configuration = try Sample.configuration(
            """
            version: 1
            rules:
              policy-unused:
                ignore: [{ path: "apps/**", policy: "flux-system/*", reason: r, until: 2027-01-01 }]
            """)
        let entry = try #require(configuration.settings(of: Sample.rules[1]).exemptions.first)
        #expect(entry.covers(ExemptionSubject(path: "apps/x.yaml", policy: "flux-system/web")))
        #expect(!entry.covers(ExemptionSubject(path: "x.yaml", policy: "flux-system/web")))
        #expect(!entry.covers(ExemptionSubject(path: "apps/x.yaml", policy: "other/web")))
        #expect(!entry.covers(ExemptionSubject(path: "apps/x.yaml")))
        #expect(!entry.isExpired(on: try #require(CalendarDay("2027-01-01"))))
        #expect(entry.isExpired(on: try #require(CalendarDay("2027-01-02"))))
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("namspaces", "namespaces"), ("Paths", "paths"), ("promotes_from", "promotesFrom"),
        ("ptahs", "paths"), ("tag", "tags"), ("image", "images"), ("xyz", nil), ("", nil),
        (String(repeating: "a", count: 65), nil),
    ]) func `the nearest word is suggested if it is similar`(word: String, expected: String?) {
        let words = ["namespaces", "paths", "images", "tags", "promotesFrom"]
        #expect(Suggestion.nearest(to: word, among: words) == expected)
    }
}

@Suite struct ObjectNameTests {
    private static let names = [
        "backend", "jupyterhub", "web-dev", "db-1", "pod-info", "shop-api", "shop-app",
    ]

    @Test(
        arguments: [
            ("bakcend", "backend", "two letters are swapped"),
            ("Backend", "backend", "case is no difference"),
            ("podinfo", "pod-info", "separators are none"),
            ("jupyter", "jupyterhub", "it is most of the name"),
            ("hub", nil, "too short to stand for the whole"),
            ("web-uat", nil, "another environment"),
            ("web", nil, "the environment is missing"),
            ("db-2", nil, "another number"),
            ("shop-apt", nil, "short words with a slip are other words"),
            ("shopapp", "shop-app", "the same letters come before a part"),
            ("frontend", nil, "another word"),
            ("", nil, "nothing"),
        ] as [(String, String?, String)])
    func `a similar name is found only where it is evidently meant`(
        name: String, meant: String?, reason: String
    ) {
        #expect(
            ObjectNames.name(meantBy: name, in: [ObjectNames(Self.names)]) == meant, "\(reason)")
    }

    @Test func `several similar names give no suggestion`() {
        #expect(
            ObjectNames.name(
                meantBy: "portal", in: [ObjectNames(["portal-web", "portal-api"])]) == nil)
        #expect(
            Suggestion.isAlike("bakcend", "backend") && Suggestion.isAlike("web-uat", "web-dev"))
        #expect(!Suggestion.isAlike("shop", "podinfo"))
    }
}
