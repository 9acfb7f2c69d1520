import Testing

/// A faulty configuration, and all problems that are reported for it.
struct Fault: CustomTestStringConvertible, Sendable {
    let text: String
    let problems: [String]
    /// Whether JSON Schema can find the fault, too.
    let isForSchema: Bool

    /// A text that is not a whole file gets a version below it.
    init(
        _ text: String, at place: String, _ message: String, meant: String? = nil,
        isWhole: Bool = false, isForSchema: Bool = true
    ) {
        self.text = text + (isWhole ? "" : "\nversion: 1\n")
        let question = meant.map { "; did you mean `\($0)`?" } ?? ""
        problems = ["\(place): \(message)\(question)"]
        self.isForSchema = isForSchema
    }

    var testDescription: String { text }
}

extension Fault {
    /// Faulty files, and all problems that are reported for each.
    static let faulty: [Fault] = [
        Fault(
            "", at: "1:1", "expected one YAML document, found 0", isWhole: true, isForSchema: false),
        Fault(
            "version: 1\n---\nversion: 1", at: "3:1", "expected one YAML document, found 2",
            isWhole: true, isForSchema: false),
        Fault(
            "version: [1", at: "1:12", "not valid YAML: did not find expected ',' or ']'",
            isWhole: true, isForSchema: false),
        Fault("- version: 1", at: "1:1", "expected a mapping, found a list", isWhole: true),
        Fault("profile: recommended", at: "1:1", "the key `version` is missing", isWhole: true),
        Fault(
            "version: 2",
            at: "1:10", "version 2 of the format is unknown; this program reads version 1",
            meant: "1", isWhole: true
        ),
        Fault("version: \"1\"", at: "1:10", "expected a whole number, found text", isWhole: true),
        Fault(
            "update: { maximumJump: majr }", at: "1:24",
            "expected one of `major`, `minor`, `patch`, found `majr`", meant: "major"),
        Fault(
            "update: { minimumReleaseAge: 3 fortnights }", at: "1:30",
            "expected a length of time such as `3 days`, found `3 fortnights`"),
        Fault(
            "update: { maximumTagLoss: 101 }", at: "1:27",
            "expected a number from 0 to 100, found `101`"),
        Fault(
            "update: { freeze: [{ reason: x }] }", at: "1:20",
            "one of the keys `from`, `until`, `days` is missing"),
        Fault(
            "update: { hold: [{ image: x }] }", at: "1:18", "the key `reason` is missing"),
        Fault("enviroments: []", at: "1:1", "unknown key `enviroments`", meant: "environments"),
        Fault("paths: []", at: "1:1", "unknown key `paths`"),
        Fault("[a]: 1", at: "1:1", "expected a key, found a list", isForSchema: false),
        Fault(
            "exclude: []\nexclude: []", at: "2:1", "the key `exclude` occurs twice",
            isForSchema: false),
        Fault(
            "profile: gardrails",
            at: "1:10", "expected one of `recommended`, `guardrails`, found `gardrails`",
            meant: "guardrails"
        ),
        Fault(
            "flux: { version: 2.9 }",
            at: "1:18", "expected a version of Flux such as \"2.9\", found a number",
            meant: "\"2.9\""),
        Fault(
            "flux: { version: \">=2.9\" }",
            at: "1:18", "expected a version of Flux such as \"2.9\", found `>=2.9`", meant: "2.9"),
        Fault(
            "flux: { version: \"1.0\" }",
            at: "1:18", "expected a version of Flux such as \"2.9\", found `1.0`"),
        Fault(
            "exclude: charts/**",
            at: "1:10", "expected a list of path globs, found text", meant: "[\"charts/**\"]"),
        Fault("exclude:", at: "1:9", "expected a list of path globs, found nothing"),
        Fault("exclude: [1]", at: "1:11", "expected a glob, found a number", meant: "\"1\""),
        Fault("exclude: ['']", at: "1:11", "expected a glob, found ``"),
        Fault(
            "exclude: [/charts/]",
            at: "1:11", "a glob neither begins nor ends with a slash, nor has two in a row",
            meant: "charts/**",
            isForSchema: false),
        Fault(
            "exclude: ['é{a,b']",
            at: "1:13", "the alternatives opened here are never closed: `}` is missing",
            isForSchema: false),
        Fault("environments: [{}]", at: "1:16", "the key `name` is missing"),
        Fault(
            "environments: [{ name: a b }]",
            at: "1:24", "expected a name of letters, digits, `_`, `.` and `-`, found `a b`"),
        Fault(
            "environments: [{ name: a, tags: '^a-(?!b)$' }]",
            at: "1:37",
            "`(?!` is not supported by Go's regular expressions: they have groups, "
                + "`(?:…)`, `(?P<name>…)` and the flags i, m, s and U, but no look-around",
            isForSchema: false),
        Fault(
            "environments: [{ name: a, protected: yes }]",
            at: "1:38", "expected true or false, found text", meant: "true"),
        Fault(
            "environments: [{ name: a, identity: digests }]",
            at: "1:37", "expected one of `tag`, `digest`, `either`, `both`, found `digests`",
            meant: "digest"
        ),
        Fault(
            "environments:\n- name: a\n- name: b\n- name: a",
            at: "4:9", "the environment `a` is defined in line 2 already", isForSchema: false),
        Fault(
            "environments: [{ name: staging }, { name: b, promotesFrom: stagin }]",
            at: "1:60", "no environment is called `stagin`", meant: "staging", isForSchema: false),
        Fault(
            "environments: [{ name: a, promotesFrom: a }]",
            at: "1:41", "environments promote from each other in a circle: `a` from `a`",
            isForSchema: false),
        Fault(
            """
            environments:
            - { name: z, promotesFrom: a }
            - { name: a, promotesFrom: b }
            - { name: b, promotesFrom: a }
            """,
            at: "3:28", "environments promote from each other in a circle: `a` from `b` from `a`",
            isForSchema: false),
        Fault(
            "promotion: { identity: '^v.*$' }",
            at: "1:24",
            "`^v.*$` has no group: put parentheses around what environments share",
            isForSchema: false),
        Fault("promotion: {}", at: "1:12", "the key `identity` is missing"),
        Fault(
            "promotion: { identity: '(a' }", at: "1:25",
            "the group opened here is never closed: `)` is missing", isForSchema: false),
        Fault(
            "environments: [{ name: a, promotedTag: 'a-$1' }]", at: "1:40",
            "there is no `promotion.identity`, whose groups the tag is made of",
            isForSchema: false),
        Fault(
            """
            promotion: { identity: '(?P<build>v.*)' }
            environments:
            - { name: a, promotedTag: 'a-$1_' }
            """, at: "3:27", "the pattern of `promotion.identity` has no group `1_`",
            isForSchema: false),
        Fault(
            "rules: { image-lastest-tag: off }",
            at: "1:10", "unknown rule `image-lastest-tag`", meant: "image-latest-tag"),
        Fault("rules: { no-such-thing: off }", at: "1:10", "unknown rule `no-such-thing`"),
        Fault(
            "rules: { policy-unused: warn }",
            at: "1:25", "expected one of `off`, `note`, `warning`, `error`, found `warn`"),
        Fault(
            "rules: { policy-unused: [off] }",
            at: "1:25", "expected a severity, or a mapping, found a list"),
        Fault(
            "rules: { policy-unused: { options: {} } }", at: "1:27", "unknown key `options`"),
        Fault(
            "rules: { policy-unused: { ignore: [{ path: a }] } }",
            at: "1:36", "the key `reason` is missing"),
        Fault(
            "rules: { policy-unused: { ignore: [{ path: a, reason: '' }] } }",
            at: "1:55", "expected a reason, found ``"),
        Fault(
            "rules: { policy-unused: { ignore: [{ reason: why }] } }",
            at: "1:36", "one of the keys `path`, `image`, `policy`, `object` is missing"),
        Fault(
            "rules: { policy-unused: { ignore: [{ path: a, reason: b, until: 2027-02-30 }] } }",
            at: "1:65", "expected a day such as 2027-01-01, found `2027-02-30`",
            meant: "2027-02-28",
            isForSchema: false),
        Fault(
            "rules: { policy-unused: { ignore: [{ path: a, reason: b, until: 2027-1-1 }] } }",
            at: "1:65", "expected a day such as 2027-01-01, found `2027-1-1`", meant: "2027-01-01"),
    ]
}
