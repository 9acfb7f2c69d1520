extension JSONReader {
    /// Reads a string and decodes its escapes; without any, the result is a slice of the text.
    ///
    /// Bytes that are not UTF-8 are kept.
    package mutating func string() throws(JSONError) -> ArraySlice<UInt8> {
        try expect(.string)
        return try stringBytes()
    }

    /// Reads the string that begins at `position`.
    mutating func stringBytes() throws(JSONError) -> ArraySlice<UInt8> {
        let start = position + 1
        position = start
        skipPlain()
        var bytes = text[start..<position]
        while !take("\"") {
            guard take("\\") else { throw .noJSON }
            bytes += UTF8.encode(try escape()) ?? .init()
            let start = position
            skipPlain()
            bytes += text[start..<position]
        }
        return bytes
    }

    /// Advances to the next quote, escape or control character.
    private mutating func skipPlain() {
        while position < text.count, text[position] >= 0x20, text[position] != UInt8(ascii: "\""),
            text[position] != UInt8(ascii: "\\")
        {
            position += 1
        }
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let letter = byte else { throw .noJSON }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return scalar(from: try codeUnit())
        default: throw .noJSON
        }
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .noJSON
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Combines a surrogate with the one that follows it; a lone surrogate becomes U+FFFD.
    private mutating func scalar(from unit: UInt32) -> Unicode.Scalar {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let start = position
        if take("\\"), take("u"), let low = try? codeUnit(), (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
            return scalar
        }
        position = start
        return "\u{FFFD}"
    }
}
