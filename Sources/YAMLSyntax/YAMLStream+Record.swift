package import SourceText

/// A parsed text as a record of a cache: reading it back takes a fraction of the time of parsing.
///
/// ```
/// numbers  counts (source, decoded texts, documents, omitted parts, rows, tags),
///          roots of the documents, bounds of the omitted parts, seven numbers a row,
///          for each tag its row and its length
/// bytes    source, decoded texts, tags
/// ```
extension YAMLStream {
    package func record(kind: UInt32) -> CacheRecord {
        let tags = tree.tags.sorted { $0.key < $1.key }
        var numbers: [Int32] = [
            source.count, tree.decoded.count, documents.count, omitted.count, tree.rows.count,
            tags.count,
        ].map(Int32.init)
        numbers.reserveCapacity(
            numbers.count + documents.count + 2 * omitted.count
                + YAMLTree.Row.numberCount * tree.rows.count + 2 * tags.count)
        for document in documents { numbers.append(Int32(document.root.index)) }
        for part in omitted { numbers += [Int32(part.lowerBound), Int32(part.upperBound)] }
        for row in tree.rows { row.append(to: &numbers) }
        var bytes = source + tree.decoded
        for (row, tag) in tags {
            numbers += [Int32(row), Int32(tag.utf8.count)]
            bytes += tag.utf8
        }
        return CacheRecord(kind: kind, numbers: numbers, bytes: bytes)
    }

    /// Nil for a record that is not one of a parsed text.
    package init?(_ record: CacheRecord) {
        var reader = RecordReader(record)
        guard let counts = reader.numbers(6), counts.allSatisfy({ $0 >= 0 }),
            let source = reader.bytes(counts[0]), let decoded = reader.bytes(counts[1]),
            let roots = reader.numbers(counts[2]), let bounds = reader.numbers(2 * counts[3]),
            let rows = reader.rows(counts[4], sourceCount: counts[0], decodedCount: counts[1]),
            roots.allSatisfy(rows.indices.contains),
            let omitted = Self.parts(bounds, within: counts[0])
        else { return nil }
        var tags: [Int: String] = [:]
        for _ in 0..<counts[5] {
            guard let tag = reader.numbers(2), rows.indices.contains(tag[0]),
                let text = reader.bytes(tag[1])
            else { return nil }
            tags[tag[0]] = String(decoding: text, as: UTF8.self)
        }
        guard reader.isAtEnd else { return nil }
        let tree = YAMLTree(
            source: Array(source), rows: rows, decoded: Array(decoded), tags: tags)
        self.source = tree.source
        self.omitted = omitted
        self.tree = tree
        documents = roots.map { YAMLDocument(root: YAMLNode(tree: tree, index: $0)) }
    }

    /// Nil unless the parts ascend without overlap.
    private static func parts(_ bounds: [Int], within count: Int) -> [SourceSpan]? {
        guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 }),
            bounds.allSatisfy((0...count).contains)
        else { return nil }
        return stride(from: 0, to: bounds.count, by: 2).map {
            SourceSpan(bounds[$0], bounds[$0 + 1])
        }
    }
}

extension YAMLTree.Row {
    fileprivate static let numberCount = 7

    fileprivate func append(to numbers: inout [Int32]) {
        let form =
            Int32(kind.rawValue) | Int32(scalarStyle.rawValue) << 2
            | Int32(collectionStyle.rawValue) << 5 | Int32(traits.rawValue) << 6
        numbers.append(form)
        numbers.append(lower)
        numbers.append(upper)
        numbers.append(valueLower)
        numbers.append(valueUpper)
        numbers.append(end)
        numbers.append(parent)
    }

    /// - Parameter numbers: At least as many as a row has.
    fileprivate init?(_ numbers: Span<Int32>, at start: Int) {
        let form = numbers[start]
        guard let kind = YAMLNode.Kind(rawValue: UInt8(truncatingIfNeeded: form & 3)),
            let scalarStyle = YAMLScalarStyle(rawValue: UInt8(truncatingIfNeeded: form >> 2 & 7)),
            let collectionStyle = YAMLCollectionStyle(
                rawValue: UInt8(truncatingIfNeeded: form >> 5 & 1))
        else { return nil }
        self.init(
            kind: kind, scalarStyle: scalarStyle, collectionStyle: collectionStyle,
            traits: Traits(rawValue: UInt8(truncatingIfNeeded: form >> 6)),
            lower: numbers[start + 1], upper: numbers[start + 2],
            valueLower: numbers[start + 3], valueUpper: numbers[start + 4],
            end: numbers[start + 5], parent: numbers[start + 6])
    }

    /// Whether the row at `index` of a table refers to nothing outside of the table and its texts.
    fileprivate func isValid(
        at index: Int, of rowCount: Int, sourceCount: Int, decodedCount: Int
    ) -> Bool {
        let textCount = kind == .alias ? index : isDecoded ? decodedCount : sourceCount
        return 0 <= lower && lower <= upper && upper <= sourceCount
            && 0 <= valueLower && valueLower <= valueUpper && valueUpper <= textCount
            && index < end && end <= rowCount && -1 <= parent && parent < index
    }
}

/// Takes the numbers and bytes of a record in their order; each is nil where too few are left.
private struct RecordReader {
    private let record: CacheRecord
    private var numberStart = 0
    private var byteStart = 0

    init(_ record: CacheRecord) { self.record = record }

    var isAtEnd: Bool {
        numberStart == record.numbers.count && byteStart == record.bytes.count
    }

    mutating func numbers(_ count: Int) -> [Int]? {
        guard count <= record.numbers.count - numberStart else { return nil }
        let start = numberStart
        numberStart += count
        return record.numbers[start..<start + count].map(Int.init)
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= record.bytes.count - byteStart else { return nil }
        let start = byteStart
        byteStart += count
        return record.bytes[start..<byteStart]
    }

    mutating func rows(_ count: Int, sourceCount: Int, decodedCount: Int) -> [YAMLTree.Row]? {
        let size = YAMLTree.Row.numberCount
        guard count <= (record.numbers.count - numberStart) / size else { return nil }
        var rows: [YAMLTree.Row] = []
        rows.reserveCapacity(count)
        let record = record
        let numbers = record.numbers.span
        for index in 0..<count {
            guard let row = YAMLTree.Row(numbers, at: numberStart),
                row.isValid(
                    at: index, of: count, sourceCount: sourceCount, decodedCount: decodedCount)
            else { return nil }
            rows.append(row)
            numberStart += size
        }
        return rows
    }
}
