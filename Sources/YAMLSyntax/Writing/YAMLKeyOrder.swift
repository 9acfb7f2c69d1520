/// The order in which go-yaml 2 writes the keys of a mapping, with numbers in them by value.
///
/// Source: go-yaml 2.4, `sorter.go`.
enum YAMLKeyOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        let left = Array(left.unicodeScalars)
        let right = Array(right.unicodeScalars)
        guard let place = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset
        else { return left.count < right.count }
        let one = left[place]
        let other = right[place]
        switch (one.properties.isAlphabetic, other.properties.isAlphabetic) {
        case (true, true): return one < other
        case (true, false), (false, true): return other.properties.isAlphabetic
        case (false, false): return numberPrecedes(left, right, at: place)
        }
    }

    /// Compares the numbers at the first difference, then their lengths.
    private static func numberPrecedes(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], at place: Int
    ) -> Bool {
        // A zero within a number is one of its digits; a leading zero is not.
        let isWithinNumber =
            (left[place] == "0" || right[place] == "0")
            && left[..<place].reversed().prefix(while: \.isDigit).contains { $0 != "0" }
        let start = isWithinNumber ? 1 : 0
        let one = number(in: left[place...], from: start)
        let other = number(in: right[place...], from: start)
        if one.value != other.value { return one.value < other.value }
        if one.count != other.count { return one.count < other.count }
        return left[place] < right[place]
    }

    /// Wraps around as Go's integers do.
    private static func number(
        in scalars: ArraySlice<Unicode.Scalar>, from start: Int
    ) -> (value: Int, count: Int) {
        let digits = scalars.prefix(while: \.isDigit)
        let value = digits.reduce(start) { $0 &* 10 &+ Int($1.value) - 0x30 }
        return (value, digits.count)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}
