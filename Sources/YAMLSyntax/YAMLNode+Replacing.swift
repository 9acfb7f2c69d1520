package import SourceText

/// Why a scalar cannot be given another text where it stands.
package enum ScalarReplacementError: Error, Hashable, Sendable {
    /// An explicit tag says that the scalar is no text.
    case tag(String)
    /// Nothing is written there that could be replaced, or a key or an alias is.
    case notAScalar
}

extension ScalarReplacementError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tag(let tag): "its tag `\(tag)` says that the value is not a string"
        case .notAScalar: "there is no single value to be replaced"
        }
    }
}

extension YAMLNode {
    /// The edits that give this scalar another text, which is one line of printable characters.
    ///
    /// The scalar keeps its style, its anchor and its tag. Only a plain one that would be read as
    /// anything but a text gets quotes; one of several lines is left with one. A block scalar
    /// keeps its indentation and ends without a line break.
    package func edits(
        replacingTextBy text: String
    ) throws(ScalarReplacementError) -> [TextEdit] {
        guard kind == .scalar, !span.isEmpty, !isKey, let style = scalarStyle else {
            throw .notAScalar
        }
        if let tag, tag.hasPrefix(Self.coreTagPrefix), tag != Self.textTag {
            throw .tag("!!" + tag.dropFirst(Self.coreTagPrefix.count))
        }
        switch style {
        case .plain: return [edit(isSafePlain(text) ? text : plainInQuotes(text))]
        case .singleQuoted: return [edit("'" + text.replacing("'", with: "''") + "'")]
        case .doubleQuoted: return [edit(Self.doubleQuoted(text))]
        case .literal, .folded: return blockEdits(text)
        }
    }

    /// Whether a plain scalar of this text, in this place, is a text to every reader of YAML.
    package func isSafePlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last else { return false }
        return !Self.firstIndicators.contains(first) && !Self.lastIndicators.contains(last)
            && !bytes.contains(word: Self.keyEnd) && !bytes.contains(word: Self.commentStart)
            && plainScalarType(of: text, schema: .yaml11) == .string
            && plainScalarType(of: text, schema: .yaml12) == .string
            && (!isInFlow || isSafeInFlow(text))
    }

    private static let firstIndicators = Array("-?:,[]{}#&*!|>'\"%@` =<".utf8)
    private static let lastIndicators = Array(": ".utf8)
    private static let keyEnd = Array(": ".utf8)
    private static let commentStart = Array(" #".utf8)

    /// Whether that replacement swaps a word for a word, so that the rest of the text says what it
    /// said.
    ///
    /// A word is of letters, digits and `._-/:@+`, and neither begins nor ends with a sign. None of
    /// these means anything to YAML within a word outside of brackets, where the length of a line
    /// means nothing either: every reader goes on behind the new word as it did behind the old one.
    package func isWordSwap(_ text: String) -> Bool {
        guard let textSpan, !isKey, !isInFlow, tree.source[textSpan.range].isWord,
            Array(text.utf8)[...].isWord
        else { return false }
        return switch row.scalarStyle {
        case .plain: isSafePlain(text)
        case .singleQuoted, .doubleQuoted: true
        case .literal, .folded: false
        }
    }

    private static let coreTagPrefix = "tag:yaml.org,2002:"
    private static let textTag = "tag:yaml.org,2002:str"

    private func edit(_ replacement: String) -> TextEdit {
        TextEdit(span: span, replacement: replacement)
    }

    private func plainInQuotes(_ text: String) -> String {
        // A colon alone is what go-yaml puts single quotes around.
        isInFlow && text.contains(":") && !text.contains("'")
            ? "'\(text)'" : Self.doubleQuoted(text)
    }

    private static func doubleQuoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    // MARK: Flow collections

    private var isInFlow: Bool {
        var above = parent
        while let node = above {
            if node.collectionStyle == .flow { return true }
            above = node.parent
        }
        return false
    }

    /// Readers differ in whether a plain scalar in brackets may hold a colon; where the old one
    /// holds one, this file's readers take it.
    private func isSafeInFlow(_ text: String) -> Bool {
        !text.contains { ",[]{}".contains($0) }
            && (!text.contains(":") || self.text?.contains(":") ?? false)
    }

    // MARK: Block scalars

    private func blockEdits(_ text: String) -> [TextEdit] {
        let source = tree.source
        let indicators = source[(span.lowerBound + 1)...].prefix {
            "0123456789+-".utf8.contains($0)
        }
        let block = span.upperBound
        let start = source[indicators.endIndex..<block].firstIndex(of: 0x0A).map { $0 + 1 } ?? block
        guard let first = source[start..<block].firstIndex(where: { !$0.isYAMLWhitespace }),
            let last = source[start..<block].lastIndex(where: { !$0.isYAMLWhitespace })
        else {
            // Nothing says how deep a text would have to be indented.
            let header = SourceSpan(span.lowerBound, indicators.endIndex)
            return [TextEdit(span: header, replacement: Self.doubleQuoted(text))]
        }
        let lineStart = source[start..<first].lastIndex(where: \.isYAMLLineBreak).map { $0 + 1 }
        let indentation = source[(lineStart ?? start)..<first].prefix { $0 == 0x20 }
        let end = source[last..<block].firstIndex(where: \.isYAMLLineBreak) ?? block
        let header = SourceSpan(indicators.startIndex, indicators.endIndex)
        let content = TextEdit(
            span: SourceSpan(start, end),
            replacement: String(decoding: indentation, as: UTF8.self) + text)
        return indicators.elementsEqual("-".utf8)
            ? [content] : [TextEdit(span: header, replacement: "-"), content]
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isWord: Bool {
        guard let first, let last, first.isLetterOrDigit, last.isLetterOrDigit else { return false }
        return allSatisfy { $0.isLetterOrDigit || $0.isSignInWords }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    fileprivate var isSignInWords: Bool {
        switch self {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
