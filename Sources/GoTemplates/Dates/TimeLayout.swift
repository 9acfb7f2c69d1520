/// A layout of dates in Go's manner: the reference time written as dates shall be.
///
/// Source: Go 1.26's `time` package, `nextStdChunk`.
struct TimeLayout {
    enum Part: Equatable {
        case literal(String)
        case month(Style)
        case weekday(isLong: Bool)
        case day(Padding)
        case dayOfYear(Padding)
        case hour(Padding)
        case hourOf12(Padding)
        case minute(Padding)
        case second(Padding)
        case year(isLong: Bool)
        case half(isUpper: Bool)
        case zoneName
        /// `Z` stands for UTC if `hasZ`.
        case zone(hasZ: Bool, digits: Int, hasColon: Bool)
        case fraction(separator: Character, digits: Int, isTrimmed: Bool)
    }

    enum Style: Equatable { case long, short, number(Padding) }
    enum Padding: Equatable { case none, zero, space }

    private(set) var parts: [Part] = []

    /// Longer ones before the shorter ones that they begin with.
    private static let words: [(text: String, part: Part)] = [
        ("January", .month(.long)), ("Jan", .month(.short)),
        ("Monday", .weekday(isLong: true)), ("Mon", .weekday(isLong: false)),
        ("MST", .zoneName),
        ("002", .dayOfYear(.zero)), ("01", .month(.number(.zero))), ("02", .day(.zero)),
        ("03", .hourOf12(.zero)), ("04", .minute(.zero)), ("05", .second(.zero)),
        ("06", .year(isLong: false)),
        ("15", .hour(.zero)), ("1", .month(.number(.none))),
        ("2006", .year(isLong: true)), ("2", .day(.none)),
        ("__2", .dayOfYear(.space)), ("_2", .day(.space)),
        ("3", .hourOf12(.none)), ("4", .minute(.none)), ("5", .second(.none)),
        ("PM", .half(isUpper: true)), ("pm", .half(isUpper: false)),
        ("-07:00:00", .zone(hasZ: false, digits: 6, hasColon: true)),
        ("-070000", .zone(hasZ: false, digits: 6, hasColon: false)),
        ("-07:00", .zone(hasZ: false, digits: 4, hasColon: true)),
        ("-0700", .zone(hasZ: false, digits: 4, hasColon: false)),
        ("-07", .zone(hasZ: false, digits: 2, hasColon: false)),
        ("Z07:00:00", .zone(hasZ: true, digits: 6, hasColon: true)),
        ("Z070000", .zone(hasZ: true, digits: 6, hasColon: false)),
        ("Z07:00", .zone(hasZ: true, digits: 4, hasColon: true)),
        ("Z0700", .zone(hasZ: true, digits: 4, hasColon: false)),
        ("Z07", .zone(hasZ: true, digits: 2, hasColon: false)),
    ]

    init(_ layout: String) {
        var rest = layout[...]
        while let first = rest.unicodeScalars.first {
            if let (part, length) = Self.part(at: rest) {
                parts.append(part)
                rest = rest.dropFirst(length)
            } else {
                append(String(first))
                rest = Substring(rest.unicodeScalars.dropFirst())
            }
        }
    }

    private mutating func append(_ literal: String) {
        if case .literal(let before) = parts.last {
            parts[parts.count - 1] = .literal(before + literal)
        } else {
            parts.append(.literal(literal))
        }
    }

    private static func part(at text: Substring) -> (Part, length: Int)? {
        if let fraction = fraction(at: text) { return fraction }
        // `_2006` is an underscore before a year.
        if text.hasPrefix("_2006") { return nil }
        for (word, part) in words where text.hasPrefix(word) {
            let next = text.dropFirst(word.count).first
            // `January` and `Jan` but not `Janet`.
            if word == "Jan" || word == "Mon", let next, next.isLowercase, next.isASCII { continue }
            return (part, word.count)
        }
        return nil
    }

    /// A point or comma before zeros or nines, with no digit behind.
    private static func fraction(at text: Substring) -> (Part, length: Int)? {
        guard let separator = text.first, separator == "." || separator == ",",
            let digit = text.dropFirst().first, digit == "0" || digit == "9"
        else { return nil }
        let count = text.dropFirst().prefix { $0 == digit }.count
        if let next = text.dropFirst(1 + count).first, next.isASCII, next.isNumber { return nil }
        return (.fraction(separator: separator, digits: count, isTrimmed: digit == "9"), 1 + count)
    }
}

extension TimeLayout {
    /// Go's `Time.Format`.
    func text(of time: GoTime) -> String {
        parts.map { Self.text(of: time, $0) }.joined()
    }

    private static func text(of time: GoTime, _ part: Part) -> String {
        let date = time.date
        return switch part {
        case .literal(let text): text
        case .month(.long): GoTime.monthName(date.month)
        case .month(.short): String(GoTime.monthName(date.month).prefix(3))
        case .month(.number(let padding)): number(date.month, padding)
        case .weekday(let isLong):
            isLong
                ? GoTime.weekdayName(time.weekday)
                : String(GoTime.weekdayName(time.weekday).prefix(3))
        case .day(let padding): number(date.day, padding)
        case .dayOfYear(let padding): number(time.dayOfYear, padding, width: 3)
        case .hour(let padding): number(time.hour, padding)
        case .hourOf12(let padding): number((time.hour + 11) % 12 + 1, padding)
        case .minute(let padding): number(time.minute, padding)
        case .second(let padding): number(time.second, padding)
        case .year(let isLong):
            number(isLong ? date.year : abs(date.year) % 100, .zero, width: isLong ? 4 : 2)
        case .half(let isUpper): time.hour >= 12 ? (isUpper ? "PM" : "pm") : (isUpper ? "AM" : "am")
        case .zoneName: time.zone.isEmpty ? zone(time.offset, digits: 4, colon: "") : time.zone
        case .zone(let hasZ, let digits, let hasColon):
            hasZ && time.offset == 0
                ? "Z" : zone(time.offset, digits: digits, colon: hasColon ? ":" : "")
        case .fraction(let separator, let digits, let isTrimmed):
            fraction(time.nanoseconds, separator, digits, isTrimmed)
        }
    }

    private static func number(_ value: Int, _ padding: Padding, width: Int = 2) -> String {
        let text = String(abs(value))
        let fill = padding == .none ? "" : padding == .zero ? "0" : " "
        return (value < 0 ? "-" : "")
            + String(repeating: fill, count: max(0, width - text.utf8.count)) + text
    }

    private static func zone(_ offset: Int, digits: Int, colon: String) -> String {
        let size = abs(offset)
        var text = (offset < 0 ? "-" : "+") + number(size / 3600, .zero)
        if digits >= 4 { text += colon + number(size % 3600 / 60, .zero) }
        if digits >= 6 { text += colon + number(size % 60, .zero) }
        return text
    }

    private static func fraction(
        _ nanoseconds: Int, _ separator: Character, _ digits: Int, _ isTrimmed: Bool
    ) -> String {
        let all = number(nanoseconds, .zero, width: 9)
        var text = String((all + String(repeating: "0", count: max(0, digits - 9))).prefix(digits))
        if isTrimmed {
            while text.hasSuffix("0") { text.removeLast() }
            if text.isEmpty { return "" }
        }
        return String(separator) + text
    }
}
