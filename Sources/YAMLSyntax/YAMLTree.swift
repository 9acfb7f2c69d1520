import SourceText

/// The nodes of one YAML text, in text order.
///
/// A flat table instead of an object per node: a repository has a million nodes, most of which
/// are never used. Scalar texts stay in the source unless escapes or folding changed them; tags,
/// which few nodes have, are in a dictionary.
package final class YAMLTree: Sendable {
    /// One row of the table.
    struct Row: Sendable {
        var kind: YAMLNode.Kind
        var scalarStyle = YAMLScalarStyle.plain
        var collectionStyle = YAMLCollectionStyle.block
        var traits: Traits = []
        /// The content without properties; for a scalar with its quotes or block header.
        var lower: Int32
        var upper: Int32
        /// The range of a scalar's text; for an alias, which has none, twice its target's row.
        var valueLower: Int32 = 0
        var valueUpper: Int32 = 0
        /// The row after this node's last descendant.
        var end: Int32
        var parent: Int32

        struct Traits: OptionSet {
            let rawValue: UInt8

            /// The text is in `decoded`, not in the source.
            static let decoded = Self(rawValue: 1)
            /// The node is a key of a mapping.
            static let key = Self(rawValue: 2)
        }

        var isDecoded: Bool { traits.contains(.decoded) }
        var isKey: Bool { traits.contains(.key) }
        /// The row of the content: the target's for an alias, `index` otherwise.
        func target(of index: Int) -> Int { kind == .alias ? Int(valueLower) : index }
    }

    /// UTF-8, including a byte-order mark if there is one.
    let source: [UInt8]
    let rows: [Row]
    /// The scalar texts that differ from the source, concatenated.
    let decoded: [UInt8]
    /// Explicit tags by row.
    let tags: [Int: String]

    init(source: [UInt8], rows: [Row], decoded: [UInt8], tags: [Int: String]) {
        self.source = source
        self.rows = rows
        self.decoded = decoded
        self.tags = tags
    }
}

/// Builds a tree from events.
struct YAMLTreeBuilder: YAMLEventSink {
    private struct OpenCollection {
        let index: Int
        /// In a mapping, whether the last key has no value yet.
        var hasKey = false
    }

    let source: [UInt8]
    /// The offset in the source of the part that libyaml parses.
    var shift = 0
    private var rows: [YAMLTree.Row] = []
    private var decoded: [UInt8] = []
    private var tags: [Int: String] = [:]
    private var openCollections: [OpenCollection] = []
    /// The latest node for each name in this document; anchors may be redefined.
    private var anchors: [String: Int] = [:]
    private(set) var documentRoots: [Int] = []

    init(source: [UInt8]) {
        self.source = source
        // Manifests have at most one node in six bytes, and large files are mostly text.
        rows.reserveCapacity(min(source.count / 6, 512))
        openCollections.reserveCapacity(16)
    }

    consuming func tree() -> YAMLTree {
        // Without spare capacity, because many trees are kept.
        var exact: [YAMLTree.Row] = []
        exact.reserveCapacity(rows.count)
        exact += rows
        return YAMLTree(source: source, rows: exact, decoded: decoded, tags: tags)
    }

    mutating func documentStart(at span: SourceSpan) {
        anchors.removeAll(keepingCapacity: true)
        documentRoots.append(rows.count)
    }

    mutating func documentEnd(at span: SourceSpan) {}

    mutating func scalar(
        _ value: borrowing Span<UInt8>, style: YAMLScalarStyle, properties: YAMLProperties,
        at span: SourceSpan
    ) {
        var row = newRow(.scalar, at: span, properties: properties)
        row.scalarStyle = style
        let quotes = style == .singleQuoted || style == .doubleQuoted ? 1 : 0
        let written =
            Int(row.lower) + quotes..<max(Int(row.upper) - quotes, Int(row.lower) + quotes)
        if value.equals(source.span.extracting(written)) {
            row.valueLower = Int32(written.lowerBound)
            row.valueUpper = Int32(written.upperBound)
        } else {
            row.traits.insert(.decoded)
            row.valueLower = Int32(decoded.count)
            for index in value.indices { decoded.append(value[index]) }
            row.valueUpper = Int32(decoded.count)
        }
        append(row, properties: properties)
    }

    mutating func alias(_ name: String, at span: SourceSpan) throws(YAMLError) {
        guard let target = anchors[name] else {
            throw YAMLError(reason: .unknownAnchor(name: name), offset: span.lowerBound + shift)
        }
        var row = newRow(.alias, at: span, properties: YAMLProperties())
        row.valueLower = Int32(target)
        row.valueUpper = Int32(target)
        append(row, properties: YAMLProperties())
    }

    mutating func collectionStart(
        isMapping: Bool, style: YAMLCollectionStyle, properties: YAMLProperties,
        at span: SourceSpan
    ) {
        var row = newRow(isMapping ? .mapping : .sequence, at: span, properties: properties)
        row.collectionStyle = style
        let index = rows.count
        append(row, properties: properties)
        openCollections.append(OpenCollection(index: index))
    }

    mutating func collectionEnd(at span: SourceSpan) {
        guard let index = openCollections.popLast()?.index else { return }
        rows[index].end = Int32(rows.count)
        // A block collection's end event is at the next token, which may be lines below.
        let lastChildEnd = rows.count > index + 1 ? endOfChildren(of: index) : rows[index].lower
        let isFlow = rows[index].collectionStyle == .flow
        rows[index].upper = isFlow ? Int32(span.upperBound + shift) : lastChildEnd
    }

    private func endOfChildren(of index: Int) -> Int32 {
        var child = index + 1
        var upper = rows[index].lower
        while child < rows.count {
            upper = max(upper, rows[child].upper)
            child = Int(rows[child].end)
        }
        return upper
    }

    private func newRow(
        _ kind: YAMLNode.Kind, at span: SourceSpan, properties: YAMLProperties
    ) -> YAMLTree.Row {
        let upper = span.upperBound + shift
        var lower = span.lowerBound + shift
        if !properties.isEmpty { lower = min(contentStart(after: lower), upper) }
        return YAMLTree.Row(
            kind: kind, lower: Int32(lower), upper: Int32(upper), end: Int32(rows.count + 1),
            parent: Int32(openCollections.last?.index ?? -1))
    }

    private mutating func append(_ row: YAMLTree.Row, properties: YAMLProperties) {
        var row = row
        if let tag = properties.tag { tags[rows.count] = tag }
        if let open = openCollections.last, rows[open.index].kind == .mapping {
            if !open.hasKey { row.traits.insert(.key) }
            openCollections[openCollections.count - 1].hasKey = !open.hasKey
        }
        // Registered before the children, because a node may contain an alias of itself.
        if let anchor = properties.anchor { anchors[anchor] = rows.count }
        rows.append(row)
    }

    /// The offset of the content after the anchor and tag at `offset`, and after blanks, line
    /// breaks and comments between them.
    private func contentStart(after offset: Int) -> Int {
        var offset = offset
        while offset < source.count {
            switch source[offset] {
            case UInt8(ascii: "&"), UInt8(ascii: "!"):
                while offset < source.count, !source[offset].isYAMLWhitespace { offset += 1 }
            case UInt8(ascii: "#"):
                while offset < source.count, !source[offset].isYAMLLineBreak { offset += 1 }
            case let byte where byte.isYAMLWhitespace:
                offset += 1
            default:
                return offset
            }
        }
        return offset
    }
}

extension UInt8 {
    var isYAMLLineBreak: Bool { self == 0x0A || self == 0x0D }
    var isYAMLBlank: Bool { self == 0x20 || self == 0x09 }
    var isYAMLWhitespace: Bool { isYAMLBlank || isYAMLLineBreak }
}
