/// The message of a custom rule, with the values of fields in braces.
///
/// ```
/// message     = { character | "{{" | "}}" | placeholder }
/// placeholder = "{" ( field | ("labels" | "annotations") "." key | "witness" ) "}"
/// ```
package struct CustomMessage: Sendable {
    package enum Part: Hashable, Sendable {
        case text(String)
        case field(CustomField, key: String?)
        /// The tag that proves the finding.
        case witness
    }

    static let lengthLimit = 500

    package let parts: [Part]

    init(_ source: String, on subject: CustomSubject) throws(TextFault) {
        guard source.utf8.count <= Self.lengthLimit, !source.contains(where: \.isNewline) else {
            throw TextFault(
                reason: .invalidText(
                    String(source.prefix(40)) + "…",
                    expected: "a message of one line and at most \(Self.lengthLimit) bytes"))
        }
        var parts: [Part] = []
        var text = ""
        var rest = source[...]
        while let character = rest.first {
            let start = source.utf8.distance(from: source.startIndex, to: rest.startIndex)
            rest = rest.dropFirst()
            if character == "{" || character == "}", rest.first == character {
                text.append(character)
                rest = rest.dropFirst()
            } else if character == "{", let end = rest.firstIndex(of: "}") {
                let name = String(rest[..<end])
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                let range = (start + 1)..<(start + 1 + name.utf8.count)
                parts.append(try Self.placeholder(name, at: range, on: subject))
                rest = rest[rest.index(after: end)...]
            } else if character == "{" || character == "}" {
                throw TextFault(
                    reason: .invalidText(
                        String(character),
                        expected: "a field in braces, or a brace written twice"),
                    range: start..<(start + 1))
            } else {
                text.append(character)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    /// The names that may stand in braces.
    package static func placeholders(on subject: CustomSubject) -> [String] {
        subject.fields.filter { $0.mayBeShown }.map(\.rawValue) + ["witness"]
    }

    private static func placeholder(
        _ name: String, at range: Range<Int>, on subject: CustomSubject
    ) throws(TextFault) -> Part {
        if name == "witness" { return .witness }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2, let field = CustomField(rawValue: parts[0]), case .map = field.kind {
            return .field(field, key: parts[1])
        }
        if let field = CustomField(rawValue: name), field.subjects.contains(subject),
            field.mayBeShown
        {
            return .field(field, key: nil)
        }
        throw TextFault(
            reason: .unknownKey(name, noun: "placeholder"), range: range,
            suggestion: Suggestion.nearest(to: name, among: placeholders(on: subject)))
    }
}

extension CustomField {
    /// Whether it has a value that a message can show.
    fileprivate var mayBeShown: Bool {
        switch kind {
        case .language, .map, .presence: false
        default: true
        }
    }
}
