/// An extraction template as in Go's `Regexp.Expand`: `$1`, `${name}`, `$$`.
///
/// A name without braces extends over all letters, digits and underscores that follow. Any other
/// dollar is a literal.
package struct ExpansionTemplate: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case text(String)
        case group(number: Int)
        /// Includes numbers that Go treats as names, such as `01`.
        case name(String)
    }

    package struct Piece: Hashable, Sendable {
        package let part: Part
        /// UTF-8 offsets within the template.
        package let range: Range<Int>
    }

    /// As written.
    package let text: String
    /// In order, without adjacent texts.
    package private(set) var pieces: [Piece] = []

    package init(_ template: String) {
        text = template
        var scanner = Scanner(scalars: Array(template.unicodeScalars))
        while let part = scanner.next() { add(part.part, at: part.range) }
    }

    private mutating func add(_ part: Part, at range: Range<Int>) {
        if case .text(let new) = part, let last = pieces.last, case .text(let old) = last.part {
            pieces[pieces.count - 1] = Piece(
                part: .text(old + new), range: last.range.lowerBound..<range.upperBound)
        } else {
            pieces.append(Piece(part: part, range: range))
        }
    }

    /// Returns the value for a match, where missing and unmatched groups are empty.
    ///
    /// Of several groups with one name, the first that matched is used.
    package func expanded(
        with match: PatternMatch, of pattern: Pattern, in text: [UInt8]
    ) -> String {
        var result: [UInt8] = []
        for piece in pieces {
            switch piece.part {
            case .text(let literal): result += literal.utf8
            case .group(let number):
                if let range = match.range(ofGroup: number) { result += text[range] }
            case .name(let name):
                if let range = match.range(ofGroupNamed: name, in: pattern) {
                    result += text[range]
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension PatternMatch {
    /// The range of the first group with this name that matched.
    package func range(ofGroupNamed name: String, in pattern: Pattern) -> Range<Int>? {
        pattern.groups(named: name).lazy.compactMap(range(ofGroup:)).first
    }
}

extension Pattern {
    /// The numbers of the groups with this name.
    ///
    /// Names are compared by bytes: to Swift, the Kelvin sign is a K.
    package func groups(named name: String) -> [Int] {
        groupNames.indices.filter { groupNames[$0]?.utf8.elementsEqual(name.utf8) == true }
    }
}

/// Splits a template into parts, with texts that may be adjacent.
private struct Scanner {
    let scalars: [Unicode.Scalar]
    var index = 0
    var offset = 0

    mutating func next() -> ExpansionTemplate.Piece? {
        guard index < scalars.count else { return nil }
        let start = offset
        let part = scalars[index] == "$" ? dollar() : .text(take(1))
        return ExpansionTemplate.Piece(part: part, range: start..<offset)
    }

    private mutating func dollar() -> ExpansionTemplate.Part {
        guard peek(1) != "$" else {
            _ = take(2)
            return .text("$")
        }
        let isBraced = peek(1) == "{"
        let nameStart = isBraced ? 2 : 1
        var nameEnd = nameStart
        while let scalar = peek(nameEnd), Self.isNamePart(scalar) { nameEnd += 1 }
        guard nameEnd > nameStart, !isBraced || peek(nameEnd) == "}" else {
            return .text(take(1))
        }
        _ = take(nameStart)
        let name = take(nameEnd - nameStart)
        if isBraced { _ = take(1) }
        return Self.number(name).map { .group(number: $0) } ?? .name(name)
    }

    private func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    private mutating func take(_ count: Int) -> String {
        var result = ""
        for scalar in scalars[index..<index + count] {
            result.unicodeScalars.append(scalar)
            offset += UTF8.width(scalar)
        }
        index += count
        return result
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber:
            true
        default: scalar == "_"
        }
    }

    /// Parses a number without leading zeros, of at most nine digits.
    private static func number(_ name: String) -> Int? {
        let digits = Array(name.utf8)
        let isNumber = digits.allSatisfy(ASCIISet.digits.contains)
        guard isNumber, digits.count <= 9, digits.count == 1 || digits[0] != 0x30 else {
            return nil
        }
        return Int(name)
    }
}
