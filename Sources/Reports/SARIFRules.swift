import Rules

/// The metadata of all rules, and the index of each in the driver's list.
struct SARIFRules {
    private let definitions: [RuleDefinition]
    private let indices: [String: Int]

    init(_ definitions: [RuleDefinition]) {
        self.definitions = definitions.sorted { $0.id < $1.id }
        indices = Dictionary(
            self.definitions.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    func index(of id: String) -> Int? { indices[id] }

    /// A `reportingDescriptorReference` (section 3.52).
    func reference(to id: String) -> JSONValue {
        var members: [String: JSONValue] = ["id": .string(id)]
        members["index"] = index(of: id).map(JSONValue.integer)
        return .object(members)
    }

    var metadata: JSONValue { .array(definitions.map(metadata)) }

    /// A `reportingDescriptor` (section 3.49); GitHub treats an empty text as missing.
    private func metadata(of rule: RuleDefinition) -> JSONValue {
        let summary = rule.summary.isEmpty ? rule.id : rule.summary
        let documentation = rule.documentation.isEmpty ? summary : rule.documentation
        return [
            "id": .string(rule.id),
            "name": .string(Self.name(ofRule: rule.id)),
            "shortDescription": ["text": .string(summary)],
            "fullDescription": ["text": .string(Self.explanation(of: rule, summary: summary))],
            "help": ["text": .string(documentation), "markdown": .string(documentation)],
            "helpUri": .string(RuleDefinition.address(of: rule.id)),
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
            "properties": [
                "tags": ["gitops", .string(Self.family(ofRule: rule.id))],
                // Every rule is silent in doubt, so none is less precise.
                "precision": "very-high",
                "problem.severity": .string(
                    rule.severity == .note ? "recommendation" : rule.severity.rawValue),
            ],
        ]
    }

    /// The summary and the first paragraph of the section *Why*.
    private static func explanation(of rule: RuleDefinition, summary: String) -> String {
        let lines = rule.documentation.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "## Why" }.dropFirst()
        let paragraph = section.drop(while: \.isEmpty).prefix { !$0.isEmpty }
        return ([Substring(summary)] + paragraph).joined(separator: " ")
    }

    /// `ImageUntagged` for `image-untagged`.
    private static func name(ofRule id: String) -> String {
        id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func family(ofRule id: String) -> String {
        String(id.prefix { $0 != "-" })
    }
}
