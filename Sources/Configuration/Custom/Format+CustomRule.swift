import SourceText
import YAMLSyntax

extension Format<[Setting<CustomRuleEntry>]> {
    /// The rules of the repository's own.
    static let customRules = list(of: .customRule, "a list of rules", limit: 200)
}

extension Format<CustomRuleEntry> {
    private static let formats = Dictionary(
        uniqueKeysWithValues: CustomSubject.allCases.map { ($0, rule(on: $0)) })

    /// The fields that conditions may name depend on `on`, so that is read first.
    fileprivate static let customRule: Format = {
        let formats = CustomSubject.allCases.compactMap { Self.formats[$0] }
        let definitions = formats.reduce(into: [:]) { all, format in
            all.merge(format.definitions) { first, _ in first }
        }
        return Format(
            "a rule", schema: ["oneOf": .array(formats.map(\.schema))], definitions: definitions
        ) { node, decoding in
            guard node.resolvedKind == .mapping else {
                decoding.report(.wrongType(expected: "a rule", found: node.typeName), at: node.span)
                return nil
            }
            guard let on = node.resolved["on"] else {
                decoding.report(.missingKey("on"), at: node.span)
                return nil
            }
            guard let subject = Format<CustomSubject>.subject.decode(on, &decoding) else {
                return nil
            }
            return Self.formats[subject]?.decode(node, &decoding)
        }
    }()

    private static func rule(on subject: CustomSubject) -> Format {
        record(
            CustomRuleEntry(), noun: "a rule",
            [
                Field(
                    "id", \.id, .customName, isRequired: true,
                    "The rule's name; `custom/` and this is its id."),
                Field("on", \.subject, .only(subject), isRequired: true, "What it judges."),
                Field(
                    "where", \.scope, .conditions(on: subject),
                    "The ones that it judges; all of them where this is absent."),
                Field(
                    "require", \.requirement, .conditions(on: subject), isRequired: true,
                    "What each of them must be."),
                Field(
                    "message", \.message, .message(on: subject),
                    """
                    What is said of the others. The values of fields go in braces: `{path}`; a \
                    brace itself is written twice.
                    """),
                Field("severity", \.severity, .word("a severity"), "By default `error`."),
                Field(
                    "description", \.summary, .text("a sentence") { $0 },
                    "One sentence for lists of rules: what is wrong."),
                Field(
                    "help", \.help, .text("a text") { $0 },
                    "What to do about it, in Markdown: `sluice explain rule` shows it."),
                Field(
                    "examples", \.examples, .examples,
                    "Manifests that the rule must and must not report, for `sluice rules test`."),
            ]
        ).named("custom-\(subject.rawValue)")
    }
}

extension Format<CustomSubject> {
    fileprivate static let subject = word("what the rule judges")

    /// The word alone; `on` has been read already.
    fileprivate static func only(_ word: CustomSubject) -> Format {
        Format("`\(word.rawValue)`", schema: ["const": .string(word.rawValue)]) { _, _ in word }
    }
}

extension Format<CustomMessage> {
    fileprivate static func message(on subject: CustomSubject) -> Format {
        text("a message") { source throws(TextFault) in try CustomMessage(source, on: subject) }
    }
}

extension Format<String> {
    fileprivate static let customName = parsed(
        "a name of lower-case letters, digits and `-`",
        schema: ["pattern": "^[a-z][a-z0-9-]{0,62}$"],
        meant: { text in
            let name = String(
                text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
            return name.isCustomName ? name : nil
        }, read: { $0.isCustomName ? $0 : nil })
}

extension String {
    fileprivate var isCustomName: Bool {
        (1...63).contains(utf8.count) && ("a"..."z").contains(unicodeScalars.first ?? "-")
            && unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
            }
    }
}

extension Format<CustomExamplesEntry> {
    fileprivate static let examples = record(
        CustomExamplesEntry(),
        [
            Field(
                "bad", \.bad, .list(of: .example, "a list of examples", limit: 50),
                "The rule reports something in each of them."),
            Field(
                "good", \.good, .list(of: .example, "a list of examples", limit: 50),
                "The rule reports nothing in any of them."),
        ]
    ).named("custom-examples")
}

extension Format<CustomExample> {
    /// A manifest, or a mapping that says where it is.
    fileprivate static let example = {
        let record = Format<CustomExampleEntry>.record(
            CustomExampleEntry(), noun: "a mapping", anyOf: ["manifest", "path"],
            [
                Field("manifest", \.manifest, .text("a manifest") { $0 }, "The text itself."),
                Field(
                    "at", \.at, .repositoryPath,
                    "The path at which the manifest is judged, such as `clusters/production/a.yaml`."
                ),
                Field(
                    "path", \.path, .repositoryPath,
                    "A file or directory of this repository, which is judged at its own path."),
            ])
        let text = Format<CustomExample>.text("a manifest") {
            CustomExample(content: .manifest($0), place: nil)
        }
        let mapping = Format(
            record.noun, schema: record.schema, definitions: record.definitions
        ) { node, decoding in
            guard let entry = record.decode(node, &decoding) else { return nil }
            if let path = entry.path?.value {
                return CustomExample(content: .path(path), place: nil)
            }
            return entry.manifest.map {
                CustomExample(content: .manifest($0.value), place: entry.at?.value)
            }
        }
        return either(text, or: mapping)
    }()
}

extension Format<String> {
    fileprivate static let repositoryPath = parsed(
        "a path from the repository's root", schema: ["pattern": "^[^/]"],
        meant: { $0.hasPrefix("/") ? String($0.drop { $0 == "/" }) : nil },
        read: { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return parts.contains { ["", ".", ".."].contains($0) } ? nil : path
        })
}

/// Reports what no key of `custom` shows by itself.
enum CustomRuleChecks {
    static func report(_ entries: [Setting<CustomRuleEntry>], _ decoding: inout Decoding) {
        var known: [String: Int] = [:]
        for entry in entries {
            guard let id = entry.value.id, let span = id.span else { continue }
            if let first = known[id.value] {
                decoding.report(.repeatedCustomRule(id.value, firstLine: first), at: span)
            } else {
                known[id.value] = decoding.lines.position(at: span.lowerBound).line
            }
        }
    }
}
