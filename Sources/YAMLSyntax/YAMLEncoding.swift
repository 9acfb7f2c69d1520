import SourceText

/// The character encodings of YAML texts.
package enum YAMLEncoding {
    package static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns `bytes` as UTF-8, decoded if they begin with a UTF-16 byte-order mark.
    package static func utf8Text(of bytes: [UInt8]) throws(YAMLError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try decoded(bytes, highByte: 1) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try decoded(bytes, highByte: 0) }
        return bytes
    }

    /// The byte-order marks on lines that follow a `---`.
    static func marksOfDocuments(in text: [UInt8]) -> [SourceSpan] {
        var marks: [SourceSpan] = []
        var start = utf8Mark.count
        while let found = text.offset(of: utf8Mark, from: start) {
            start = found + utf8Mark.count
            guard text[found - 1] == 0x0A else { continue }
            let line = text[..<(found - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            if text[line..<(found - 1)].starts(with: "---".utf8) {
                marks.append(SourceSpan(found, start))
            }
        }
        return marks
    }

    private static func decoded(
        _ bytes: [UInt8], highByte: Int
    ) throws(YAMLError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else {
            throw YAMLError(reason: .invalidEncoding, offset: bytes.count)
        }
        let units = stride(from: 2, to: bytes.count, by: 2).map { offset in
            UInt16(bytes[offset + highByte]) << 8 | UInt16(bytes[offset + 1 - highByte])
        }
        var text: [UInt8] = []
        text.reserveCapacity(units.count)
        let isBroken = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
        ) { text.append($0) }
        guard !isBroken else { throw YAMLError(reason: .invalidEncoding, offset: text.count) }
        return text
    }
}
