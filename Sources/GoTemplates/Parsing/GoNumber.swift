/// Integers in Go's syntax: `strconv.ParseInt` and `ParseUint`.
enum GoNumber {
    /// Base 0 reads prefixes and underscores.
    static func integer(_ text: Bytes, base: Int) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let isSigned = isNegative || text.first == UInt8(ascii: "+")
        guard let value = unsigned(Bytes(text.dropFirst(isSigned ? 1 : 0)), base: base) else {
            return nil
        }
        if isNegative { return value == 1 << 63 ? Int.min : Int(exactly: value).map { -$0 } }
        return Int(exactly: value)
    }

    static func unsigned(_ text: Bytes, base: Int) -> UInt64? {
        var (radix, digits) = (base, text[...])
        if base == 0 {
            (radix, digits) = prefix(of: text)
            let underscore = UInt8(ascii: "_")
            // Underscores are between digits, or between a prefix and a digit.
            guard digits.last != underscore, radix != 10 || digits.first != underscore,
                !zip(digits, digits.dropFirst()).contains(where: { $0 == $1 && $0 == underscore })
            else { return nil }
            digits = digits.filter { $0 != underscore }[...]
        }
        // The initializer would take a sign.
        guard let first = digits.first, !"+-".utf8.contains(first) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    private static func prefix(of text: Bytes) -> (radix: Int, digits: ArraySlice<UInt8>) {
        guard text.count > 1, text[0] == UInt8(ascii: "0") else { return (10, text[...]) }
        switch text[1] | 0x20 {
        case UInt8(ascii: "x"): return (16, text[2...])
        case UInt8(ascii: "b"): return (2, text[2...])
        case UInt8(ascii: "o"): return (8, text[2...])
        default: return (8, text[1...])
        }
    }
}
