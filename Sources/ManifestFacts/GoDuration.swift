/// Durations in Go's syntax, in nanoseconds.
package enum GoDuration {
    package static let second = 1_000_000_000
    private static let units: [(name: String, size: Int)] = [
        ("ns", 1), ("us", 1000), ("µs", 1000), ("μs", 1000), ("ms", 1_000_000), ("s", second),
        ("m", 60 * second), ("h", 3600 * second),
    ]

    /// Go's `time.ParseDuration`; nil where it reports an error.
    package static func nanoseconds(_ text: String) -> Int? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        if rest == "0" { return 0 }
        guard !rest.isEmpty else { return nil }
        var sum = 0
        while !rest.isEmpty {
            guard let part = take(&rest) else { return nil }
            let next = sum.addingReportingOverflow(part)
            guard !next.overflow else { return nil }
            sum = next.partialValue
        }
        return isNegative ? -sum : sum
    }

    /// A number, perhaps with a fraction, and its unit.
    private static func take(_ rest: inout Substring) -> Int? {
        let isDigit: (Character) -> Bool = { $0.isASCII && $0.isNumber }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = Substring()
        if rest.first == "." {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        let name = rest.prefix { !isDigit($0) && $0 != "." }
        guard !(whole.isEmpty && fraction.isEmpty),
            let unit = units.first(where: { $0.name == name }),
            let count = Int(whole.isEmpty ? "0" : whole)
        else { return nil }
        rest = rest.dropFirst(name.count)
        let product = count.multipliedReportingOverflow(by: unit.size)
        guard !product.overflow else { return nil }
        var scale = 1.0
        var value = 0.0
        for digit in fraction.prefix(18) {
            scale *= 10
            value = value * 10 + Double(digit.wholeNumberValue ?? 0)
        }
        let sum = product.partialValue.addingReportingOverflow(
            Int(value * (Double(unit.size) / scale)))
        return sum.overflow ? nil : sum.partialValue
    }

    /// Go's `Duration.String`, for what is a whole number of seconds or overflowed from one.
    package static func text(nanoseconds: Int) -> String {
        let size = nanoseconds.magnitude
        let sign = nanoseconds < 0 ? "-" : ""
        guard size > 0 else { return "0s" }
        if size < UInt(second) { return sign + small(size) }
        let seconds = size / UInt(second)
        var text = decimal(size % (60 * UInt(second)), unit: UInt(second)) + "s"
        if seconds >= 60 { text = "\(seconds / 60 % 60)m" + text }
        if seconds >= 3600 { text = "\(seconds / 3600)h" + text }
        return sign + text
    }

    private static func small(_ size: UInt) -> String {
        if size < 1000 { return "\(size)ns" }
        if size < 1_000_000 { return decimal(size, unit: 1000) + "µs" }
        return decimal(size, unit: 1_000_000) + "ms"
    }

    private static func decimal(_ size: UInt, unit: UInt) -> String {
        let digits = String(unit + size % unit).dropFirst()
        let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
        return "\(size / unit)" + (fraction.isEmpty ? "" : "." + fraction)
    }
}
