package import SourceText

/// Why the text of a scalar cannot be replaced.
package enum ScalarReplacementError: Error, Hashable, Sendable {
    /// An explicit tag gives the scalar a type other than string.
    case tag(String)
    /// The node is empty, a key, an alias or a collection.
    case notAScalar
}

extension ScalarReplacementError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tag(let tag): "its tag `\(tag)` says that the value is not a string"
        case .notAScalar: "there is no single value to replace"
        }
    }
}

extension YAMLNode {
    /// Returns the edits that replace the text of this scalar by one line of printable characters.
    ///
    /// The scalar keeps its style, anchor and tag. A plain scalar gets quotes only if it would be
    /// read as anything but a string; several lines become one. A block scalar keeps its
    /// indentation and ends without a line break.
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

    /// Whether every YAML reader reads `text` as a string if it replaces this scalar unquoted.
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

    /// Whether replacing the text swaps one word for another, so that the rest of the source keeps
    /// its meaning.
    ///
    /// A word consists of letters, digits and `._-/:@+`, and begins and ends with a letter or
    /// digit. None of these has a meaning in YAML within a word outside of flow collections, where
    /// the length of a line has none either, so every reader continues after the new word as it
    /// did after the old one.
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
        // go-yaml writes single quotes if a colon is the only reason for quotes.
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

    /// Readers differ in whether a plain scalar in brackets may contain a colon; if the old one
    /// does, this file's readers accept it.
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
            // An empty block does not show its indentation.
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
        return allSatisfy { $0.isLetterOrDigit || "._-/:@+".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
