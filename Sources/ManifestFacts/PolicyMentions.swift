import SourceText

/// Finds the policies that a text names beside `$imagepolicy`: in markers, in lines that are
/// commented out, in templates and in other text.
enum PolicyMentions {
    /// As they are there: `namespace:name`, and what may follow; in the order of the text.
    static func mentions(in source: [UInt8]) -> [String] {
        var mentions: [String] = []
        var start = 0
        while let found = source.offset(of: word, from: start) {
            let line = source[found...].prefix { $0 != 0x0A }
            mentions += quoted(in: line)
            start = line.endIndex
        }
        return mentions
    }

    private static let word = Array("imagepolicy".utf8)

    /// The quoted texts with a colon, but for the one between two quotes that are apart.
    private static func quoted(in line: ArraySlice<UInt8>) -> [String] {
        line.split(whereSeparator: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
            .compactMap { piece in
                guard let colon = piece.firstIndex(of: UInt8(ascii: ":")),
                    colon > piece.startIndex, colon + 1 < piece.endIndex
                else { return nil }
                return String(decoding: piece, as: UTF8.self)
            }
    }
}
