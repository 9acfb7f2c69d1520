/// Comparisons of texts as what they are on a disk.
///
/// `String` compares by what Unicode takes for equal: a letter may have several forms, and a mark
/// belongs to the letter before it.
extension String {
    /// Whether its bytes come before another's: the order of Git's trees, and of reports.
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

    /// Whether its last bytes are those of another.
    package func endsInBytes(of end: String) -> Bool {
        let bytes = utf8Span.span
        return bytes.count >= end.utf8.count
            && bytes.extracting(last: end.utf8.count).equals(end.utf8Span.span)
    }
}

extension Span<UInt8> {
    /// Whether it holds the same bytes.
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // To the end, because that takes the compiler fewer instructions.
        var difference: UInt8 = 0
        for index in indices { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}
