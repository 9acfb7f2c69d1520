import SourceText
import YAMLSyntax

/// Entries that are added in front of a mapping's others, and taken away again byte for byte.
struct MappingEdits {
    let mapping: YAMLNode
    let source: [UInt8]

    /// An entry as lines of a block mapping, further in by their own blanks, and as a member of a
    /// flow mapping, with quotes as JSON has them.
    struct NewEntry {
        let key: String
        let lines: [String]
        /// A value that is both YAML and JSON.
        let flowValue: String
    }

    /// Nil where the layout leaves no safe place.
    func adding(_ entry: NewEntry) -> TextEdit? {
        guard let key = mapping.key, mapping.kind == .mapping,
            let first = mapping.children.first(where: \.isKey),
            // What has an anchor may count elsewhere, too.
            !source[key.span.upperBound..<mapping.span.lowerBound].contains(UInt8(ascii: "&"))
        else { return nil }
        return mapping.collectionStyle == .flow
            ? flowAddition(entry, first) : blockAddition(entry, first, below: key)
    }

    private func blockAddition(
        _ entry: NewEntry, _ first: YAMLNode, below key: YAMLNode
    ) -> TextEdit? {
        let keyEnd = source.lineEnd(of: key.span.lowerBound)
        let indent = source[source.lineStart(of: first.span.lowerBound)..<first.span.lowerBound]
        guard indent.startIndex > keyEnd, indent.allSatisfy({ $0 == 0x20 }) else { return nil }
        let lineBreak = source.lineBreakText(of: key.span.lowerBound)
        let blanks = String(decoding: indent, as: UTF8.self)
        return TextEdit(
            at: source.lineBreak(at: keyEnd).upperBound,
            entry.lines.map { blanks + $0 + lineBreak }.joined())
    }

    private func flowAddition(_ entry: NewEntry, _ first: YAMLNode) -> TextEdit? {
        let place = first.span.lowerBound
        let gap = source[(mapping.span.lowerBound + 1)..<place]
        guard gap.allSatisfy({ [0x20, 0x0A, 0x0D].contains($0) }) else { return nil }
        let isQuoted =
            source[place] == UInt8(ascii: "\"") || entry.key.contains("/")
        let key = isQuoted ? "\"\(entry.key)\"" : entry.key
        let blanks = gap.isEmpty ? " " : String(decoding: gap, as: UTF8.self)
        return TextEdit(at: place, "\(key): \(entry.flowValue),\(blanks)")
    }

    /// Takes an entry away; nil where a comment would go with it, and where nothing would be left.
    func removing(_ key: YAMLNode) -> TextEdit? {
        guard let value = key.value, !value.isAnchored(in: source) else { return nil }
        let keys = mapping.children.filter(\.isKey)
        guard keys.count > 1, let place = keys.firstIndex(of: key) else { return nil }
        guard mapping.collectionStyle == .flow else {
            return source.removingLines(from: key.span.lowerBound, to: value.contentEnd(in: source))
        }
        let next = place + 1 < keys.count ? keys[place + 1].span.lowerBound : nil
        let former = place > 0 ? keys[place - 1].value?.span.upperBound : nil
        return source.removingMember(
            SourceSpan(key.span.lowerBound, value.span.upperBound), next: next, former: former)
    }
}

extension YAMLNode {
    /// The end of the last byte that says something: without blank lines after a block scalar.
    func contentEnd(in source: [UInt8]) -> Int {
        var last = self
        while last.kind != .scalar, last.collectionStyle != .flow {
            guard let child = last.children.suffix(1).first else { break }
            last = child
        }
        let end = source[last.span.range].lastIndex { ![0x20, 0x0A, 0x0D].contains($0) }
        return end.map { $0 + 1 } ?? last.span.upperBound
    }

    /// Whether something between the key and this value gives it a name or a type.
    func isAnchored(in source: [UInt8]) -> Bool {
        guard let key else { return false }
        return source[key.span.upperBound..<span.lowerBound].contains {
            $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "!")
        }
    }
}

extension [UInt8] {
    private static let flowSeparators: Set<UInt8> = [0x2C, 0x20, 0x0A, 0x0D]

    /// Takes whole lines away; nil where anything else is in the first or in the last of them.
    func removingLines(
        from lower: Int, to upper: Int, allowing leading: Set<UInt8> = [0x20]
    ) -> TextEdit? {
        let start = lineStart(of: lower)
        let end = lineEnd(of: upper)
        guard self[start..<lower].allSatisfy(leading.contains),
            self[upper..<end].allSatisfy({ $0 == 0x20 })
        else { return nil }
        let lineBreak = lineBreak(at: end)
        // The last line of a file without a line break at its end takes the one before it along.
        let isOpen = lineBreak.isEmpty && start > 0
        let former = self[..<start].suffix(2) == [0x0D, 0x0A] ? 2 : 1
        return TextEdit(
            span: SourceSpan(isOpen ? start - former : start, lineBreak.upperBound),
            replacement: "")
    }

    /// Takes a member of a flow collection away, with one comma.
    func removingMember(_ member: SourceSpan, next: Int?, former: Int?) -> TextEdit? {
        let span: SourceSpan
        let gap: Range<Int>
        if let next {
            span = SourceSpan(member.lowerBound, next)
            gap = member.upperBound..<next
        } else if let former {
            span = SourceSpan(former, member.upperBound)
            gap = former..<member.lowerBound
        } else {
            return nil
        }
        guard self[gap].allSatisfy(Self.flowSeparators.contains) else { return nil }
        return TextEdit(span: span, replacement: "")
    }
}
