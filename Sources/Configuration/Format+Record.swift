import YAMLSyntax

/// One key of a mapping: its value's format, and where the value goes in a record.
struct Field<Record>: Sendable {
    let key: String
    let isRequired: Bool
    let schema: SchemaValue
    let definitions: [String: SchemaValue]
    let read: @Sendable (YAMLNode, inout Record, inout Decoding) -> Void

    init<Value>(
        _ key: String, _ target: any WritableKeyPath<Record, Setting<Value>?> & Sendable,
        _ format: Format<Value>, isRequired: Bool = false, _ description: String? = nil
    ) {
        self.key = key
        self.isRequired = isRequired
        let says = description.map { [(key: "description", value: SchemaValue.string($0))] } ?? []
        schema = SchemaValue.object(says).with(contentsOf: format.schema)
        definitions = format.definitions
        read = { node, record, decoding in
            record[keyPath: target] = format.setting(node, &decoding)
        }
    }
}

extension Format {
    /// A mapping in which only the given fields may occur; they are read into `empty`.
    ///
    /// - Parameters:
    ///   - keyNoun: The noun for a key in messages.
    ///   - alternatives: Keys of which at least one is required; empty for no such requirement.
    static func record(
        _ empty: Value, noun: String = "a mapping", keyNoun: String = "key",
        anyOf alternatives: [String] = [], _ fields: [Field<Value>]
    ) -> Format {
        let definitions = fields.reduce(into: [:]) { all, field in
            all.merge(field.definitions) { first, _ in first }
        }
        let reader = RecordReader(keyNoun: keyNoun, alternatives: alternatives, fields: fields)
        return Format(noun, schema: reader.schema, definitions: definitions) { node, decoding in
            guard node.resolvedKind == .mapping else {
                decoding.report(.wrongType(expected: noun, found: node.typeName), at: node.span)
                return nil
            }
            var value = empty
            reader.read(node, into: &value, &decoding)
            return value
        }
    }

    /// A mapping with one key, whose value is all that counts.
    static func mapping<Only>(
        _ key: String, _ format: Format<Only>, _ description: String
    ) -> Format where Value == Setting<Only>? {
        record(nil, [Field(key, \.self, format, description)])
    }
}

/// Reads the fields of one mapping.
private struct RecordReader<Record: Sendable>: Sendable {
    private let keyNoun: String
    private let alternatives: [String]
    private let fields: [Field<Record>]
    private let fieldsByKey: [String: Field<Record>]

    init(keyNoun: String, alternatives: [String], fields: [Field<Record>]) {
        self.keyNoun = keyNoun
        self.alternatives = alternatives
        self.fields = fields
        fieldsByKey = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
    }

    var schema: SchemaValue {
        let required = fields.filter(\.isRequired).map { SchemaValue.string($0.key) }
        var schema: SchemaValue = ["type": "object"]
        if !required.isEmpty { schema = schema.with(contentsOf: ["required": .array(required)]) }
        if !alternatives.isEmpty {
            let oneOfThem = alternatives.map { key -> SchemaValue in
                ["required": [.string(key)]]
            }
            schema = schema.with(contentsOf: ["anyOf": .array(oneOfThem)])
        }
        return schema.with(contentsOf: [
            "additionalProperties": false,
            "properties": .object(fields.map { (key: $0.key, value: $0.schema) }),
        ])
    }

    func read(_ node: YAMLNode, into record: inout Record, _ decoding: inout Decoding) {
        var seen: Set<String> = []
        for (key, value) in node.pairs {
            guard decoding.admits(key) else { return }
            guard let name = key.text else {
                decoding.report(
                    .wrongType(expected: "a \(keyNoun)", found: key.typeName), at: key.span)
                continue
            }
            guard seen.insert(name).inserted else {
                decoding.report(.repeatedKey(name), at: key.span)
                continue
            }
            guard let field = fieldsByKey[name] else {
                decoding.report(
                    .unknownKey(name, noun: keyNoun), at: key.span,
                    suggestion: Suggestion.nearest(to: name, among: fields.map(\.key)))
                continue
            }
            field.read(value, &record, &decoding)
        }
        reportMissing(seen, in: node, &decoding)
    }

    private func reportMissing(
        _ seen: Set<String>, in node: YAMLNode, _ decoding: inout Decoding
    ) {
        guard !decoding.isOver else { return }
        for field in fields where field.isRequired && !seen.contains(field.key) {
            decoding.report(.missingKey(field.key), at: node.span)
        }
        if !alternatives.isEmpty, seen.isDisjoint(with: alternatives) {
            decoding.report(.missingAllKeys(alternatives), at: node.span)
        }
    }
}
