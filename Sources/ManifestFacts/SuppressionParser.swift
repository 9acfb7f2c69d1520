import SourceText

/// Reads what comments and annotations say about findings.
///
/// ```
/// comment    := '#'+ blank* 'sluice:' blank* 'ignore' '[' rule (',' rule)* ']' reason
/// annotation := rule ':' reason
/// reason     := text ('(until' blank+ day ')')?
/// ```
package struct SuppressionParser {
    private var rest: ArraySlice<UInt8>

    /// Nil for a comment that says nothing to Sluice; prose may well speak of a sluice.
    package static func reading(ofComment comment: ArraySlice<UInt8>) -> SuppressionReading? {
        let content = comment.drop { $0 == UInt8(ascii: "#") }.trimmingBlanksBefore()
        var parser = SuppressionParser(rest: content)
        return parser.comment() ?? laterStatement(in: content)
    }

    /// One line of the annotation.
    static func reading(ofAnnotationLine line: ArraySlice<UInt8>) -> SuppressionReading {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed(.noReason)
        }
        var parser = SuppressionParser(rest: line[colon...].dropFirst())
        return parser.reading(ofRules: rules(in: line[..<colon]))
    }

    // MARK: Productions

    private mutating func comment() -> SuppressionReading? {
        guard take("sluice") else { return nil }
        let hasColon = take(":")
        let hasBlank = takeBlanks()
        guard hasColon || hasBlank else { return nil }
        let word = takeWord()
        let isList = rest.first == UInt8(ascii: "[")
        guard hasColon, word == "ignore" else {
            return isList && (hasColon || word == "ignore") ? .malformed(.opening(word)) : nil
        }
        guard take("[") else { return .malformed(.noRules) }
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
            return .malformed(.unclosedRules)
        }
        let rules = Self.rules(in: rest[..<end])
        rest = rest[end...].dropFirst()
        return reading(ofRules: rules)
    }

    private static func rules(in list: ArraySlice<UInt8>) -> [LocatedText] {
        list.split(separator: UInt8(ascii: ",")).compactMap { LocatedText(trimming: $0) }
    }

    private mutating func reading(ofRules rules: [LocatedText]) -> SuppressionReading {
        guard !rules.isEmpty else { return .malformed(.noRules) }
        let (text, until) = splitReason()
        guard let reason = LocatedText(trimming: text) else { return .malformed(.noReason) }
        guard until != nil || !reason.text.mentionsDay else { return .malformed(.looseDay) }
        return .statement(SuppressionStatement(rules: rules, reason: reason, until: until))
    }

    /// The reason, and the day in brackets that ends it.
    private func splitReason() -> (ArraySlice<UInt8>, LocatedText?) {
        let text = rest.trimmingBlanksBehind()
        guard text.last == UInt8(ascii: ")"),
            let open = text.lastIndex(of: UInt8(ascii: "(")),
            text[open...].starts(with: "(until".utf8)
        else { return (text, nil) }
        let day = text[(open + "(until".utf8.count)...].dropLast()
        guard day.first?.isBlank == true, let until = LocatedText(trimming: day) else {
            return (text, nil)
        }
        return (text[..<open], until)
    }

    /// A statement that other words, or a marker, are in front of.
    private static func laterStatement(in content: ArraySlice<UInt8>) -> SuppressionReading? {
        let isThere = ["# sluice: ignore[", "#sluice:ignore["].contains {
            content.firstIndex(of: $0) != nil
        }
        return isThere ? .malformed(.notFirst) : nil
    }

    // MARK: Words

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func takeBlanks() -> Bool {
        let hasBlank = rest.first?.isBlank ?? false
        rest = rest.drop(while: \.isBlank)
        return hasBlank
    }

    private mutating func takeWord() -> String {
        let word = rest.prefix { byte in
            let scalar = Unicode.Scalar(byte)
            return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
                || scalar == "/"
        }
        rest = rest.dropFirst(word.count)
        return String(decoding: word, as: UTF8.self)
    }
}

extension LocatedText {
    /// The text without blanks around it; nil where nothing else is left.
    fileprivate init?(trimming bytes: ArraySlice<UInt8>) {
        let trimmed = bytes.trimmingBlanksBefore().trimmingBlanksBehind()
        guard !trimmed.isEmpty else { return nil }
        self.init(
            text: String(decoding: trimmed, as: UTF8.self),
            span: SourceSpan(trimmed.startIndex, trimmed.endIndex))
    }
}

extension ArraySlice<UInt8> {
    func trimmingBlanksBehind() -> ArraySlice<UInt8> {
        var trimmed = self
        while let last = trimmed.last, last.isBlank || last == 0x0D || last == 0x0A {
            trimmed.removeLast()
        }
        return trimmed
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension String {
    /// Whether an author evidently meant a day at which the suppression expires.
    fileprivate var mentionsDay: Bool {
        let words = split { " \t(),".contains($0) }
        return zip(words, words.dropFirst()).contains { word, next in
            let parts = next.split { "-/.".contains($0) }
            return word.lowercased() == "until" && parts.count == 3
                && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
                && parts.contains { $0.count == 4 }
        }
    }
}
