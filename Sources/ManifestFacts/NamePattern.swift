/// An object's name as far as the manifest tells it: literal pieces around what a template fills in.
///
/// Templates are `${…}` and `$(…)`, `{{ … }}`, and `<< … >>` (a ResourceSet's).
package struct NamePattern: Hashable, Sendable {
    /// One piece for a literal name; the gaps between pieces stand for any text.
    private let pieces: [String]

    package init(_ text: String) {
        // Nearly all texts are literal.
        guard !Self.isLiteral(text) else {
            pieces = [text]
            return
        }
        var pieces: [String] = []
        var piece = ""
        var rest = Substring(text)
        while let first = rest.first {
            if let close = Self.delimiters.first(where: { rest.hasPrefix($0.open) }) {
                pieces.append(piece)
                piece = ""
                rest = rest.dropFirst(2).drop(upToAndIncluding: close.close)
            } else {
                piece.append(first)
                rest = rest.dropFirst()
            }
        }
        self.pieces = pieces + [piece]
    }

    package var isLiteral: Bool { pieces.count == 1 }

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

    /// Whether no template stands in a text.
    package static func isLiteral(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        var last: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "{") where last == UInt8(ascii: "$") || last == byte,
                UInt8(ascii: "(") where last == UInt8(ascii: "$"),
                UInt8(ascii: "<") where last == byte:
                return false
            default: last = byte
            }
        }
        return true
    }

    private static let delimiters: [(open: String, close: String)] = [
        ("${", "}"), ("$(", ")"), ("{{", "}}"), ("<<", ">>"),
    ]
}

extension Substring {
    /// What follows the first occurrence of `text`; nil where there is none.
    fileprivate func tail(after text: String) -> Substring? {
        var rest = self
        while !rest.hasPrefix(text) {
            guard !rest.isEmpty else { return nil }
            rest = rest.dropFirst()
        }
        return rest.dropFirst(text.count)
    }

    /// An unclosed template swallows the rest.
    fileprivate func drop(upToAndIncluding text: String) -> Substring {
        tail(after: text) ?? ""
    }
}
