/// A length of time as people write it: `3 days`, `12h`, `90 minutes`.
///
/// ```
/// span = number [blank] unit         ; the number has at most five digits
/// unit = "m" | "minute" ["s"] | "h" | "hour" ["s"] | "d" | "day" ["s"] | "w" | "week" ["s"]
/// ```
package struct TimeSpan: Hashable, Sendable {
    package let text: String
    package let seconds: Int64

    static let pattern = #"^[0-9]{1,5} ?(m|minutes?|h|hours?|d|days?|w|weeks?)$"#

    package init?(_ text: String) {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        let rest = text.dropFirst(digits.count)
        let unit = rest.hasPrefix(" ") ? rest.dropFirst() : rest
        guard digits.count <= 5, let count = Int64(String(text.prefix(digits.count))),
            let length = Self.seconds(of: unit)
        else { return nil }
        self.text = text
        seconds = count * length
    }

    private static func seconds(of unit: Substring) -> Int64? {
        switch unit {
        case "m", "minute", "minutes": 60
        case "h", "hour", "hours": 3600
        case "d", "day", "days": 86400
        case "w", "week", "weeks": 604_800
        default: nil
        }
    }
}

extension TimeSpan: CustomStringConvertible {
    package var description: String { text }
}

extension Format<TimeSpan> {
    static let timeSpan = parsed(
        "a length of time such as `3 days`", schema: ["pattern": .string(TimeSpan.pattern)]
    ) { TimeSpan($0) }
}
