/// The decimal digits of a finite float: 0.d₁d₂d₃… times ten to the power of `point`.
struct FloatDigits {
    var digits: [UInt8]
    var point: Int

    /// The fewest digits that read back as the same float; `[0]` and 1 for zero.
    static func shortest(_ value: Double) -> (digits: [UInt8], point: Int) {
        let parts = value.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        var point = mantissa[0].utf8.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        var digits = (mantissa[0] + fraction).utf8.map { $0 - 0x30 }
        while digits.first == 0, digits.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.last == 0, digits.count > 1 { digits.removeLast() }
        return digits == [0] ? ([0], 1) : (digits, point)
    }

    init(shortest value: Double) {
        (digits, point) = Self.shortest(value)
    }

    /// All digits of the float, which has at most some 770.
    init(exact value: Double) {
        let isSubnormal = value.exponentBitPattern == 0
        let significand = value.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
        let exponent = Int(value.exponentBitPattern) - (isSubnormal ? 1074 : 1075)
        digits = String(significand).utf8.map { $0 - 0x30 }
        point = 1
        // A half is five tenths.
        for _ in 0..<abs(exponent) { multiply(by: exponent < 0 ? 5 : 2) }
        if !value.isZero { point = digits.count + min(exponent, 0) }
    }

    private mutating func multiply(by factor: UInt8) {
        var carry: UInt8 = 0
        for place in digits.indices.reversed() {
            let product = digits[place] * factor + carry
            (carry, digits[place]) = product.quotientAndRemainder(dividingBy: 10)
        }
        if carry > 0 { digits.insert(carry, at: 0) }
    }

    /// Keeps `count` digits, the half rounded to the even digit; zeros at the end go.
    mutating func round(to count: Int) {
        if count < digits.count {
            let roundsUp = count >= 0 && roundsUp(at: count)
            digits.removeSubrange(max(0, count)...)
            if roundsUp { increment() }
        }
        while digits.last == 0, digits.count > 1 { digits.removeLast() }
        if digits.isEmpty || digits == [0] { (digits, point) = ([0], 1) }
    }

    private func roundsUp(at count: Int) -> Bool {
        if digits[count] != 5 || digits[(count + 1)...].contains(where: { $0 != 0 }) {
            return digits[count] >= 5
        }
        return count > 0 && digits[count - 1] % 2 == 1
    }

    private mutating func increment() {
        while let last = digits.popLast() {
            if last < 9 {
                digits.append(last + 1)
                return
            }
        }
        digits = [1]
        point += 1
    }
}
