import SourceText
import YAMLSyntax

/// Why a text is not what it should be; offsets are UTF-8 within the text.
struct TextFault: Error {
    let reason: ConfigurationProblem.Reason
    var range: Range<Int>?
    var suggestion: String?
}

extension Format {
    /// Text that is read further by `convert`; `schema` has what JSON Schema can say of it.
    static func text(
        _ noun: String, schema: SchemaValue = ["minLength": 1], acceptsDates: Bool = false,
        convert: @escaping @Sendable (String) throws(TextFault) -> Value
    ) -> Format {
        let schema = SchemaValue.object([(key: "type", value: "string")]).with(contentsOf: schema)
        return Format(noun, schema: schema) { node, decoding in
            let type = node.scalarType
            guard let text = node.text, type == .string || (acceptsDates && type == .timestamp)
            else {
                let isOtherScalar = type != nil && type != .null
                decoding.report(
                    .wrongType(expected: noun, found: node.typeName), at: node.span,
                    suggestion: isOtherScalar ? node.text.map { "\"\($0)\"" } : nil)
                return nil
            }
            do throws(TextFault) {
                if text.isEmpty { throw TextFault(reason: .invalidText(text, expected: noun)) }
                return try convert(text)
            } catch {
                decoding.report(
                    error.reason, at: node.span(of: error.range), suggestion: error.suggestion)
                return nil
            }
        }
    }

    /// Text of which `read` makes a value; `meant` is what was probably meant by another text.
    static func parsed(
        _ noun: String, schema: SchemaValue, acceptsDates: Bool = false,
        meant: @escaping @Sendable (String) -> String? = { _ in nil },
        read: @escaping @Sendable (String) -> Value?
    ) -> Format {
        text(noun, schema: schema, acceptsDates: acceptsDates) { text throws(TextFault) in
            if let value = read(text) { return value }
            throw TextFault(reason: .invalidText(text, expected: noun), suggestion: meant(text))
        }
    }

    /// One of the words that a type has for its cases.
    static func word(_ noun: String) -> Format
    where Value: RawRepresentable<String> & CaseIterable {
        let words = Value.allCases.map(\.rawValue)
        return Format(noun, schema: ["enum": .array(words.map(SchemaValue.string))]) {
            node, decoding in
            guard let text = node.text else {
                decoding.report(.wrongType(expected: noun, found: node.typeName), at: node.span)
                return nil
            }
            if let value = Value(rawValue: text) { return value }
            decoding.report(
                .unknownWord(text, expected: words), at: node.span,
                suggestion: Suggestion.nearest(to: text, among: words))
            return nil
        }
    }
}

extension Format<Bool> {
    static let boolean = Format("true or false", schema: ["type": "boolean"]) { node, decoding in
        guard node.scalarType == .boolean, let text = node.text else {
            let meant = node.text.flatMap { yaml11Booleans[$0.lowercased()] }
            decoding.report(
                .wrongType(expected: "true or false", found: node.typeName), at: node.span,
                suggestion: meant)
            return nil
        }
        return text.lowercased() == "true"
    }

    private static let yaml11Booleans = [
        "yes": "true", "on": "true", "true": "true", "no": "false", "off": "false",
        "false": "false",
    ]
}

extension Format<Int> {
    static let integer = Format("a whole number", schema: ["type": "integer"]) { node, decoding in
        if node.scalarType == .integer, let number = node.text.flatMap({ Int($0) }) {
            return number
        }
        decoding.report(
            .wrongType(expected: "a whole number", found: node.typeName), at: node.span)
        return nil
    }

    /// A whole number from `least` to `most`, which is nil for no end.
    static func integer(_ noun: String, from least: Int, to most: Int? = nil) -> Format {
        let end: SchemaValue = most.map { ["maximum": .integer($0)] } ?? [:]
        let start: SchemaValue = ["type": "integer", "minimum": .integer(least)]
        return Format(noun, schema: start.with(contentsOf: end)) { node, decoding in
            guard let number = Format.integer.decode(node, &decoding) else { return nil }
            if number >= least, number <= most ?? .max { return number }
            decoding.report(.invalidText("\(number)", expected: noun), at: node.span)
            return nil
        }
    }

    /// The version of the format; a file of another version may mean anything.
    static func version(_ supported: Int) -> Format {
        let schema: SchemaValue = ["const": .integer(supported)]
        return Format("the number \(supported)", schema: schema) { node, decoding in
            guard let version = Format.integer.decode(node, &decoding) else { return nil }
            if version == supported { return version }
            decoding.report(
                .unsupportedVersion(version, supported: supported), at: node.span,
                suggestion: String(supported))
            return nil
        }
    }
}

extension YAMLNode {
    /// The place of a part of the text; of the whole scalar where escapes or an alias hide it.
    fileprivate func span(of range: Range<Int>?) -> SourceSpan {
        guard let range, let textSpan else { return span }
        let lower = min(textSpan.lowerBound + range.lowerBound, textSpan.upperBound)
        let upper = min(textSpan.lowerBound + range.upperBound, textSpan.upperBound)
        return SourceSpan(lower, max(lower, upper))
    }
}
