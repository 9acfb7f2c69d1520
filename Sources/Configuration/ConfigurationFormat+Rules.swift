extension Format<[String: Setting<RuleEntry>]> {
    /// Rules by their ids.
    static func rules(_ rules: [ConfigurableRule]) -> Format {
        let fields = rules.map { rule in
            Field(rule.id, \[String: Setting<RuleEntry>].[rule.id], .rule)
        }
        let record = record([:], noun: "a mapping of rules", keyNoun: "rule", fields)
        // The schema cannot tell which of them the file defines.
        let custom: SchemaValue = [
            "patternProperties": .object(
                [
                    (
                        key: "^\(CustomRule.prefix)[a-z][a-z0-9-]*$",
                        value: Format<RuleEntry>.rule.schema
                    )
                ])
        ]
        return Format(
            record.noun, schema: record.schema.with(contentsOf: custom),
            definitions: record.definitions, decode: record.decode)
    }
}

extension Format<RuleEntry> {
    fileprivate static let rule = either(
        levelAlone,
        or: record(
            RuleEntry(), noun: "a severity, or a mapping",
            [
                Field("severity", \.severity, .level),
                Field(
                    "ignore", \.ignore, .list(of: .ignore, "a list"),
                    "Findings that are accepted, each with a reason."),
            ])
    ).named("rule")

    private static let levelAlone = Format(
        Format<RuleLevel>.level.noun, schema: Format<RuleLevel>.level.schema
    ) { node, decoding in
        Format<RuleLevel>.level.setting(node, &decoding).map { RuleEntry(severity: $0) }
    }
}

extension Format<RuleLevel> {
    fileprivate static let level = word("a severity or `off`")
}

extension Format<IgnoreEntry> {
    static let ignore = record(
        IgnoreEntry(), anyOf: ["path", "image", "policy", "object"],
        [
            Field("path", \.path, .glob, "A glob for files."),
            Field("image", \.image, .glob, "A glob for images: registry and name, no tag."),
            Field("policy", \.policy, .glob, "A glob for ImagePolicies: NAMESPACE/NAME."),
            Field(
                "object", \.object, .glob,
                "A glob for objects: KIND/NAMESPACE/NAME, or KIND/NAME without a namespace."),
            Field("reason", \.reason, .text("a reason") { $0 }, isRequired: true),
            Field(
                "until", \.until, .day, "The last day on which the entry counts: YYYY-MM-DD."),
        ]
    ).named("ignore")
}
