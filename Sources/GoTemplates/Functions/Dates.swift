/// sprig's functions for dates that need no clock, and the methods of a date.
extension TemplateFunction {
    static let dates: [String: TemplateFunction] = [
        "toDate": Self(.string, .string, gives: .time) { a in
            .time(TimeParser.time(a.string(1).text, layout: a.string(0).text) ?? .zero)
        },
        "mustToDate": Self(.string, .string, gives: .time) { a throws(CallFailure) in
            guard let time = TimeParser.time(a.string(1).text, layout: a.string(0).text) else {
                throw .invalid(a.string(1).text, of: "date in the form `\(a.string(0).text)`")
            }
            return .time(time)
        },
        "unixEpoch": Self(.time, gives: .string) { a in .text(String(a.time(0).seconds)) },
        "mustDateModify": modifying,
        "must_date_modify": modifying,
        "duration": Self(.any, gives: .string) { a in
            let seconds: Int =
                switch a[0] {
                case .string(let text): GoNumber.integer(text, base: 10) ?? 0
                case .integer(let value, .int64): value
                default: 0
                }
            let size = seconds.multipliedReportingOverflow(by: GoDuration.second).partialValue
            return .text(GoDuration.text(nanoseconds: size))
        },
        "durationRound": Self(.any, gives: .string) { a throws(CallFailure) in
            let size: Int =
                switch a[0] {
                case .string(let text): GoDuration.nanoseconds(text.text) ?? 0
                case .integer(let value, .int64): value
                case .time: throw .notRepeatable
                default: 0
                }
            return .text(GoDuration.rounded(size))
        },
    ]

    private static let modifying = Self(.string, .time, gives: .time) { a throws(CallFailure) in
        guard let size = GoDuration.nanoseconds(a.string(0).text) else {
            throw .invalid(a.string(0).text, of: "duration")
        }
        return .time(a.time(1).adding(nanoseconds: size))
    }

    /// A method of Go's `time.Time`.
    static func method(_ name: String, of time: GoTime) -> TemplateFunction? {
        switch name {
        case "Year": return number(time.date.year)
        case "Month": return number(time.date.month, .month)
        case "Day": return number(time.date.day)
        case "YearDay": return number(time.dayOfYear)
        case "Weekday": return number(time.weekday, .weekday)
        case "Hour": return number(time.hour)
        case "Minute": return number(time.minute)
        case "Second": return number(time.second)
        case "Nanosecond": return number(time.nanoseconds)
        case "Unix": return number(time.seconds, .int64)
        case "UnixMilli":
            return number(time.seconds &* 1000 &+ time.nanoseconds / 1_000_000, .int64)
        case "UnixNano": return number(time.seconds &* 1_000_000_000 &+ time.nanoseconds, .int64)
        case "IsZero": return Self(gives: .bool) { _ in .bool(time.isZero) }
        case "String": return Self(gives: .string) { _ in .text(time.description) }
        case "UTC", "Local":
            return Self(gives: .time) { _ in
                .time(GoTime(seconds: time.seconds, nanoseconds: time.nanoseconds))
            }
        case "Format":
            return Self(.string, gives: .string) { a in
                .text(TimeLayout(a.string(0).text).text(of: time))
            }
        case "AddDate":
            return Self(.int, .int, .int, gives: .time) { a throws(CallFailure) in
                for place in 0..<3 where abs(max(a.int(place), -Int.max)) > 1_000_000_000 {
                    throw .outOfRange(a.int(place))
                }
                return .time(time.adding(years: a.int(0), months: a.int(1), days: a.int(2)))
            }
        case "Before": return comparing { time.precedes($0) }
        case "After": return comparing { $0.precedes(time) }
        case "Equal": return comparing { !$0.precedes(time) && !time.precedes($0) }
        default: return nil
        }
    }

    private static func number(_ value: Int, _ type: IntegerType = .int) -> TemplateFunction {
        Self(gives: .integer(type)) { _ in .integer(value, type) }
    }

    private static func comparing(
        _ body: @escaping @Sendable (GoTime) -> Bool
    ) -> TemplateFunction {
        Self(.time, gives: .bool) { a in .bool(body(a.time(0))) }
    }
}
