/// Go's `strconv.Quote` and its relatives.
enum GoQuote {
    /// In double quotes; with `asASCII` every other scalar is an escape.
    static func string(_ bytes: Bytes, asASCII: Bool = false) -> Bytes {
        var result = Bytes("\"")
        var offset = 0
        for rune in bytes.runes {
            if rune.isValid {
                append(rune.scalar, to: &result, quote: "\"", asASCII: asASCII)
            } else {
                result += Bytes("\\x" + hexadecimal(UInt32(bytes[offset]), width: 2))
            }
            offset += rune.width
        }
        return result + Bytes("\"")
    }

    /// In single quotes.
    static func rune(_ scalar: Unicode.Scalar, asASCII: Bool = false) -> Bytes {
        var result = Bytes("'")
        append(scalar, to: &result, quote: "'", asASCII: asASCII)
        return result + Bytes("'")
    }

    /// Go's `strconv.CanBackquote`.
    static func fitsBackquotes(_ bytes: Bytes) -> Bool {
        bytes.runes.allSatisfy {
            $0.isValid && $0.scalar != "\u{FEFF}" && $0.scalar != "`" && $0.scalar != "\u{7F}"
                && ($0.scalar.value >= 0x20 || $0.scalar == "\t")
        }
    }

    static func hexadecimal(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func append(
        _ scalar: Unicode.Scalar, to result: inout Bytes, quote: Unicode.Scalar, asASCII: Bool
    ) {
        if scalar == quote || scalar == "\\" {
            result += [UInt8(ascii: "\\"), UInt8(scalar.value)]
        } else if scalar.isGoPrintable, scalar.isASCII || !asASCII {
            result.append(scalar)
        } else {
            result += Bytes("\\" + escape(of: scalar))
        }
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
