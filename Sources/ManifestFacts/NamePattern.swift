/// An object's name as far as the manifest tells it: literal pieces around what a template fills
/// in.
///
/// Templates are `${…}` and `$(…)`, `{{ … }}`, and `<< … >>` (a ResourceSet's).
package struct NamePattern: Hashable, Sendable {
    /// One piece for a literal name; the gaps between pieces match any text.
    private let pieces: [String]

    package init(_ text: String) {
        // Nearly all texts are literal.
        guard !Self.isLiteral(text) else {
            pieces = [text]
            return
        }
        var pieces: [String] = []
        var piece: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            if let second = rest.first, let close = Self.close(ofTemplateAt: first, second) {
                pieces.append(String(decoding: piece, as: UTF8.self))
                piece = []
                rest = rest.dropFirst().drop(upToAndIncluding: close)
            } else {
                piece.append(first)
            }
        }
        self.pieces = pieces + [String(decoding: piece, as: UTF8.self)]
    }

    package var isLiteral: Bool { pieces.count == 1 }

    /// The name; nil where a template fills in a part of it.
    package var literal: String? { isLiteral ? pieces[0] : nil }

    /// Whether a path ends in this one, from one of its directories on.
    package func matchesEnd(ofPath path: String) -> Bool {
        matches(path)
            || NamePattern(pieces: ["", "/" + pieces[0]] + pieces.dropFirst()).matches(path)
    }

    private init(pieces: [String]) {
        self.pieces = pieces
    }

    /// Whether the pattern says nothing about the name.
    package var matchesEverything: Bool { !isLiteral && pieces.allSatisfy(\.isEmpty) }

    package func matches(_ name: String) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return true }
        if isLiteral { return name == first }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let tail = rest.tail(after: piece) else { return false }
            rest = tail
        }
        return rest.hasSuffix(last)
    }

    /// Whether no template is in a text.
    package static func isLiteral(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        for index in bytes.indices.dropFirst()
        where close(ofTemplateAt: bytes[index - 1], bytes[index]) != nil {
            return false
        }
        return true
    }

    /// The closing text of a template that begins with these two bytes; nil if they begin none.
    private static func close(ofTemplateAt first: UInt8, _ second: UInt8) -> String? {
        switch (first, second) {
        case (UInt8(ascii: "$"), UInt8(ascii: "{")): "}"
        case (UInt8(ascii: "$"), UInt8(ascii: "(")): ")"
        case (UInt8(ascii: "{"), UInt8(ascii: "{")): "}}"
        case (UInt8(ascii: "<"), UInt8(ascii: "<")): ">>"
        default: nil
        }
    }
}

extension Substring {
    /// The text after the first occurrence of `text`; nil if there is none.
    fileprivate func tail(after text: String) -> Substring? {
        var rest = self
        while !rest.hasPrefix(text) {
            guard !rest.isEmpty else { return nil }
            rest = rest.dropFirst()
        }
        return rest.dropFirst(text.count)
    }
}

extension ArraySlice<UInt8> {
    /// An unclosed template swallows the rest.
    fileprivate func drop(upToAndIncluding text: String) -> ArraySlice {
        var rest = self
        while !rest.isEmpty, !rest.starts(with: text.utf8) { rest = rest.dropFirst() }
        return rest.dropFirst(text.utf8.count)
    }
}
