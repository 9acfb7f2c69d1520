extension Format<[String: Setting<RuleEntry>]> {
    /// Rules by their ids; only those with options of their own need a schema of their own.
    static func rules(_ rules: [ConfigurableRule]) -> Format {
        let fields = rules.map { rule in
            Field(rule.id, \[String: Setting<RuleEntry>].[rule.id], .rule(rule))
        }
        return record([:], RecordFormat("a mapping of rules", keyNoun: "rule", fields))
    }
}

extension Format<RuleEntry> {
    fileprivate static func rule(_ rule: ConfigurableRule) -> Format {
        let hasOptions = !rule.options.isEmpty
        let options = Field(
            "options", \RuleEntry.options, .options(rule.options), "What this rule lets one choose."
        )
        let mapping = record(
            RuleEntry(),
            RecordFormat(
                "a severity, or a mapping",
                [
                    Field("severity", \.severity, .level),
                    Field(
                        "ignore", \.ignore, .list(of: .ignore, "a list"),
                        "Findings that are accepted, each with a reason."),
                ] + (hasOptions ? [options] : [])))
        let format = either(.levelAlone, or: mapping)
        return format.named(hasOptions ? "rule-\(rule.id)" : "rule")
    }

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
        IgnoreEntry(),
        RecordFormat(
            "a mapping", anyOf: ["path", "image", "policy", "object"],
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
            ])
    ).named("ignore")
}

extension Format<[String: Setting<RuleOptionValue>]> {
    fileprivate static func options(_ options: [RuleOption]) -> Format {
        let fields = options.map { option in
            Field(
                option.name, \[String: Setting<RuleOptionValue>].[option.name],
                .option(option.kind), option.description)
        }
        return record([:], RecordFormat("a mapping of options", keyNoun: "option", fields))
    }
}

extension Format<RuleOptionValue> {
    fileprivate static func option(_ kind: RuleOption.Kind) -> Format {
        switch kind {
        case .integer: Format<Int>.integer.map { .integer($0) }
        case .texts:
            Format<[Setting<String>]>.list(of: .text("text") { $0 }, "a list of texts")
                .map { .texts($0.map(\.value)) }
        }
    }
}
