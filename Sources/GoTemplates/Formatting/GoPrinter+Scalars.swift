/// Booleans, numbers and strings with their verbs.
extension GoPrinter {
    mutating func printBool(_ value: Bool, verb: Unicode.Scalar) throws(CallFailure) {
        guard verb == "t" || verb == "v" else { return try writeBadVerb(verb, .bool(value)) }
        try pad(Bytes(value ? "true" : "false"))
    }

    mutating func printInteger(
        _ value: Int, _ type: IntegerType, verb: Unicode.Scalar
    ) throws(CallFailure) {
        let bits = UInt64(bitPattern: Int64(value))
        switch verb {
        case "v" where flags.sharpV && type.isUnsigned:
            let sharp = flags.sharp
            flags.sharp = true
            try printDigits(bits, isNegative: false, radix: 16, verb: "x")
            flags.sharp = sharp
        case "v", "d", "b", "o", "O", "x", "X":
            let isNegative = !type.isUnsigned && value < 0
            let radix = ["b": 2, "o": 8, "O": 8, "x": 16, "X": 16][verb] ?? 10
            try printDigits(
                isNegative ? 0 &- bits : bits, isNegative: isNegative, radix: radix, verb: verb)
        case "c": try pad(Bytes(String(Self.scalar(bits))))
        case "q": try pad(GoQuote.rune(Self.scalar(bits), asASCII: flags.plus))
        case "U": try printCodePoint(bits)
        default: try writeBadVerb(verb, .integer(value, type))
        }
    }

    private static func scalar(_ bits: UInt64) -> Unicode.Scalar {
        UInt32(exactly: bits).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }

    private mutating func printDigits(
        _ magnitude: UInt64, isNegative: Bool, radix: Int, verb: Unicode.Scalar
    ) throws(CallFailure) {
        if flags.precision == 0, magnitude == 0 { return try padWithSpaces([]) }
        let sign = isNegative ? "-" : flags.plus ? "+" : flags.space ? " " : ""
        var count = flags.precision ?? 0
        if flags.precision == nil, flags.zero, !flags.minus, let width = flags.width {
            count = width - sign.utf8.count
        }
        try budget.reserve(count)
        var text = String(magnitude, radix: radix, uppercase: verb == "X")
        text = String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        if flags.sharp {
            switch radix {
            case 2: text = "0b" + text
            case 8 where !text.hasPrefix("0"): text = "0" + text
            case 16: text = (verb == "X" ? "0X" : "0x") + text
            default: break
            }
        }
        if verb == "O" { text = "0o" + text }
        try padWithSpaces(Bytes(sign + text))
    }

    private mutating func printCodePoint(_ bits: UInt64) throws(CallFailure) {
        let digits = String(bits, radix: 16, uppercase: true)
        let count = max(4, flags.precision ?? 0)
        try budget.reserve(count)
        var text = "U+" + String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
        if flags.sharp, let scalar = UInt32(exactly: bits).flatMap(Unicode.Scalar.init),
            scalar.isGoPrintable
        {
            text += " '\(scalar)'"
        }
        try padWithSpaces(Bytes(text))
    }

    // MARK: Floats

    mutating func printFloat(_ value: Double, verb: Unicode.Scalar) throws(CallFailure) {
        switch verb {
        case "v": try printFloat(value, format: "g", precision: -1)
        case "g", "G": try printFloat(value, format: verb, precision: -1)
        case "b", "x", "X": throw .notRendered
        case "f", "F": try printFloat(value, format: "f", precision: 6)
        case "e", "E": try printFloat(value, format: verb, precision: 6)
        default: try writeBadVerb(verb, .float(value))
        }
    }

    private mutating func printFloat(
        _ value: Double, format: Unicode.Scalar, precision: Int
    ) throws(CallFailure) {
        let precision = flags.precision ?? precision
        try budget.reserve(max(0, precision))
        var text = GoFloat.text(value, format: format, precision: precision)
        let isNegative = text.hasPrefix("-")
        if isNegative || text.hasPrefix("+") { text.removeFirst() }
        let sign = isNegative ? "-" : flags.plus ? "+" : flags.space ? " " : ""
        if value.isNaN || value.isInfinite {
            let plus = value.isInfinite && sign.isEmpty ? "+" : sign
            return try padWithSpaces(Bytes(plus + text))
        }
        if flags.sharp {
            text = Self.withPoint(text, format: format, precision: precision)
        }
        let zeros = (flags.width ?? 0) - text.utf8.count - sign.utf8.count
        if flags.zero, !flags.minus, !sign.isEmpty, zeros > 0 {
            try budget.reserve(zeros)
            return write(sign + String(repeating: "0", count: zeros) + text)
        }
        try pad(Bytes(sign + text))
    }

    /// `#` keeps the point, and for `g` the zeros behind it.
    private static func withPoint(
        _ text: String, format: Unicode.Scalar, precision: Int
    ) -> String {
        let exponent = text.firstIndex { $0 == "e" || $0 == "E" }
        var body = String(text[..<(exponent ?? text.endIndex)])
        var digits = "gG".unicodeScalars.contains(format) ? precision : 0
        if digits == -1 { digits = 6 }
        digits -= body.filter { $0 != "." }.drop { $0 == "0" }.count
        if !body.contains(".") {
            if body == "0" { digits -= 1 }
            body += "."
        }
        return body + String(repeating: "0", count: max(0, digits))
            + (exponent.map { String(text[$0...]) } ?? "")
    }

    mutating func printComplex(
        real: Double, imaginary: Double, verb: Unicode.Scalar
    ) throws(CallFailure) {
        guard "vbgGxXfFeE".unicodeScalars.contains(verb) else {
            return try writeBadVerb(verb, .complex(real: real, imaginary: imaginary))
        }
        write("(")
        try printFloat(real, verb: verb)
        let plus = flags.plus
        flags.plus = true
        try printFloat(imaginary, verb: verb)
        flags.plus = plus
        write("i)")
    }

    // MARK: Strings

    /// `value` is what a wrong verb shows.
    mutating func printString(
        _ bytes: Bytes, verb: Unicode.Scalar, of value: TemplateValue
    ) throws(CallFailure) {
        switch verb {
        case "v" where flags.sharpV, "q": try printQuoted(bytes)
        case "v", "s": try pad(truncated(bytes))
        case "x", "X": try printHexadecimal(bytes, isUpper: verb == "X")
        default: try writeBadVerb(verb, value)
        }
    }

    /// The precision counts scalars.
    private func truncated(_ bytes: Bytes) -> Bytes {
        guard let precision = flags.precision else { return bytes }
        return Bytes(bytes.prefix(bytes.runes.prefix(precision).reduce(0) { $0 + $1.width }))
    }

    private mutating func printQuoted(_ bytes: Bytes) throws(CallFailure) {
        let bytes = truncated(bytes)
        if flags.sharp, GoQuote.fitsBackquotes(bytes) {
            return try pad(Bytes("`") + bytes + Bytes("`"))
        }
        try pad(GoQuote.string(bytes, asASCII: flags.plus))
    }

    private mutating func printHexadecimal(_ bytes: Bytes, isUpper: Bool) throws(CallFailure) {
        let bytes = bytes.prefix(flags.precision ?? bytes.count)
        try budget.reserve(bytes.count, times: 5)
        let prefix = flags.sharp ? (isUpper ? "0X" : "0x") : ""
        let pairs = bytes.map {
            let pair = GoQuote.hexadecimal(UInt32($0), width: 2)
            return isUpper ? pair.uppercased() : pair
        }
        let text =
            flags.space
            ? pairs.map { prefix + $0 }.joined(separator: " ")
            : (pairs.isEmpty ? "" : prefix) + pairs.joined()
        try pad(Bytes(text))
    }
}
