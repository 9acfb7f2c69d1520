import RegularLanguages
import SemanticVersions
import SourceText
import YAMLSyntax

extension Format<CustomCondition> {
    /// In conditions within conditions.
    private static let depthLimit = 8
    private static let operators = ["all", "any", "not"]

    /// The conditions of one mapping, all of which must hold.
    static func conditions(on subject: CustomSubject) -> Format {
        let name = "custom-\(subject.rawValue)-conditions"
        let itself: SchemaValue = ["$ref": .string("#/$defs/\(name)")]
        let list: SchemaValue = ["type": "array", "minItems": 1, "items": itself]
        let fields = subject.fields.map { field in
            (key: field.rawValue, value: field.schema)
        }
        let schema: SchemaValue = [
            "type": "object", "minProperties": 1, "additionalProperties": false,
            "properties": .object(
                fields + [
                    (key: "all", value: describing("Each of these must hold.", list)),
                    (key: "any", value: describing("One of these must hold.", list)),
                    (key: "not", value: describing("These must not all hold.", itself)),
                ]),
        ]
        return Format(
            "a mapping of conditions", schema: itself,
            definitions: CustomField.definitions.merging([name: schema]) { first, _ in first }
        ) { node, decoding in
            conditions(node, on: subject, depth: 1, &decoding)
        }
    }

    private static func describing(_ text: String, _ schema: SchemaValue) -> SchemaValue {
        SchemaValue.object([(key: "description", value: .string(text))]).with(contentsOf: schema)
    }

    private static func conditions(
        _ node: YAMLNode, on subject: CustomSubject, depth: Int, _ decoding: inout Decoding
    ) -> CustomCondition? {
        guard node.resolvedKind == .mapping else {
            decoding.report(
                .wrongType(expected: "a mapping of conditions", found: node.typeName),
                at: node.span)
            return nil
        }
        guard depth <= depthLimit else {
            decoding.report(.tooDeep(limit: depthLimit), at: node.span)
            return nil
        }
        var conditions: [CustomCondition] = []
        var seen: Set<String> = []
        for (key, value) in node.pairs {
            guard decoding.admits(key), decoding.admits(value) else { return nil }
            let name = key.text ?? ""
            guard seen.insert(name).inserted else {
                decoding.report(.repeatedKey(name), at: key.span)
                continue
            }
            if operators.contains(name) {
                conditions += combination(name, value, on: subject, depth: depth, &decoding)
            } else if let field = CustomField(rawValue: name), field.subjects.contains(subject) {
                conditions += field.tests(value, &decoding).map(CustomCondition.test)
            } else {
                let names = subject.fields.map(\.rawValue) + operators
                decoding.report(
                    .unknownKey(name, noun: "field of `on: \(subject.rawValue)`"), at: key.span,
                    suggestion: Suggestion.nearest(to: name, among: names))
            }
        }
        if seen.isEmpty {
            decoding.report(
                .wrongType(expected: "at least one condition", found: "none"), at: node.span)
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// The condition of one of the words; none where there is a problem.
    private static func combination(
        _ word: String, _ node: YAMLNode, on subject: CustomSubject, depth: Int,
        _ decoding: inout Decoding
    ) -> [CustomCondition] {
        if word == "not" {
            return conditions(node, on: subject, depth: depth + 1, &decoding).map { [.not($0)] }
                ?? []
        }
        guard node.resolvedKind == .sequence else {
            decoding.report(
                .wrongType(expected: "a list of conditions", found: node.typeName), at: node.span)
            return []
        }
        var parts: [CustomCondition] = []
        for item in node.items where decoding.admits(item) {
            parts += conditions(item, on: subject, depth: depth + 1, &decoding).map { [$0] } ?? []
        }
        if parts.isEmpty {
            decoding.report(
                .wrongType(expected: "at least one condition", found: "none"), at: node.span)
        }
        return [word == "any" ? .any(parts) : .all(parts)]
    }
}

extension CustomField {
    private static let presences = ["present", "absent"]
    private static let itemLimit = 200

    /// The tests that a value says; none where there is a problem.
    fileprivate func tests(_ node: YAMLNode, _ decoding: inout Decoding) -> [CustomTest] {
        guard case .map = kind else {
            return expectation(node, &decoding).map {
                [CustomTest(field: self, key: nil, expectation: $0)]
            } ?? []
        }
        guard node.resolvedKind == .mapping else {
            decoding.report(
                .wrongType(expected: "a mapping of keys", found: node.typeName), at: node.span)
            return []
        }
        var tests: [CustomTest] = []
        for (key, value) in node.pairs {
            guard decoding.admits(key), decoding.admits(value) else { return tests }
            if let expectation = textExpectation(value, words: nil, &decoding) {
                tests.append(CustomTest(field: self, key: key.text, expectation: expectation))
            }
        }
        return tests
    }

    private func expectation(
        _ node: YAMLNode, _ decoding: inout Decoding
    ) -> CustomTest.Expectation? {
        if let presence = presence(node) { return .presence(presence) }
        switch kind {
        case .text, .map: return textExpectation(node, words: nil, &decoding)
        case .words(let words): return textExpectation(node, words: words, &decoding)
        case .version:
            return Format<VersionConstraint>.range.decode(node, &decoding).map { .version($0) }
        case .duration:
            return Format<CustomDurationTest>.limit.decode(node, &decoding).map { .duration($0) }
        case .flag: return Format<Bool>.boolean.decode(node, &decoding).map { .flag($0) }
        case .language:
            return Format<Pattern>.pattern.decode(node, &decoding).map { pattern in
                .language(pattern, try? Language(matching: pattern))
            }
        case .presence:
            decoding.report(
                .unknownWord(node.text ?? node.typeName, expected: Self.presences), at: node.span,
                suggestion: Suggestion.nearest(to: node.text ?? "", among: Self.presences))
            return nil
        }
    }

    /// Whether the word `present` or `absent` says that the field must or must not be there.
    private func presence(_ node: YAMLNode) -> Bool? {
        if case .flag = kind { return nil }
        return switch node.text {
        case "present": true
        case "absent": false
        default: nil
        }
    }

    /// One text or a list of them; `words` are all that may occur, nil for any.
    private func textExpectation(
        _ node: YAMLNode, words: [String]?, _ decoding: inout Decoding
    ) -> CustomTest.Expectation? {
        if let presence = presence(node) { return .presence(presence) }
        let items = node.resolvedKind == .sequence ? Array(node.items) : [node]
        if items.isEmpty {
            decoding.report(.wrongType(expected: "at least one text", found: "none"), at: node.span)
        }
        var test = CustomTextTest()
        for (number, item) in items.enumerated() {
            guard number < Self.itemLimit else {
                decoding.report(.tooManyItems(limit: Self.itemLimit), at: item.span)
                break
            }
            let format = Format<CustomItem>.item(words: words)
            guard decoding.admits(item), let read = format.decode(item, &decoding) else { continue }
            test.add(read.matcher, isRefused: read.isRefused)
        }
        return .text(test)
    }
}

/// A matcher, and whether a `!` stands in front of it.
struct CustomItem: Sendable {
    let matcher: CustomMatcher
    let isRefused: Bool
}

extension Format<CustomItem> {
    static func item(words: [String]?) -> Format {
        text("a text") { source throws(TextFault) in
            let isRefused = source.hasPrefix("!")
            let text = String(source.drop { isRefused && $0 == "!" })
            if let words, !words.contains(text) {
                throw TextFault(
                    reason: .unknownWord(text, expected: words),
                    suggestion: Suggestion.nearest(to: text, among: words).map {
                        isRefused ? "!\($0)" : $0
                    })
            }
            return CustomItem(
                matcher: try matcher(text, at: isRefused ? 1 : 0), isRefused: isRefused)
        }
    }

    /// - Parameter offset: Of the text in its scalar.
    private static func matcher(_ text: String, at offset: Int) throws(TextFault) -> CustomMatcher {
        guard text.hasPrefix("/"), text.hasSuffix("/"), text.utf8.count > 2 else {
            do throws(GlobError) {
                return .glob(try GlobPattern(text))
            } catch {
                let place = offset + error.offset
                throw TextFault(
                    reason: .invalidGlob(error), range: place..<place,
                    suggestion: GlobPattern.meant(by: text))
            }
        }
        do throws(PatternError) {
            return .pattern(try Pattern(String(text.dropFirst().dropLast())))
        } catch {
            let start = offset + 1
            throw TextFault(
                reason: .invalidPattern(error),
                range: (start + error.range.lowerBound)..<(start + error.range.upperBound))
        }
    }
}

extension Format<VersionConstraint> {
    fileprivate static let range = text("a range of versions such as `>=1.2`") {
        source throws(TextFault) in
        do throws(VersionConstraintError) {
            return try VersionConstraint(source)
        } catch {
            throw TextFault(reason: .invalidRange(error), range: error.range)
        }
    }
}

extension Format<CustomDurationTest> {
    fileprivate static let limit = parsed(
        "a limit such as `>= 5m`", schema: ["pattern": .string(CustomDurationTest.pattern)],
        meant: { GoDuration($0) == nil ? nil : ">= \($0)" }, read: { CustomDurationTest($0) })
}

// MARK: Schema

extension CustomField {
    /// The schemas that those of fields refer to.
    fileprivate static let definitions: [String: SchemaValue] = [
        "custom-text": texts(["type": "string", "minLength": 1]),
        "custom-presence": presence,
    ]

    private static let presence: SchemaValue = ["enum": ["present", "absent"]]

    private static func texts(_ item: SchemaValue) -> SchemaValue {
        ["anyOf": [item, ["type": "array", "minItems": 1, "items": item]]]
    }

    fileprivate var schema: SchemaValue {
        SchemaValue.object([(key: "description", value: .string(summary))])
            .with(contentsOf: valueSchema)
    }

    private var valueSchema: SchemaValue {
        switch kind {
        case .text: return ["$ref": "#/$defs/custom-text"]
        case .words(let words):
            let all = words + words.map { "!\($0)" }
            return [
                "anyOf": [
                    Self.presence, Self.texts(["enum": .array(all.map(SchemaValue.string))]),
                ]
            ]
        case .version: return ["type": "string", "minLength": 1]
        case .duration:
            return [
                "anyOf": [
                    Self.presence,
                    ["type": "string", "pattern": .string(CustomDurationTest.pattern)],
                ]
            ]
        case .flag: return ["type": "boolean"]
        case .language: return ["type": "string", "minLength": 1]
        case .map:
            return ["type": "object", "additionalProperties": ["$ref": "#/$defs/custom-text"]]
        case .presence: return ["$ref": "#/$defs/custom-presence"]
        }
    }
}
