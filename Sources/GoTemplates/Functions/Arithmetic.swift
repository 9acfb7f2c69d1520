/// sprig's arithmetic; integers are of 64 bits and wrap around, as in Go.
extension TemplateFunction {
    private static let int64 = GoType.integer(.int64)

    static let arithmetic: [String: TemplateFunction] = [
        "add": Self(rest: .any, gives: int64) { a in
            .int64(a.values.reduce(0) { $0 &+ GoConversion.integer($1) })
        },
        "add1": Self(.any, gives: int64) { a in .int64(GoConversion.integer(a[0]) &+ 1) },
        "sub": Self(.any, .any, gives: int64) { a in
            .int64(GoConversion.integer(a[0]) &- GoConversion.integer(a[1]))
        },
        "mul": Self(.any, rest: .any, gives: int64) { a in
            .int64(a.values.reduce(1) { $0 &* GoConversion.integer($1) })
        },
        "div": Self(.any, .any, gives: int64) { a throws(CallFailure) in
            .int64(try divided(a) { $0.dividedReportingOverflow(by: $1).partialValue })
        },
        "mod": Self(.any, .any, gives: int64) { a throws(CallFailure) in
            .int64(try divided(a) { $0.remainderReportingOverflow(dividingBy: $1).partialValue })
        },
        "max": integers(Swift.max),
        "biggest": integers(Swift.max),
        "min": integers(Swift.min),
        "maxf": floats { extreme($0, $1, .infinity, Swift.max) },
        "minf": floats { extreme($0, $1, -.infinity, Swift.min) },
        "ceil": Self(.any, gives: .float64) { a in .float(GoConversion.float(a[0]).rounded(.up)) },
        "floor": Self(.any, gives: .float64) { a in
            .float(GoConversion.float(a[0]).rounded(.down))
        },
        "round": Self(.any, .int, rest: .float64, gives: .float64) { a in
            .float(rounded(GoConversion.float(a[0]), a.int(1), at: a.count > 2 ? a.float(2) : 0.5))
        },
    ]

    private static func integers(
        _ choose: @escaping @Sendable (Int, Int) -> Int
    ) -> TemplateFunction {
        Self(.any, rest: .any, gives: int64) { a in
            .int64(a.values.map(GoConversion.integer).reduce(GoConversion.integer(a[0]), choose))
        }
    }

    private static func floats(
        _ choose: @escaping @Sendable (Double, Double) -> Double
    ) -> TemplateFunction {
        Self(.any, rest: .any, gives: .float64) { a in
            .float(a.values.map(GoConversion.float).reduce(GoConversion.float(a[0]), choose))
        }
    }

    /// Infinity wins over what is no number, which wins over all others.
    private static func extreme(
        _ left: Double, _ right: Double, _ limit: Double, _ choose: (Double, Double) -> Double
    ) -> Double {
        if left == limit || right == limit { return limit }
        return left.isNaN || right.isNaN ? .nan : choose(left, right)
    }

    private static func divided(
        _ a: Arguments, _ operation: (Int, Int) -> Int
    ) throws(CallFailure) -> Int {
        let divisor = GoConversion.integer(a[1])
        guard divisor != 0 else { throw .divisionByZero }
        return operation(GoConversion.integer(a[0]), divisor)
    }

    /// Up where the fraction reaches `limit`.
    private static func rounded(_ value: Double, _ places: Int, at limit: Double) -> Double {
        let power = Double("1e\(places)") ?? 0
        let shifted = power * value
        let fraction = shifted - shifted.rounded(.towardZero)
        return shifted.rounded(fraction >= limit ? .up : .down) / power
    }
}
