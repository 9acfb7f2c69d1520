import YAMLSyntax

/// How one kind of value is written: what reads it, and the JSON Schema that says the same.
///
/// Formats are put together from smaller ones, so decoder and schema cannot part.
struct Format<Value: Sendable>: Sendable {
    /// The expected value in words, such as `a list of globs`.
    let noun: String
    let schema: SchemaValue
    /// The schemas that `schema` refers to by name.
    let definitions: [String: SchemaValue]
    /// Reports what is wrong and returns nil, or returns the value.
    let decode: @Sendable (YAMLNode, inout Decoding) -> Value?

    init(
        _ noun: String, schema: SchemaValue, definitions: [String: SchemaValue] = [:],
        decode: @escaping @Sendable (YAMLNode, inout Decoding) -> Value?
    ) {
        self.noun = noun
        self.schema = schema
        self.definitions = definitions
        self.decode = decode
    }

    /// Reads a node with its place, within the limits of the pass.
    func setting(_ node: YAMLNode, _ decoding: inout Decoding) -> Setting<Value>? {
        guard decoding.admits(node), let value = decode(node, &decoding) else { return nil }
        return Setting(value, .file(node.span))
    }

    /// The same format, described once in the schema and referred to by `name`.
    func named(_ name: String) -> Format {
        Format(
            noun, schema: ["$ref": .string("#/$defs/\(name)")],
            definitions: definitions.merging([name: schema]) { first, _ in first }, decode: decode)
    }

    /// The JSON Schema of a file in this format, with a line break at its end.
    func schemaText(title: SchemaValue, _ description: SchemaValue) -> String {
        let head: SchemaValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title,
            "description": description,
        ]
        let named = definitions.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        let tail: SchemaValue = named.isEmpty ? [:] : ["$defs": .object(named)]
        return head.with(contentsOf: schema).with(contentsOf: tail).text() + "\n"
    }
}

// MARK: Collections

extension Format {
    static func list<Item>(
        of item: Format<Item>, _ noun: String, limit: Int = 1_000
    ) -> Format where Value == [Setting<Item>] {
        let schema: SchemaValue = [
            "type": "array", "items": item.schema, "maxItems": .integer(limit),
        ]
        return Format(noun, schema: schema, definitions: item.definitions) { node, decoding in
            guard node.resolvedKind == .sequence else {
                let isText = node.scalarType == .string
                decoding.report(
                    .wrongType(expected: noun, found: node.typeName), at: node.span,
                    suggestion: isText ? node.text.map { "[\"\($0)\"]" } : nil)
                return nil
            }
            var items: [Setting<Item>] = []
            for (number, child) in node.items.enumerated() {
                guard number < limit else {
                    decoding.report(.tooManyItems(limit: limit), at: child.span)
                    break
                }
                if let setting = item.setting(child, &decoding) { items.append(setting) }
            }
            return items
        }
    }

    /// One word in place of a mapping that could say more.
    static func either(_ word: Format, or mapping: Format) -> Format {
        Format(
            "\(word.noun) or \(mapping.noun)",
            schema: ["anyOf": [word.schema, mapping.schema]],
            definitions: word.definitions.merging(mapping.definitions) { first, _ in first }
        ) { node, decoding in
            (node.scalarType == nil ? mapping : word).decode(node, &decoding)
        }
    }
}
