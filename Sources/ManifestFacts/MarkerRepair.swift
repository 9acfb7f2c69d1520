/// The marker that a comment evidently means which Flux does not take, and the words around it.
///
/// ```
/// comment = "#" … [ words ] [ "{" ] key ":" value [ "," ] [ "}" ] [ words ]
/// key     = "$imagepolicy", in quotes of any kind or in none
/// value   = namespace ( ":" | "/" ) name [ ( ":" | "/" ) field ], likewise, blanks anywhere
/// ```
package struct MarkerRepair: Sendable {
    /// The policy and the field that are meant.
    package let setter: SetterMarker
    /// The marker, with a blank in front if it would follow the `#` directly.
    package let replacement: String
    /// The UTF-8 range of the comment that it replaces, including the words around it.
    package let range: Range<Int>
    /// The words in front of the marker, then those behind it; none for signs alone.
    package let notes: [String]

    /// As Flux takes it.
    package var marker: String { setter.comment }

    /// Nil where more than one thing could be meant.
    package init?(_ comment: String) {
        var scanner = Scanner(comment)
        scanner.skip { $0 == "#" }
        scanner.skipPlainBlanks()
        let start = scanner.position
        guard let words = scanner.takeWords(), scanner.takeKey(),
            let value = scanner.takeValue(), let setter = SetterMarker(meantBy: value),
            let rest = scanner.takeRest()
        else { return nil }
        self.setter = setter
        replacement = (scanner.isNoBreakSpace(at: start) ? " " : "") + setter.comment
        range = scanner.offset(of: start)..<comment.utf8.count
        notes = [words, rest].filter { $0.contains { $0.isLetter || $0.isNumber } }
    }

    /// Reads a comment as if all its quotes and blanks were those of JSON.
    private struct Scanner {
        private let written: [Unicode.Scalar]
        private let scalars: [Unicode.Scalar]
        private(set) var position = 0

        init(_ text: String) {
            written = Array(text.unicodeScalars)
            scalars = written.map { scalar in
                scalar == "\u{A0}" ? " " : Self.quotes.contains(scalar) ? "\"" : scalar
            }
        }

        private static let quotes = Set("\"'`´‘’‚‛“”„‟′″«»＂".unicodeScalars)
        private static let key = Array("$imagepolicy".unicodeScalars)

        func isNoBreakSpace(at position: Int) -> Bool { written[position] == "\u{A0}" }

        func offset(of position: Int) -> Int {
            written[..<position].reduce(0) { $0 + UTF8.width($1) }
        }

        mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
            while position < scalars.count, isSkipped(scalars[position]) { position += 1 }
        }

        mutating func skipPlainBlanks() {
            while position < written.count, [" ", "\t"].contains(written[position]) {
                position += 1
            }
        }

        private mutating func skipBlanks() { skip { $0 == " " || $0 == "\t" } }

        private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard position < scalars.count, scalars[position] == scalar else { return false }
            position += 1
            return true
        }

        /// Takes the text in front of the only key, up to its brace and quote.
        mutating func takeWords() -> String? {
            let places = scalars.ranges(of: Self.key)
            guard let key = places.first, places.count == 1, key.lowerBound >= position else {
                return nil
            }
            var end = key.lowerBound
            for sign: Unicode.Scalar in ["\"", "{"] {
                while end > position, [" ", "\t"].contains(scalars[end - 1]) { end -= 1 }
                if end > position, scalars[end - 1] == sign { end -= 1 }
            }
            defer { position = end }
            let words = scalars[position..<end]
            return words.contains { "{}\"".unicodeScalars.contains($0) }
                ? nil : text(position..<end)
        }

        mutating func takeKey() -> Bool {
            _ = take("{")
            _ = take("\"")
            skipBlanks()
            position += Self.key.count
            _ = take("\"")
            return take(":")
        }

        /// Without its quotes and blanks.
        mutating func takeValue() -> String? {
            let isQuoted = take("\"")
            skipBlanks()
            let start = position
            skip { isQuoted ? $0 != "\"" : !" \t,{}\"".unicodeScalars.contains($0) }
            let value = scalars[start..<position].filter { $0 != " " && $0 != "\t" }
            if isQuoted, !take("\"") { return nil }
            return String(String.UnicodeScalarView(value))
        }

        /// Takes the text behind the marker; nil if that text belongs to the marker.
        mutating func takeRest() -> String? {
            let hasComma = take(",")
            let isClosed = take("}")
            skipBlanks()
            let rest = scalars[position...]
            guard !rest.contains("{"), !rest.contains("}"), rest.first != ":",
                isClosed || !hasComma || rest.isEmpty, isClosed || rest.first != "\""
            else { return nil }
            return text(position..<scalars.count)
        }

        /// As written, without blanks around it.
        private func text(_ range: Range<Int>) -> String {
            let isBlank = { (scalar: Unicode.Scalar) in
                " \t\r\u{A0}".unicodeScalars.contains(scalar)
            }
            let text = written[range].drop(while: isBlank).reversed().drop(while: isBlank)
            return String(String.UnicodeScalarView(text.reversed()))
        }
    }
}

extension SetterMarker {
    /// Takes slashes for colons as well.
    fileprivate init?(meantBy text: String) {
        self.init(text.replacing("/", with: ":"))
    }
}
