/// A day of the Gregorian calendar, without time or zone.
package struct CalendarDay: Codable, Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Nil for a day that no calendar has.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(ofMonth: month, year: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`, and nothing else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        self.init(parts: parts)
    }

    /// The day that a text means which has the right order but not the right form, as `2027-1-1`
    /// or `2027/01/01`, or the last day of a month that is shorter than the text has it.
    package static func meant(by text: String) -> CalendarDay? {
        let parts = text.split { "-/.".contains($0) }
        guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
        if let day = CalendarDay(parts: parts) { return day }
        guard let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month),
            parts[2] == "29" || parts[2] == "30" || parts[2] == "31"
        else { return nil }
        return CalendarDay(year: year, month: month, day: dayCount(ofMonth: month, year: year))
    }

    private init?(parts: [Substring]) {
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    private static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable {
    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDay: CustomStringConvertible {
    package var description: String {
        [(year, 4), (month, 2), (day, 2)].map { number, width in
            String(repeating: "0", count: width - String(number).count) + String(number)
        }.joined(separator: "-")
    }
}
