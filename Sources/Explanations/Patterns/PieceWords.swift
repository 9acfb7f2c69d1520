import RegularLanguages

/// Words for pieces of a pattern, as far as tags can contain them; nil for what is too involved.
struct PieceWords {
    /// Groups without a name that are worth pointing out.
    let groups: Set<Int>

    /// More pieces than this are too many to read.
    private static let pieceLimit = 16
    private static let depthLimit = 3

    func sequence(_ pieces: [PatternNode]) -> String? { sequence(pieces, depth: 0) }

    /// The pieces one after the other: "`v`, digits and `-rc`".
    private func sequence(_ pieces: [PatternNode], depth: Int) -> String? {
        var words: [String] = []
        var rest = pieces[...]
        while let piece = rest.first {
            guard words.count < Self.pieceLimit else { return nil }
            let run = piece.literal.map { literal in
                rest.prefix { $0.literal?.ignoresCase == literal.ignoresCase }
            }
            let text = run.map(Self.words(forLiterals:)) ?? self.words(for: piece, depth: depth)
            guard let text else { return nil }
            words.append(text)
            rest = rest.dropFirst(run?.count ?? 1)
        }
        return Self.list(words.filter { !$0.isEmpty }, "and")
    }

    private func words(for piece: PatternNode, depth: Int) -> String? {
        guard depth < Self.depthLimit else { return nil }
        if let characters = piece.tagCharacters {
            return CharacterWords(characters)?.singular
        }
        switch piece.kind {
        case .empty: return ""
        case .literal, .anyScalar, .set, .assertion: return nil
        case .capture(let number, let name, let inner):
            guard let words = sequence(inner.pieces, depth: depth + 1) else { return nil }
            if let name { return "\(words) (the group `\(name)`)" }
            return groups.contains(number) ? "\(words) (group \(number))" : words
        case .sequence(let pieces): return sequence(pieces, depth: depth + 1)
        case .choice(let alternatives): return choice(alternatives, depth: depth)
        case .repetition(let inner, let count): return repetition(inner, count, depth: depth)
        }
    }

    private func choice(_ alternatives: [PatternNode], depth: Int) -> String? {
        guard alternatives.count <= Self.pieceLimit else { return nil }
        let words = alternatives.compactMap { sequence($0.pieces, depth: depth + 1) }
        guard words.count == alternatives.count else { return nil }
        let texts = zip(words, alternatives).map { words, alternative in
            words.isEmpty ? "nothing" : Self.grouped(words, for: alternative)
        }
        return (texts.count == 2 ? "either " : "one of ") + Self.list(texts, "or")
    }

    private func repetition(
        _ inner: PatternNode, _ count: Repetition, depth: Int
    ) -> String? {
        if let characters = inner.tagCharacters {
            return CharacterWords(characters)?.words(for: count)
        }
        guard let words = sequence(inner.pieces, depth: depth + 1) else { return nil }
        let text = Self.grouped(words, for: inner)
        switch (count.minimum, count.maximum) {
        case (0, 1): return "perhaps \(text)"
        case (0, nil): return "\(text) any number of times"
        case (1, nil): return "\(text) once or more"
        case (let least, nil): return "\(text) at least \(least) times"
        case (let least, let most?):
            return least == most ? "\(text) \(least) times" : "\(text) \(least) to \(most) times"
        }
    }

    /// In parentheses, unless the words are one quoted text.
    private static func grouped(_ words: String, for piece: PatternNode) -> String {
        piece.pieces.allSatisfy { $0.literal != nil } ? words : "(\(words))"
    }

    /// Literals that all ignore case, or that all mind it, in one quoted text.
    private static func words(forLiterals pieces: ArraySlice<PatternNode>) -> String? {
        var text = ""
        for literal in pieces.lazy.compactMap(\.literal) {
            guard let scalar = Unicode.Scalar(literal.point) else { return nil }
            text.unicodeScalars.append(scalar)
        }
        return "`\(text)`" + (pieces.first?.literal?.ignoresCase == true ? " in either case" : "")
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}

extension PatternNode {
    var pieces: [PatternNode] {
        switch kind {
        case .empty: []
        case .sequence(let pieces): pieces
        default: [self]
        }
    }

    fileprivate var literal: (point: UInt32, ignoresCase: Bool)? {
        guard case .literal(let point, let ignoresCase) = kind else { return nil }
        // Only letters have a case.
        let set = ASCIISet.upperCase.union(.lowerCase)
        return (point, ignoresCase && point < 0x80 && set.contains(UInt8(point)))
    }

    /// For a piece that represents one of several characters, those that tags can contain.
    var tagCharacters: ASCIISet? {
        literal == nil ? characters?.ascii.intersection(TagUniverse.characters) : nil
    }
}

/// Words for one or more characters of a set: "a digit", "7 hexadecimal digits".
struct CharacterWords {
    /// One of them.
    let singular: String
    private let plural: String
    private let isAny: Bool

    /// Nil where no tag contains such a character.
    init?(_ characters: ASCIISet) {
        guard !characters.isEmpty else { return nil }
        isAny = characters == TagUniverse.characters
        if let (singular, plural) = Self.names[characters] {
            self.singular = singular
            self.plural = plural
        } else {
            let text = Self.text(of: characters)
            singular = "one of `\(text)`"
            plural = "characters of `\(text)`"
        }
    }

    /// Several of them.
    func words(for count: Repetition) -> String {
        switch (count.minimum, count.maximum) {
        case (0, 0): ""
        case (1, 1): singular
        case (0, 1): "perhaps \(singular)"
        case (0, nil): isAny ? "anything" : "\(plural) or nothing"
        case (1, nil): isAny ? "one or more characters" : plural
        case (let least, nil): "at least \(least) \(plural)"
        case (0, let most?): "up to \(most) \(plural)"
        case (let least, let most?):
            least == most ? "\(least) \(plural)" : "\(least) to \(most) \(plural)"
        }
    }

    private static let names: [ASCIISet: (String, String)] = {
        let letters = ASCIISet.upperCase.union(.lowerCase)
        let lowerHex = ASCIISet.digits.union(ASCIISet(0x61...0x66))
        let upperHex = ASCIISet(0x41...0x46)
        return [
            .digits: ("a digit", "digits"),
            .lowerCase: ("a lower-case letter", "lower-case letters"),
            .upperCase: ("an upper-case letter", "upper-case letters"),
            letters: ("a letter", "letters"),
            .digits.union(.lowerCase): (
                "a lower-case letter or digit", "lower-case letters and digits"
            ),
            .digits.union(letters): ("a letter or digit", "letters and digits"),
            lowerHex: ("a hexadecimal digit", "hexadecimal digits"),
            lowerHex.union(upperHex): (
                "a hexadecimal digit in either case", "hexadecimal digits in either case"
            ),
            .word: ("a letter, digit or `_`", "letters, digits and `_`"),
            TagUniverse.characters: ("any character", "characters"),
        ]
    }()

    /// The characters as a class would list them, ranges of three and more cut short.
    private static func text(of characters: ASCIISet) -> String {
        var text = ""
        var rest = Array(characters)[...]
        while let first = rest.first {
            var count = 1
            while count < rest.count, rest[rest.startIndex + count] == first + UInt8(count) {
                count += 1
            }
            let run = rest.prefix(count).map { String(Unicode.Scalar($0)) }
            text += run.count > 2 ? "\(run[0])-\(run[count - 1])" : run.joined()
            rest = rest.dropFirst(count)
        }
        return text
    }
}
