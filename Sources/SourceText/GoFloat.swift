/// Returns the number that Go's `strconv.ParseFloat` with 64 bits reads; nil if that is an error.
///
/// ```
/// float    = [sign] ("inf" | "infinity") | "nan" | [sign] (decimal | hex)
/// decimal  = mantissa ["e" [sign] digits]
/// hex      = "0x" mantissa "p" [sign] digits
/// mantissa = digits ["." [digits]] | "." digits
/// ```
/// Letters may be of either case. Underscores are allowed between two digits and after `0x`; `nan`
/// has no sign. A number too large for 64 bits is an error, one too small is zero.
package func goFloat(_ text: String) -> Double? {
    var scanner = FloatScanner(bytes: Array(text.utf8))
    return scanner.scan()
}

private struct FloatScanner {
    let bytes: [UInt8]
    private var offset = 0
    private var isHexadecimal = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func scan() -> Double? {
        if let special = special() { return special }
        _ = takeSign()
        if bytes[offset...].starts(with: "0x".utf8) || bytes[offset...].starts(with: "0X".utf8) {
            isHexadecimal = true
            offset += 2
        }
        guard takeMantissa(), takeExponent(), offset == bytes.count, underscoresSeparateDigits()
        else { return nil }
        let digits = bytes.filter { $0 != UInt8(ascii: "_") }
        guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    private func special() -> Double? {
        switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        case "nan": .nan
        default: nil
        }
    }

    private mutating func takeSign() -> Bool {
        guard offset < bytes.count, "+-".utf8.contains(bytes[offset]) else { return false }
        offset += 1
        return true
    }

    /// Reads digits, at least one, with underscores and at most one point.
    private mutating func takeMantissa() -> Bool {
        var sawDigit = false
        var sawPoint = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if isHexadecimal ? byte.isHexadecimal : byte.isDigit {
                sawDigit = true
            } else if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else if byte != UInt8(ascii: "_") {
                break
            }
            offset += 1
        }
        return sawDigit
    }

    /// Reads an exponent; false if it is malformed, or missing where it is required.
    private mutating func takeExponent() -> Bool {
        let marker = UInt8(ascii: isHexadecimal ? "p" : "e")
        guard offset < bytes.count, bytes[offset] | 0x20 == marker else { return !isHexadecimal }
        offset += 1
        _ = takeSign()
        guard offset < bytes.count, bytes[offset].isDigit else { return false }
        while offset < bytes.count, bytes[offset].isDigit || bytes[offset] == UInt8(ascii: "_") {
            offset += 1
        }
        return true
    }

    /// Whether each underscore is between two digits; the `x` of `0x` counts as one.
    private func underscoresSeparateDigits() -> Bool {
        func isDigitHere(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            return bytes[index].isDigit
                || isHexadecimal && (bytes[index].isHexadecimal || bytes[index] | 0x20 == 0x78)
        }
        return bytes.indices.allSatisfy {
            bytes[$0] != UInt8(ascii: "_") || isDigitHere($0 - 1) && isDigitHere($0 + 1)
        }
    }
}
