package import SourceText

/// One comment of a YAML text.
package struct YAMLComment: Hashable, Sendable {
    /// From the first `#` to the end of the line, without trailing blanks and line break.
    package let span: SourceSpan
    /// Whether nothing but blanks stands before it on its line.
    package let isAlone: Bool
}

/// Comments on neighbouring lines that YAML libraries read as one text, and where they stand.
package struct YAMLCommentBlock: Sendable {
    /// One trailing comment, or one or more that stand alone on consecutive lines.
    package let comments: [YAMLComment]
    package let placement: YAMLCommentPlacement
    /// Whether a blank line parts comments that stand alone from what follows.
    package let isDetached: Bool
}

/// Where a comment stands among the nodes, in the terms of go-yaml v3, whose attachment of
/// comments to nodes decides what Flux sees.
package enum YAMLCommentPlacement: Hashable, Sendable {
    /// At the end of the line on which this scalar value or item ends, or on the header line of
    /// this block scalar.
    case line(YAMLNode)
    /// Directly above this scalar item of a block sequence, or between its dash and it.
    case head(YAMLNode)
    /// On a line of its own between a key and this scalar, its value.
    case aboveValue(YAMLNode)
    /// Above this key, or above a mapping or list that begins with it.
    case aboveKey(YAMLNode)
    case aboveCollectionItem
    /// On the line of a key whose value is a collection below.
    case onKeyOfCollection
    /// On the line of a key whose scalar value stands on the next line.
    case onKeyBeforeValue(YAMLNode)
    case onKeyWithoutValue
    /// On the line on which a flow collection ends, behind it.
    case onCollection
    case onAlias
    /// Where no key and no item follows; with the scalar value that ends on the line above.
    case below(YAMLNode?)
    case onDocumentMarker
    /// Where go-yaml's behaviour is not established.
    case undetermined
}

extension YAMLStream {
    /// All comments, in their order.
    ///
    /// Cost: one pass over the source outside of scalars.
    package var comments: [YAMLComment] {
        guard source.contains(UInt8(ascii: "#")) else { return [] }
        var scanner = YAMLCommentScanner(source: source, omitted: omitted)
        for row in tree.rows where row.kind == .scalar || row.kind == .alias {
            scanner.scan(upTo: Int(row.lower))
            if row.scalarStyle == .literal || row.scalarStyle == .folded {
                scanner.scanBlockHeader()
            }
            scanner.skip(to: Int(row.upper))
        }
        scanner.scan(upTo: source.count)
        return scanner.comments
    }
}

/// Finds comments in the gaps between scalars.
///
/// There a `#` can be nothing else: libyaml refuses it in anchors, tags and directives.
private struct YAMLCommentScanner {
    let source: [UInt8]
    private var omitted: ArraySlice<SourceSpan>
    private(set) var comments: [YAMLComment] = []
    private var offset = 0

    init(source: [UInt8], omitted: [SourceSpan]) {
        self.source = source
        self.omitted = omitted[...]
    }

    mutating func skip(to offset: Int) {
        self.offset = max(self.offset, offset)
    }

    mutating func scan(upTo end: Int) {
        while let gap = omitted.first, gap.lowerBound < end {
            omitted = omitted.dropFirst()
            scanText(upTo: gap.lowerBound)
            skip(to: gap.upperBound)
        }
        scanText(upTo: end)
    }

    private mutating func scanText(upTo end: Int) {
        while offset < end {
            if source[offset] == UInt8(ascii: "#") { takeComment() } else { offset += 1 }
        }
    }

    /// The header of a block scalar, such as `|-`, belongs to the scalar's span; a comment may
    /// follow it.
    mutating func scanBlockHeader() {
        while offset < source.count, !source[offset].isYAMLLineBreak {
            if source[offset] == UInt8(ascii: "#") { return takeComment() }
            offset += 1
        }
    }

    private mutating func takeComment() {
        let start = offset
        skipLine()
        var end = offset
        while end > start + 1, source[end - 1].isYAMLBlank { end -= 1 }
        var lineStart = start
        while lineStart > 0, source[lineStart - 1].isYAMLBlank { lineStart -= 1 }
        let isAlone =
            lineStart == 0 || source[lineStart - 1].isYAMLLineBreak
            || (lineStart == YAMLEncoding.utf8Mark.count
                && source.starts(with: YAMLEncoding.utf8Mark))
        comments.append(YAMLComment(span: SourceSpan(start, end), isAlone: isAlone))
    }

    private mutating func skipLine() {
        while offset < source.count, !source[offset].isYAMLLineBreak { offset += 1 }
    }
}
