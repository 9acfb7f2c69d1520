extension PatternParser {
    func peek() -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Whether `prefix` is next.
    func isAt(_ prefix: String) -> Bool {
        bytes[offset...].starts(with: prefix.utf8)
    }

    /// Skips `prefix` if it is next, and returns whether it was.
    mutating func skip(_ prefix: String) -> Bool {
        guard isAt(prefix) else { return false }
        offset += prefix.utf8.count
        return true
    }

    /// Returns the first offset of `text` from `start` on.
    func firstOffset(of text: String, from start: Int) -> Int? {
        bytes[start...].firstRange(of: Array(text.utf8))?.lowerBound
    }

    /// Returns the text of a range; invalid UTF-8 is repaired.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func nextScalar() throws(PatternError) -> UInt32 {
        let (point, width) = UTF8Decoder.scalar(in: bytes, at: offset)
        guard let point else { throw PatternError(.invalidUTF8, at: offset..<offset + 1) }
        offset += width
        return point
    }

    /// The error that names the text from `start` to the current place.
    func error(_ reason: (String) -> PatternError.Reason, from start: Int) -> PatternError {
        PatternError(reason(text(start..<offset)), at: start..<offset)
    }

    func checkUTF8(_ range: Range<Int>) throws(PatternError) {
        var copy = self
        copy.offset = range.lowerBound
        while copy.offset < range.upperBound { _ = try copy.nextScalar() }
    }
}

/// Decodes scalars from bytes that may be invalid UTF-8.
package enum UTF8Decoder {
    /// Returns the scalar at `offset`, which must be in bounds, and its length in bytes; nil and 1
    /// for invalid bytes, which Go reads as U+FFFD.
    @inline(__always)
    package static func scalar(in bytes: [UInt8], at offset: Int) -> (UInt32?, width: Int) {
        let first = bytes[offset]
        return first < 0x80 ? (UInt32(first), 1) : longScalar(in: bytes, at: offset)
    }

    private static func longScalar(in bytes: [UInt8], at offset: Int) -> (UInt32?, width: Int) {
        let end = min(offset + 4, bytes.count)
        var decoder = UTF8()
        var iterator = bytes[offset..<end].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return (nil, 1) }
        return (scalar.value, UTF8.width(scalar))
    }
}
