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
    ]

    private static func integers(
        _ choose: @escaping @Sendable (Int, Int) -> Int
    ) -> TemplateFunction {
        Self(.any, rest: .any, gives: int64) { a in
            .int64(a.values.map(GoConversion.integer).reduce(GoConversion.integer(a[0]), choose))
        }
    }

    private static func divided(
        _ a: Arguments, _ operation: (Int, Int) -> Int
    ) throws(CallFailure) -> Int {
        let divisor = GoConversion.integer(a[1])
        guard divisor != 0 else { throw .divisionByZero }
        return operation(GoConversion.integer(a[0]), divisor)
    }
}
