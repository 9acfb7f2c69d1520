import RegularLanguages

/// A Go string: bytes that are mostly, but need not be, UTF-8.
typealias Bytes = [UInt8]

extension Bytes {
    init(_ text: String) {
        self = Array(text.utf8)
    }

    /// The text; what is not UTF-8 becomes U+FFFD.
    var text: String { String(decoding: self, as: UTF8.self) }

    mutating func append(_ scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    }

    /// The scalars as a Go `range` loop sees them.
    var runes: [Rune] {
        var result: [Rune] = []
        result.reserveCapacity(count)
        var offset = 0
        while offset < count {
            let rune = rune(at: offset)
            result.append(rune)
            offset = rune.range.upperBound
        }
        return result
    }

    /// The scalar that begins at `offset`, which is below `count`.
    func rune(at offset: Int) -> Rune {
        let (point, width) = UTF8Decoder.scalar(in: self, at: offset)
        let scalar = point.flatMap(Unicode.Scalar.init)
        return Rune(
            scalar: scalar ?? "\u{FFFD}", range: offset..<offset + width, isValid: scalar != nil)
    }

    /// Every scalar replaced; what is not UTF-8 becomes U+FFFD, as in Go's `strings.Map`.
    func mappingRunes(_ transform: (Unicode.Scalar) -> Unicode.Scalar) -> Bytes {
        var result = Bytes()
        result.reserveCapacity(count)
        for rune in runes { result.append(transform(rune.scalar)) }
        return result
    }

    /// The offset of the first occurrence of `needle` at or after `start`.
    func firstOffset(of needle: Bytes, from start: Int = 0) -> Int? {
        guard let first = needle.first else { return start <= count ? start : nil }
        guard needle.count > 1 else {
            return self[Swift.min(start, count)...].firstIndex(of: first)
        }
        // Knuth, Morris and Pratt's algorithm: linear, whatever a template's author searches for.
        let fallbacks = needle.fallbacks
        var matched = 0
        for offset in start..<Swift.max(start, count) {
            while matched > 0, self[offset] != needle[matched] { matched = fallbacks[matched - 1] }
            if self[offset] == needle[matched] { matched += 1 }
            if matched == needle.count { return offset + 1 - matched }
        }
        return nil
    }

    /// For each prefix, the length of the longest shorter prefix that it ends with.
    private var fallbacks: [Int] {
        var result = [0]
        var matched = 0
        for byte in dropFirst() {
            while matched > 0, byte != self[matched] { matched = result[matched - 1] }
            if byte == self[matched] { matched += 1 }
            result.append(matched)
        }
        return result
    }
}

/// One scalar of a Go string, or U+FFFD for one byte that is none.
struct Rune {
    let scalar: Unicode.Scalar
    /// Where it is in the string.
    let range: Range<Int>
    let isValid: Bool
}

extension Unicode.Scalar {
    /// Go's `unicode.ToUpper`: one scalar for one scalar.
    var goUpper: Unicode.Scalar { Self.single(properties.uppercaseMapping) ?? self }

    var goLower: Unicode.Scalar {
        self == "\u{130}" ? "i" : Self.single(properties.lowercaseMapping) ?? self
    }

    var goTitle: Unicode.Scalar { Self.single(properties.titlecaseMapping) ?? self }

    var isGoDigit: Bool { properties.generalCategory == .decimalNumber }
    var isGoSpace: Bool { properties.isWhitespace }

    var isGoLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
        default: false
        }
    }

    /// Go's `unicode.IsPrint`: of the spaces only U+0020.
    var isGoPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        case .spaceSeparator: self == " "
        default: true
        }
    }

    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
