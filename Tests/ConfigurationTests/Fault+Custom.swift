extension Fault {
    private static func rule(_ on: String, _ conditions: String) -> String {
        "custom: [{ id: a, on: \(on), require: { \(conditions) } }]"
    }

    /// Faulty custom rules, and all problems that are reported for each.
    static let custom: [Fault] = [
        Fault("custom: {}", at: "1:9", "expected a list of rules, found a mapping"),
        Fault("custom: [a]", at: "1:10", "expected a rule, found text"),
        Fault(
            "custom: [{ id: a, require: { tag: a } }]", at: "1:10", "the key `on` is missing"),
        Fault(
            "custom: [{ id: a, on: images, require: { tag: a } }]", at: "1:23",
            """
            expected one of `image`, `marker`, `policy`, `repository`, `automation`, `workload`, \
            found `images`
            """, meant: "image"),
        Fault("custom: [{ id: a, on: image }]", at: "1:10", "the key `require` is missing"),
        Fault(
            "custom: [{ id: a, on: image, require: {} }]", at: "1:39",
            "expected at least one condition, found none"),
        Fault(
            "custom: [{ id: My Rule, on: image, require: { tag: a } }]", at: "1:16",
            "expected a name of lower-case letters, digits and `-`, found `My Rule`",
            meant: "my-rule"),
        Fault(
            """
            custom:
              - { id: a, on: image, require: { tag: a } }
              - { id: a, on: image, require: { tag: b } }
            """, at: "3:11", "the rule `a` is defined in line 2 already", isForSchema: false),
        Fault(
            rule("image", "tags: a"), at: "1:41", "unknown field of `on: image` `tags`",
            meant: "tag"),
        Fault(
            rule("policy", "digest: present"), at: "1:42",
            "unknown field of `on: policy` `digest`"),
        Fault(
            rule("image", "tag: 1"), at: "1:46", "expected a text, found a number", meant: "\"1\""),
        Fault(rule("image", "tag: []"), at: "1:46", "expected at least one text, found none"),
        Fault(
            rule("image", "tag: '[a'"), at: "1:47",
            "the character class opened here is never closed: `]` is missing",
            isForSchema: false),
        Fault(
            rule("image", "tag: '/(/'"), at: "1:48",
            "the group opened here is never closed: `)` is missing", isForSchema: false),
        Fault(
            rule("policy", "selects: '('"), at: "1:52",
            "the group opened here is never closed: `)` is missing", isForSchema: false),
        Fault(
            rule("image", "version: '~>x1'"), at: "1:53",
            "`x1` is neither a number nor one of the wildcards `x`, `X` and `*`",
            isForSchema: false),
        Fault(
            rule("repository", "interval: 5m"), at: "1:56",
            "expected a limit such as `>= 5m`, found `5m`", meant: ">= 5m"),
        Fault(
            rule("repository", "suspended: 'yes'"), at: "1:57",
            "expected true or false, found text", meant: "true"),
        Fault(
            rule("image", "marker: yes"), at: "1:49",
            "expected one of `present`, `absent`, found `yes`"),
        Fault(
            rule("policy", "order: semvr"), at: "1:49",
            "expected one of `semver`, `alphabetical`, `numerical`, found `semvr`",
            meant: "semver"),
        Fault(
            rule("image", "labels: a"), at: "1:49", "expected a mapping of keys, found text"),
        Fault(
            rule("image", "any: { tag: a }"), at: "1:46",
            "expected a list of conditions, found a mapping"),
        Fault(
            rule(
                "image",
                String(repeating: "not: { ", count: 8) + "tag: a"
                    + String(repeating: " }", count: 8)),
            at: "1:95", "conditions are nested more than 8 deep", isForSchema: false),
        Fault(
            "custom: [{ id: a, on: image, require: { tag: a }, message: 'the {imge}' }]",
            at: "1:66", "unknown placeholder `imge`", meant: "image", isForSchema: false),
        Fault(
            "custom: [{ id: a, on: image, require: { tag: a }, message: 'a } b' }]", at: "1:63",
            "expected a field in braces, or a brace written twice, found `}`",
            isForSchema: false),
        Fault(
            "custom: [{ id: a, on: image, require: { tag: a }, severity: off }]", at: "1:61",
            "expected one of `note`, `warning`, `error`, found `off`"),
        Fault(
            "custom: [{ id: a, on: image, require: { tag: a }, examples: { bad: [{ path: ../a }] } }]",
            at: "1:77", "expected a path from the repository's root, found `../a`",
            isForSchema: false),
        Fault(
            "custom: [{ id: abc, on: image, require: { tag: a } }]\nrules: { custom/abd: off }",
            at: "2:10", "unknown rule `custom/abd`", meant: "custom/abc", isForSchema: false),
    ]
}
