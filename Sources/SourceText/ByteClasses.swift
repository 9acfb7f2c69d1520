/// The ASCII characters that texts of registries, tags and versions are made of.
extension UInt8 {
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    package var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    package var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    /// In either case.
    package var isHexadecimal: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}

extension ArraySlice<UInt8> {
    /// The character at the start; U+FFFD for invalid UTF-8.
    package var firstScalar: Unicode.Scalar {
        String(decoding: prefix(4), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }
}
