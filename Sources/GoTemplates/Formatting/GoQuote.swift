import SourceText

/// Go's `strconv.Quote`, and the digits that escapes have.
enum GoQuote {
    /// In double quotes.
    static func string(_ bytes: Bytes) -> Bytes {
        var result = Bytes("\"")
        for rune in bytes.runes {
            if !rune.isValid {
                result += Bytes("\\x" + bytes[rune.range].hexadecimal)
            } else if rune.scalar == "\"" || rune.scalar == "\\" {
                result += [UInt8(ascii: "\\"), UInt8(rune.scalar.value)]
            } else if rune.scalar.isGoPrintable {
                result += bytes[rune.range]
            } else {
                result += Bytes("\\" + escape(of: rune.scalar))
            }
        }
        return result + Bytes("\"")
    }

    static func hexadecimal(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func escape(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 7: "a"
        case 8: "b"
        case 9: "t"
        case 10: "n"
        case 11: "v"
        case 12: "f"
        case 13: "r"
        case 0..<0x20, 0x7F: "x" + hexadecimal(scalar.value, width: 2)
        case 0..<0x10000: "u" + hexadecimal(scalar.value, width: 4)
        default: "U" + hexadecimal(scalar.value, width: 8)
        }
    }
}
