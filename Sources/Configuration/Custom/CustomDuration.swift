/// A length of time as Go writes it, such as `1h30m` or `90s`.
package struct GoDuration: Comparable, Sendable {
    package let text: String
    package let seconds: Double

    private static let units: [(name: String, seconds: Double)] = [
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ]
    private static let lengthLimit = 64

    /// Nil for a text that is no duration, or a negative one.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        var rest = text[...]
        var total = 0.0
        repeat {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            // `ms` before `m`.
            let unit = Self.units.filter { rest.hasPrefix($0.name) }
                .max { $0.name.utf8.count < $1.name.utf8.count }
            guard let count = Double(number), let unit else { return nil }
            rest = rest.dropFirst(unit.name.count)
            total += count * unit.seconds
        } while !rest.isEmpty
        self.text = text
        seconds = total
    }

    package static func < (left: GoDuration, right: GoDuration) -> Bool {
        left.seconds < right.seconds
    }

    package static func == (left: GoDuration, right: GoDuration) -> Bool {
        left.seconds == right.seconds
    }
}

/// A limit for a length of time.
///
/// ```
/// limit = ( ">=" | "<=" | ">" | "<" | "=" ) [blanks] duration
/// ```
package struct CustomDurationTest: Sendable {
    enum Comparison: String, CaseIterable, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case equal = "="
    }

    static let pattern = #"^(>=|<=|>|<|=) *([0-9.]+(ns|us|µs|ms|s|m|h))+$"#

    let comparison: Comparison
    let limit: GoDuration

    init?(_ text: String) {
        // The longer operators come first.
        guard let comparison = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }),
            let limit = GoDuration(
                String(text.dropFirst(comparison.rawValue.count).drop { $0 == " " }))
        else { return nil }
        self.comparison = comparison
        self.limit = limit
    }

    package func accepts(_ duration: GoDuration) -> Bool {
        switch comparison {
        case .atLeast: duration >= limit
        case .atMost: duration <= limit
        case .above: duration > limit
        case .below: duration < limit
        case .equal: duration == limit
        }
    }

    package var words: String {
        switch comparison {
        case .atLeast: "at least `\(limit.text)`"
        case .atMost: "at most `\(limit.text)`"
        case .above: "more than `\(limit.text)`"
        case .below: "less than `\(limit.text)`"
        case .equal: "`\(limit.text)`"
        }
    }
}
