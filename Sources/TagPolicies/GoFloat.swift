/// The number that Go's `strconv.ParseFloat` with 64 bits reads; nil where it reports an error.
///
/// ```
/// float    = [sign] ("inf" | "infinity") | "nan" | [sign] (decimal | hex)
/// decimal  = mantissa ["e" [sign] digits]
/// hex      = "0x" mantissa "p" [sign] digits
/// mantissa = digits ["." [digits]] | "." digits
/// ```
/// Letters are of either case. An underscore may stand between two digits, and behind `0x`; `nan`
/// takes no sign. A number too large for 64 bits is an error, one too small is zero.
package func goFloat(_ text: String) -> Double? {
    if let small = smallInteger(text) { return small }
    var scanner = FloatScanner(bytes: Array(text.utf8))
    return scanner.scan()
}

/// The usual case, fast: at most 15 digits, which a double holds exactly.
private func smallInteger(_ text: String) -> Double? {
    guard (1...15).contains(text.utf8.count) else { return nil }
    var value: Int64 = 0
    for byte in text.utf8 {
        guard isDigit(byte) else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return Double(value)
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

    /// Digits, of which there is at least one, underscores, and at most one point.
    private mutating func takeMantissa() -> Bool {
        var sawDigit = false
        var sawPoint = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if isDigit(byte) || isHexadecimal && isHexadecimalLetter(byte) {
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

    /// Whether an exponent was taken, or may be missing.
    private mutating func takeExponent() -> Bool {
        let marker = UInt8(ascii: isHexadecimal ? "p" : "e")
        guard offset < bytes.count, bytes[offset] | 0x20 == marker else { return !isHexadecimal }
        offset += 1
        _ = takeSign()
        guard offset < bytes.count, isDigit(bytes[offset]) else { return false }
        while offset < bytes.count, isDigit(bytes[offset]) || bytes[offset] == UInt8(ascii: "_") {
            offset += 1
        }
        return true
    }

    /// Whether each underscore has a digit on either side; the `x` of `0x` counts as one.
    private func underscoresSeparateDigits() -> Bool {
        func isDigitHere(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            return isDigit(bytes[index])
                || isHexadecimal
                    && (isHexadecimalLetter(bytes[index]) || bytes[index] | 0x20 == 0x78)
        }
        return bytes.indices.allSatisfy {
            bytes[$0] != UInt8(ascii: "_") || isDigitHere($0 - 1) && isDigitHere($0 + 1)
        }
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
}

private func isHexadecimalLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "f")
}
