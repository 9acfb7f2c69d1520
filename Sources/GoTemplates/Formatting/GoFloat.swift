/// Floats with the fewest digits that read back as the same, as Go's `strconv.FormatFloat` writes
/// them.
enum GoFloat {
    /// In scientific notation if the exponent is not one of `plainExponents`.
    static func text(_ value: Double, plainExponents: Range<Int>) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        let (digits, point) = shortest(value)
        let sign = value.sign == .minus ? "-" : ""
        return sign
            + (plainExponents.contains(point - 1)
                ? plain(digits, point) : scientific(digits, exponent: point - 1))
    }

    /// The digits d₁d₂d₃… of 0.d₁d₂d₃… times ten to the power of `point`; `0` and 1 for zero.
    private static func shortest(_ value: Double) -> (digits: Substring, point: Int) {
        let parts = value.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        var digits = mantissa.joined()[...]
        var point = mantissa[0].utf8.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.first == "0", digits.utf8.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.last == "0", digits.utf8.count > 1 { digits.removeLast() }
        return digits == "0" ? (digits, 1) : (digits, point)
    }

    /// At least two digits of exponent.
    private static func scientific(_ digits: Substring, exponent: Int) -> String {
        let fraction = digits.dropFirst()
        let size = String(abs(exponent))
        return digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction)
            + (exponent < 0 ? "e-" : "e+") + (size.utf8.count < 2 ? "0" : "") + size
    }

    private static func plain(_ digits: Substring, _ point: Int) -> String {
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        let zeros = String(repeating: "0", count: max(0, point - digits.utf8.count))
        let fraction = digits.dropFirst(point)
        return digits.prefix(point) + zeros + (fraction.isEmpty ? "" : "." + fraction)
    }
}
