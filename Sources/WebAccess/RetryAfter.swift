import SourceText

/// The pause that a server asks for in `Retry-After`.
///
/// ```
/// value = seconds | day-name "," day month year hour ":" minute ":" second "GMT"
/// ```
/// Source: RFC 9110, sections 10.2.3 and 5.6.7, without the two obsolete forms of a date.
enum RetryAfter {
    /// Nil if the value is neither a number nor a date; a date that has passed is no pause.
    static func pause(_ value: String, secondsSince1970 now: Int) -> Duration? {
        let value = value.filter { $0 != "\t" }.trimmed
        if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
            // More digits than fit are a pause that is too long to wait for.
            return .seconds(Int(value).map { min($0, longest) } ?? longest)
        }
        return date(value).map { .seconds(max(0, min($0 - now, longest))) }
    }

    /// A year, so that no sum overflows.
    private static let longest = 366 * 86_400

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds since 1970 of a date as header fields have it.
    static func date(_ text: String) -> Int? {
        let parts = text.split { $0 == " " || $0 == "," || $0 == ":" }
        guard parts.count == 8, parts[7] == "GMT",
            let month = months.firstIndex(of: String(parts[2])),
            let day = Int(parts[1]), let year = Int(parts[3]), let hour = Int(parts[4]),
            let minute = Int(parts[5]), let second = Int(parts[6]),
            1...31 ~= day, 1970...9999 ~= year, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        return ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Days since 1970, counted in years that begin in March, so that a leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

extension String {
    /// Without the blanks at its ends.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(
            start[
                ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:))
                    ?? start.startIndex)])
    }
}
