/// A tag or digest that stands for another one.
///
/// It goes through everything that builds manifests as the value itself would: as a plain scalar it
/// is a text, and it is valid where a tag or digest is expected. No registry has it.
enum Placeholder {
    private static let tagStart = "__sluice_value_"
    private static let tagEnd = "__"
    /// In front of the number, in hexadecimal digits.
    private static let digestStart = "sha256:51ce51ce51ce51ce"
    private static let digitCount = 48

    static func text(_ number: Int, isDigest: Bool) -> String {
        guard isDigest else { return tagStart + String(number) + tagEnd }
        let digits = String(number, radix: 16)
        return digestStart + String(repeating: "0", count: digitCount - digits.utf8.count) + digits
    }

    /// A piece of a text.
    enum Piece: Hashable {
        case text(String)
        /// By the number of its placeholder.
        case value(Int)
    }

    /// The pieces of a text that placeholders may be in: nearly always it is one.
    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let (start, end, number) = first(in: rest) {
            if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
            pieces.append(.value(number))
            rest = rest[end...]
        }
        return rest.isEmpty && !pieces.isEmpty ? pieces : pieces + [.text(String(rest))]
    }

    /// The first placeholder, with its place.
    private static func first(
        in text: Substring
    ) -> (start: String.Index, end: String.Index, number: Int)? {
        [tag(in: text), digest(in: text)].compactMap(\.self).min { $0.start < $1.start }
    }

    private static func tag(
        in text: Substring
    ) -> (start: String.Index, end: String.Index, number: Int)? {
        guard let start = text.firstRange(of: tagStart),
            let end = text[start.upperBound...].firstRange(of: tagEnd),
            let number = Int(text[start.upperBound..<end.lowerBound])
        else { return nil }
        return (start.lowerBound, end.upperBound, number)
    }

    private static func digest(
        in text: Substring
    ) -> (start: String.Index, end: String.Index, number: Int)? {
        guard let start = text.firstRange(of: digestStart) else { return nil }
        let digits = text[start.upperBound...].prefix(digitCount)
        return Int(digits, radix: 16).map { (start.lowerBound, digits.endIndex, $0) }
    }
}
