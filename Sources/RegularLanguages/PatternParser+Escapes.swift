/// The parsing of escapes.
///
///     escape = "\" ( "A" | "b" | "B" | "z" )        assertions
///            | "\Q" text [ "\E" ]                   text as it is
///            | "\" ( "d" | "D" | "s" | "S" | "w" | "W" )
///            | "\" ( "p" | "P" ) ( letter | "{" [ "^" ] name "}" )
///            | "\" ( "a" | "f" | "n" | "r" | "t" | "v" )
///            | "\0" [ digit [ digit ] ] | "\" digit digit [ digit ]      octal
///            | "\x" digit digit | "\x{" digit { digit } "}"              hexadecimal
///            | "\" punctuation
extension PatternParser {
    /// Parses an escape outside of a class.
    mutating func parseEscapedPiece() throws(PatternError) {
        let start = offset
        if isAt("\\Q") { return try parseQuotation() }
        if let assertion = parseAssertion() {
            return try append(.assertion(assertion), from: start)
        }
        if let named = try parseClassEscape() {
            let set = ScalarSet(ranges: [], classes: [named], ignoresCase: flags.ignoresCase)
            return try append(.set(set), from: start)
        }
        let point = try parseEscape()
        try append(.literal(point, ignoresCase: flags.ignoresCase), from: start)
    }

    private mutating func parseAssertion() -> PatternAssertion? {
        if skip("\\A") { return .textStart }
        if skip("\\z") { return .textEnd }
        if skip("\\b") { return .wordBoundary }
        if skip("\\B") { return .noWordBoundary }
        return nil
    }

    private mutating func parseQuotation() throws(PatternError) {
        offset += 2
        let end = firstOffset(of: "\\E", from: offset) ?? bytes.count
        while offset < end {
            let start = offset
            let point = try nextScalar()
            try append(.literal(point, ignoresCase: flags.ignoresCase), from: start)
        }
        if end < bytes.count { offset = end + 2 }
    }

    /// Parses `\d`, `\pN`, `\p{Greek}` and the like; returns nil, and reads nothing, for others.
    mutating func parseClassEscape() throws(PatternError) -> ScalarClass? {
        guard isAt("\\"), offset + 1 < bytes.count else { return nil }
        let letter = bytes[offset + 1]
        if letter | 0x20 == UInt8(ascii: "p") { return try parseUnicodeClass() }
        guard let named = ScalarClass(perlLetter: letter) else { return nil }
        offset += 2
        return named
    }

    private mutating func parseUnicodeClass() throws(PatternError) -> ScalarClass {
        let start = offset
        var isNegated = bytes[offset + 1] == UInt8(ascii: "P")
        offset += 2
        var name = ""
        if isAt("{") {
            let end = firstOffset(of: "}", from: offset)
            try checkUTF8(start..<(end ?? bytes.count))
            name = text(offset + 1..<(end ?? bytes.count))
            offset = end.map { $0 + 1 } ?? bytes.count
            if end == nil { throw error(Reason.unknownClass, from: start) }
        } else if offset < bytes.count {
            let nameStart = offset
            _ = try nextScalar()
            name = text(nameStart..<offset)
        }
        if name.hasPrefix("^") {
            isNegated.toggle()
            name.removeFirst()
        }
        guard let named = ScalarClass(unicodeName: name, isNegated: isNegated) else {
            throw error(Reason.unknownClass, from: start)
        }
        return named
    }

    /// Parses an escape for one code point.
    mutating func parseEscape() throws(PatternError) -> UInt32 {
        let start = offset
        offset += 1
        guard offset < bytes.count else {
            throw PatternError(.trailingBackslash, at: start..<offset)
        }
        let point = try nextScalar()
        switch point {
        case 0x30: return parseOctal(startingWith: 0)
        case 0x31...0x37 where peek().map(isOctal) == true:
            return parseOctal(startingWith: point - 0x30)
        case 0x31...0x39:
            throw error(Reason.backReference, from: start)
        case 0x78: return try parseHexadecimal(from: start)
        case 0x61: return 0x07
        case 0x66: return 0x0C
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        case 0x76: return 0x0B
        case 0..<0x80 where point == 0x5F || !ASCIISet.word.contains(UInt8(point)): return point
        default: throw error(Reason.invalidEscape, from: start)
        }
    }

    private func isOctal(_ byte: UInt8) -> Bool { byte & 0xF8 == 0x30 }

    /// Parses up to two more digits.
    private mutating func parseOctal(startingWith first: UInt32) -> UInt32 {
        var value = first
        for _ in 0..<2 {
            guard let digit = peek(), isOctal(digit) else { break }
            value = value * 8 + UInt32(digit & 0x07)
            offset += 1
        }
        return value
    }

    private mutating func parseHexadecimal(from start: Int) throws(PatternError) -> UInt32 {
        guard skip("{") else {
            var value: UInt32 = 0
            for _ in 0..<2 { value = try value * 16 + hexadecimalDigit(from: start) }
            return value
        }
        var value = try hexadecimalDigit(from: start)
        while !skip("}") {
            value = try value * 16 + hexadecimalDigit(from: start)
            if value > 0x10FFFF { throw error(Reason.invalidEscape, from: start) }
        }
        return value
    }

    private mutating func hexadecimalDigit(from start: Int) throws(PatternError) -> UInt32 {
        guard offset < bytes.count else { throw error(Reason.invalidEscape, from: start) }
        let point = try nextScalar()
        switch point {
        case 0x30...0x39: return point - 0x30
        case 0x41...0x46, 0x61...0x66: return (point | 0x20) - 0x61 + 10
        default: throw error(Reason.invalidEscape, from: start)
        }
    }
}
