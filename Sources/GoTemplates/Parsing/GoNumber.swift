/// Numbers in Go's syntax: `strconv.ParseInt`, `ParseUint` and `ParseFloat`.
enum GoNumber {
    /// Base 0 reads prefixes and underscores.
    static func integer(_ text: Bytes, base: UInt64) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let isSigned = isNegative || text.first == UInt8(ascii: "+")
        guard let value = unsigned(Bytes(text.dropFirst(isSigned ? 1 : 0)), base: base) else {
            return nil
        }
        if isNegative { return value == 1 << 63 ? Int.min : Int(exactly: value).map { -$0 } }
        return Int(exactly: value)
    }

    static func unsigned(_ text: Bytes, base: UInt64) -> UInt64? {
        var digits = text[...]
        var radix = base
        if base == 0 {
            guard hasProperUnderscores(text) else { return nil }
            (radix, digits) = prefix(of: text)
            digits = ArraySlice(digits.filter { $0 != UInt8(ascii: "_") })
        }
        guard !digits.isEmpty else { return nil }
        var result: UInt64 = 0
        for byte in digits {
            guard let digit = digit(byte), digit < radix else { return nil }
            let product = result.multipliedReportingOverflow(by: radix)
            let sum = product.partialValue.addingReportingOverflow(digit)
            guard !product.overflow, !sum.overflow else { return nil }
            result = sum.partialValue
        }
        return result
    }

    /// Infinity is a value only when written as a word; a number too large is none.
    static func float(_ text: Bytes) -> Double? {
        var body = text[...]
        let isNegative = body.first == UInt8(ascii: "-")
        if isNegative || body.first == UInt8(ascii: "+") { body = body.dropFirst() }
        let word = String(decoding: body, as: UTF8.self).lowercased()
        if word == "inf" || word == "infinity" { return isNegative ? -.infinity : .infinity }
        if word == "nan" { return .nan }
        guard let first = body.first, first == UInt8(ascii: ".") || (0x30...0x39).contains(first)
        else { return nil }
        let isHexadecimal = word.hasPrefix("0x")
        guard !isHexadecimal || word.contains("p") else { return nil }
        guard word.utf8.last != UInt8(ascii: "x"), isPlain(word, isHexadecimal: isHexadecimal)
        else { return nil }
        guard hasProperUnderscores(text) else { return nil }
        guard let value = Double(normalized(word.filter { $0 != "_" })), value.isFinite else {
            return nil
        }
        return isNegative ? -value : value
    }

    /// Swift wants digits on both sides of the point.
    private static func normalized(_ word: String) -> String {
        var result = ""
        var last: Character = " "
        for character in word + " " {
            if character == ".", !last.isHexDigit { result.append("0") }
            if last == ".", !(character.isHexDigit && character != "e") { result.append("0") }
            if character != " " { result.append(character) }
            last = character
        }
        return result
    }

    private static func isPlain(_ word: String, isHexadecimal: Bool) -> Bool {
        let exponent: Character = isHexadecimal ? "p" : "e"
        let parts = word.dropFirst(isHexadecimal ? 2 : 0)
            .split(separator: exponent, maxSplits: 1, omittingEmptySubsequences: false)
        let mantissa = parts[0].filter { $0 != "_" }
        guard mantissa.contains(where: \.isHexDigit), mantissa.count(where: { $0 == "." }) <= 1
        else { return false }
        let isDigit = isHexadecimal ? \Character.isHexDigit : \Character.isNumber
        guard mantissa.allSatisfy({ $0 == "." || $0.isASCII && $0[keyPath: isDigit] }) else {
            return false
        }
        guard parts.count == 2 else { return true }
        let digits = parts[1].drop { $0 == "+" || $0 == "-" }
        return parts[1].count - digits.count <= 1 && !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && $0.isNumber || $0 == "_" }
    }

    private static func prefix(of text: Bytes) -> (radix: UInt64, digits: ArraySlice<UInt8>) {
        guard text.count > 1, text[0] == UInt8(ascii: "0") else { return (10, text[...]) }
        switch text[1] | 0x20 {
        case UInt8(ascii: "x"): return (16, text[2...])
        case UInt8(ascii: "b"): return (2, text[2...])
        case UInt8(ascii: "o"): return (8, text[2...])
        default: return (8, text[1...])
        }
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x5A: UInt64(byte - 0x41 + 10)
        case 0x61...0x7A: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }

    /// Underscores are between digits, or between a prefix and a digit.
    private static func hasProperUnderscores(_ text: Bytes) -> Bool {
        guard text.contains(UInt8(ascii: "_")) else { return true }
        let isSigned = text.first.map { "+-".utf8.contains($0) } == true
        let (radix, digits) = prefix(of: Bytes(text.dropFirst(isSigned ? 1 : 0)))
        var followsDigit = radix != 10
        var followsUnderscore = false
        for byte in digits {
            let isDigit = digit(byte).map { $0 < max(10, radix) } ?? false
            if byte == UInt8(ascii: "_") ? !followsDigit : followsUnderscore && !isDigit {
                return false
            }
            followsUnderscore = byte == UInt8(ascii: "_")
            followsDigit = isDigit
        }
        return !followsUnderscore
    }
}
