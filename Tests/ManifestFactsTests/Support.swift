import SourceText

extension String {
    /// The text in the span; nil for none.
    func slice(_ span: SourceSpan?) -> String? {
        span.map { String(decoding: Array(utf8)[$0.range], as: UTF8.self) }
    }

    /// With a byte-order mark.
    var utf16LittleEndian: [UInt8] {
        let text = hasPrefix("\u{FEFF}") ? self : "\u{FEFF}" + self
        return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
}
