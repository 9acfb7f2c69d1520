extension GlobPattern {
    /// The parts between the slashes.
    ///
    /// An empty part at the end is reported at `lastOffset`.
    static func parts(of tokens: [GlobToken], lastOffset: Int) throws(GlobError) -> [Part] {
        var parts: [Part] = []
        var elements: [GlobToken] = []
        for token in tokens {
            if case .slash = token.kind {
                parts.append(try part(of: elements, offset: token.offset))
                elements = []
            } else {
                elements.append(token)
            }
        }
        parts.append(try part(of: elements, offset: lastOffset))
        // Names inside of a directory have at least one more part.
        if case .anyParts = parts.last { parts.append(.text([.anyText])) }
        return parts
    }

    private static func part(
        of tokens: [GlobToken], offset: Int
    ) throws(GlobError) -> Part {
        guard let first = tokens.first else { throw GlobError(.emptyPart, at: offset) }
        var elements: [Element] = []
        for token in tokens {
            switch token.kind {
            case .doubleStar where tokens.count == 1: return .anyParts
            case .doubleStar: throw GlobError(.partialDoubleStar, at: token.offset)
            case .element(let element): elements.append(element)
            case .slash: preconditionFailure("a part holds no slash")
            }
        }
        if elements.count <= 2, elements.allSatisfy({ $0 == .character(".") }) {
            let text = String(repeating: ".", count: elements.count)
            throw GlobError(.relativePart(text), at: first.offset)
        }
        return .text(elements)
    }

    /// A glob that its author may have meant with `source`, which is none.
    static func meant(by source: String) -> String? {
        let names = source.split(separator: "/").filter { $0 != "." }
        let meant = (names + (source.hasSuffix("/") ? ["**"] : [])).joined(separator: "/")
        do {
            return try meant == source ? nil : GlobPattern(meant).source
        } catch {
            return nil
        }
    }

    /// For each choice of its braces the directory below which all names lie that it matches, from
    /// the leading parts without wildcards; empty for the root.
    package var directories: [String] {
        alternatives.map { parts in
            var names: [String] = []
            for part in parts.dropLast() {
                guard let name = part.literal else { break }
                names.append(name)
            }
            return names.joined(separator: "/")
        }
    }
}

extension GlobPattern.Part {
    /// The one text that it matches; nil where there may be several.
    fileprivate var literal: String? {
        guard case .text(let elements) = self else { return nil }
        var text = String.UnicodeScalarView()
        for element in elements {
            guard case .character(let character) = element else { return nil }
            text.append(character)
        }
        return String(text)
    }
}
