package import SourceText

/// One comment of a YAML text.
package struct YAMLComment: Hashable, Sendable {
    /// From the first `#` to the end of the line, without trailing blanks and line break.
    package let span: SourceSpan
    /// Whether only blanks precede it on its line.
    package let isAlone: Bool
}

/// Comments on adjacent lines that YAML libraries read as one text, and their place.
package struct YAMLCommentBlock: Sendable {
    /// One trailing comment, or the comments on consecutive lines of their own.
    package let comments: [YAMLComment]
    package let placement: YAMLCommentPlacement
    /// Whether a blank line separates comments on lines of their own from the following text.
    package let isDetached: Bool
}

/// The place of a comment among the nodes, in the terms of go-yaml v3, whose attachment of
/// comments to nodes decides which ones Flux reads.
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
    /// On the line of a key whose scalar value is on the next line.
    case onKeyBeforeValue(YAMLNode)
    case onKeyWithoutValue
    /// After a flow collection, on the line on which it ends.
    case onCollection
    case onAlias
    /// Followed by neither key nor item; with the scalar value that ends on the line above.
    case below(YAMLNode?)
    case onDocumentMarker
    /// In a place for which go-yaml's behavior is not established.
    case undetermined
}

extension YAMLStream {
    /// All comments, in order.
    ///
    /// Cost: one pass over the source outside of scalars.
    package var comments: [YAMLComment] {
        guard !omitted.isEmpty || source.contains(UInt8(ascii: "#")) else { return [] }
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
/// A `#` there always begins one: libyaml rejects it in anchors, tags and directives.
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

    /// Scans the header of a block scalar, such as `|-`, which may be followed by a comment and is
    /// part of the scalar's span.
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
