/// A day of the week, as ISO 8601 counts them.
package enum Weekday: String, CaseIterable, Sendable {
    case monday
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
}

extension CalendarDay {
    /// Days since the first of January 1970, which was a Thursday.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    package var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    package var weekday: Weekday {
        let days = Weekday.allCases
        let place = (daysSince1970 + 3) % days.count
        return days[place < 0 ? place + days.count : place]
    }
}
