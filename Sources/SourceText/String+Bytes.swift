/// Comparisons by UTF-8 bytes, as file systems and Git compare names.
///
/// `String` itself compares by canonical equivalence: a letter may have several forms, and a
/// combining mark belongs to the letter before it.
extension String {
    /// Whether the bytes come before those of `other`: the order of Git's trees, and of reports.
    package func bytesPrecede(_ other: String) -> Bool {
        let left = utf8Span.span
        let right = other.utf8Span.span
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index]
        }
        return left.count < right.count
    }

    package func hasSameBytes(as other: String) -> Bool {
        utf8Span.span.equals(other.utf8Span.span)
    }

    /// Whether the text ends in the bytes of `end`.
    package func endsInBytes(of end: String) -> Bool {
        let bytes = utf8Span.span
        return bytes.count >= end.utf8.count
            && bytes.extracting(last: end.utf8.count).equals(end.utf8Span.span)
    }
}

extension Span<UInt8> {
    /// Whether both contain the same bytes.
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // Without an early exit, which takes fewer instructions.
        var difference: UInt8 = 0
        for index in indices { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}
