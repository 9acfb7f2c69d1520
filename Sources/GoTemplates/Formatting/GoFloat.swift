/// Floats as Go's `strconv.FormatFloat` writes them.
enum GoFloat {
    /// `format` is one of `e E f g G`; a negative precision means as many digits as needed.
    static func text(_ value: Double, format: Unicode.Scalar, precision: Int = -1) -> String {
        if value.isNaN { return "NaN" }
        let sign = value.sign == .minus ? "-" : ""
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        let isShortest = precision < 0
        var digits = isShortest ? FloatDigits(shortest: value) : FloatDigits(exact: value)
        switch format {
        case "e", "E":
            if !isShortest { digits.round(to: precision + 1) }
            let places = isShortest ? digits.digits.count - 1 : precision
            return sign + scientific(digits, places: places, letter: format)
        case "f":
            if !isShortest { digits.round(to: digits.point + precision) }
            let places = isShortest ? max(digits.digits.count - digits.point, 0) : precision
            return sign + plain(digits, places: places)
        default: return sign + general(&digits, precision: precision, isUpper: format == "G")
        }
    }

    private static func general(
        _ digits: inout FloatDigits, precision: Int, isUpper: Bool
    ) -> String {
        let isShortest = precision < 0
        let wanted = precision == 0 ? 1 : precision
        if !isShortest { digits.round(to: wanted) }
        let count = digits.digits.count
        var limit = wanted
        if limit > count, count >= digits.point { limit = count }
        // The shortest form decides as if six digits were wanted.
        if isShortest { limit = 6 }
        if digits.point - 1 < -4 || digits.point - 1 >= limit {
            let places = (isShortest ? count : min(wanted, count)) - 1
            return scientific(digits, places: places, letter: isUpper ? "E" : "e")
        }
        return plain(digits, places: max(count - digits.point, 0))
    }

    /// At least two digits of exponent.
    static func scientific(
        _ digits: FloatDigits, places: Int, letter: Unicode.Scalar
    ) -> String {
        var result = String(digits.digits[0])
        if places > 0 { result += "." }
        for place in 1..<(max(places, 0) + 1) {
            result += place < digits.digits.count ? String(digits.digits[place]) : "0"
        }
        let exponent = digits.digits == [0] ? 0 : digits.point - 1
        return result + exponentText(exponent, letter: letter)
    }

    private static func exponentText(_ exponent: Int, letter: Unicode.Scalar) -> String {
        let magnitude = String(abs(exponent))
        let padding = magnitude.utf8.count < 2 ? "0" : ""
        return "\(letter)\(exponent < 0 ? "-" : "+")\(padding)\(magnitude)"
    }

    static func plain(_ digits: FloatDigits, places: Int) -> String {
        var result = ""
        func digit(_ place: Int) -> String {
            place >= 0 && place < digits.digits.count ? String(digits.digits[place]) : "0"
        }
        if digits.point > 0 {
            for place in 0..<digits.point { result += digit(place) }
        } else {
            result = "0"
        }
        guard places > 0 else { return result }
        result += "."
        for place in 0..<places { result += digit(digits.point + place) }
        return result
    }
}
