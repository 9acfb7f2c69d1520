/// A replacement in a file: the bytes at `span` become `replacement`.
package struct TextEdit: Codable, Hashable, Sendable {
    package let span: SourceSpan
    package let replacement: String

    package init(span: SourceSpan, replacement: String) {
        self.span = span
        self.replacement = replacement
    }

    /// Inserts text.
    package init(at offset: Int, _ text: String) {
        self.init(span: SourceSpan(offset, offset), replacement: text)
    }
}

/// Why a list of edits cannot be applied to a file.
package enum TextEditError: Error, Equatable, Sendable {
    case outOfBounds(SourceSpan, fileSize: Int)
    case overlapping(SourceSpan, SourceSpan)
}

extension [UInt8] {
    /// Returns the bytes with `edits` applied.
    ///
    /// The edits may have any order, but must not overlap.
    package func applying(_ edits: [TextEdit]) throws(TextEditError) -> [UInt8] {
        let sorted = edits.sorted { $0.span.lowerBound < $1.span.lowerBound }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var copied = 0
        var previous: TextEdit?
        for edit in sorted {
            guard edit.span.upperBound <= count else {
                throw .outOfBounds(edit.span, fileSize: count)
            }
            if let previous, edit.span.lowerBound < previous.span.upperBound {
                throw .overlapping(previous.span, edit.span)
            }
            result.append(contentsOf: self[copied..<edit.span.lowerBound])
            result.append(contentsOf: edit.replacement.utf8)
            copied = edit.span.upperBound
            previous = edit
        }
        result.append(contentsOf: self[copied...])
        return result
    }
}
