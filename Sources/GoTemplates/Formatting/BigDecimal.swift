/// A decimal number of any length: `magnitude` times ten to the power of `exponent`.
///
/// Enough of shopspring/decimal v1.4.0 for the sums, differences, products and quotients that
/// sprig makes of floats, and the exact digits of a float.
struct BigDecimal {
    private static let base: UInt64 = 1_000_000_000

    var isNegative: Bool
    /// In base 10^9, the least first, without zeros at the end.
    private var magnitude: [UInt64]
    private(set) var exponent: Int

    private init(isNegative: Bool, magnitude: [UInt64], exponent: Int) {
        self.isNegative = isNegative
        self.magnitude = magnitude
        self.exponent = exponent
        while self.magnitude.last == 0 { self.magnitude.removeLast() }
    }

    /// The shortest decimal that reads back as the float, which is finite.
    init(shortest value: Double) {
        let (digits, point) = FloatDigits.shortest(value)
        self.init(isNegative: value < 0, magnitude: [], exponent: point - digits.count)
        for digit in digits { multiply(by: 10, adding: UInt64(digit)) }
    }

    /// The float itself, which is finite.
    init(exact value: Double) {
        let isSubnormal = value.exponentBitPattern == 0
        let power = Int(value.exponentBitPattern) - (isSubnormal ? 1074 : 1075)
        let significand = value.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
        self.init(isNegative: value < 0, magnitude: [], exponent: 0)
        multiply(by: 1, adding: significand)
        if power >= 0 {
            for _ in 0..<power { multiply(by: 2) }
        } else {
            for _ in 0..<(-power) { multiply(by: 5) }
            exponent = power
        }
    }

    /// The digits of the magnitude; `[0]` for zero.
    var digits: [UInt8] {
        guard let last = magnitude.last else { return [0] }
        var text = String(last)
        for limb in magnitude.dropLast().reversed() {
            let part = String(limb)
            text += String(repeating: "0", count: 9 - part.utf8.count) + part
        }
        return text.utf8.map { $0 - 0x30 }
    }

    /// The nearest float.
    var double: Double {
        let text = digits.map(String.init).joined()
        let value = Double("\(text)e\(exponent)") ?? 0
        return isNegative && value != 0 ? -value : value
    }

    var isZero: Bool { magnitude.isEmpty }

    /// A measure of the digits that arithmetic has to do with, in groups of nine.
    var size: Int { 1 + magnitude.count + abs(exponent) / 9 }

    // MARK: Arithmetic

    static func + (left: BigDecimal, right: BigDecimal) -> BigDecimal {
        let exponent = min(left.exponent, right.exponent)
        let (one, other) = (left.scaled(to: exponent), right.scaled(to: exponent))
        if one.isNegative == other.isNegative {
            return BigDecimal(
                isNegative: one.isNegative, magnitude: add(one.magnitude, other.magnitude),
                exponent: exponent)
        }
        let isOneLess = isLess(one.magnitude, other.magnitude)
        let (larger, smaller) = isOneLess ? (other, one) : (one, other)
        return BigDecimal(
            isNegative: larger.isNegative,
            magnitude: subtract(smaller.magnitude, from: larger.magnitude), exponent: exponent)
    }

    static func - (left: BigDecimal, right: BigDecimal) -> BigDecimal {
        var negated = right
        negated.isNegative.toggle()
        return left + negated
    }

    static func * (left: BigDecimal, right: BigDecimal) -> BigDecimal {
        var product = [UInt64](repeating: 0, count: left.magnitude.count + right.magnitude.count)
        for (i, one) in left.magnitude.enumerated() {
            var carry: UInt64 = 0
            for (j, other) in right.magnitude.enumerated() {
                let sum = product[i + j] + one * other + carry
                product[i + j] = sum % base
                carry = sum / base
            }
            product[i + right.magnitude.count] += carry
        }
        return BigDecimal(
            isNegative: left.isNegative != right.isNegative, magnitude: product,
            exponent: left.exponent + right.exponent)
    }

    /// Rounded to 16 places after the point, halves away from zero; the divisor is not zero.
    static func / (left: BigDecimal, right: BigDecimal) -> BigDecimal {
        let places = -16
        let shift = left.exponent - right.exponent - places
        var dividend = left
        var divisor = right
        for _ in 0..<max(0, shift) { dividend.multiply(by: 10) }
        for _ in 0..<max(0, -shift) { divisor.multiply(by: 10) }
        var (quotient, remainder) = divide(dividend.digits, by: divisor.magnitude)
        remainder = add(remainder, remainder)
        if !isLess(remainder, divisor.magnitude) { quotient = add(quotient, [1]) }
        return BigDecimal(
            isNegative: left.isNegative != right.isNegative, magnitude: quotient, exponent: places)
    }

    private func scaled(to exponent: Int) -> BigDecimal {
        var result = self
        for _ in 0..<(self.exponent - exponent) { result.multiply(by: 10) }
        result.exponent = exponent
        return result
    }

    private mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for index in magnitude.indices {
            let (high, low) = magnitude[index].multipliedFullWidth(by: factor)
            let sum = low.addingReportingOverflow(carry)
            let (quotient, remainder) = Self.base.dividingFullWidth(
                (high + (sum.overflow ? 1 : 0), sum.partialValue))
            magnitude[index] = remainder
            carry = quotient
        }
        while carry > 0 {
            magnitude.append(carry % Self.base)
            carry /= Self.base
        }
    }

    private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        return left.reversed().lexicographicallyPrecedes(right.reversed())
    }

    private static func add(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        var carry: UInt64 = 0
        for index in 0..<max(left.count, right.count) {
            let sum =
                (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0)
                + carry
            result.append(sum % base)
            carry = sum / base
        }
        if carry > 0 { result.append(carry) }
        return result
    }

    private static func subtract(_ smaller: [UInt64], from larger: [UInt64]) -> [UInt64] {
        var result = larger
        var borrow: UInt64 = 0
        for index in larger.indices {
            let taken = (index < smaller.count ? smaller[index] : 0) + borrow
            borrow = larger[index] < taken ? 1 : 0
            result[index] = larger[index] + borrow * base - taken
        }
        while result.last == 0 { result.removeLast() }
        return result
    }

    /// Digit by digit, as on paper.
    private static func divide(
        _ digits: [UInt8], by divisor: [UInt64]
    ) -> (quotient: [UInt64], remainder: [UInt64]) {
        var quotient = BigDecimal(isNegative: false, magnitude: [], exponent: 0)
        var remainder = quotient
        for digit in digits {
            remainder.multiply(by: 10, adding: UInt64(digit))
            var count: UInt64 = 0
            while !isLess(remainder.magnitude, divisor) {
                remainder.magnitude = subtract(divisor, from: remainder.magnitude)
                count += 1
            }
            quotient.multiply(by: 10, adding: count)
        }
        return (quotient.magnitude, remainder.magnitude)
    }
}
