/// A moment with the zone it is shown in, as Go's `time.Time`.
struct GoTime: Equatable, Sendable {
    /// Since 1970, without leap seconds.
    var seconds: Int
    var nanoseconds = 0
    /// Of the zone, in seconds east.
    var offset = 0
    /// Empty for a zone that is nothing but an offset.
    var zone = "UTC"

    /// The first day of the year 1.
    static let zero = GoTime(seconds: -62_135_596_800)

    /// A date of the Gregorian calendar.
    struct Day: Equatable {
        var year: Int
        /// From 1.
        var month: Int
        var day: Int

        /// Days since 1970 began.
        var number: Int {
            // Years begin in March here, so that the leap day is the last.
            let shifted = month > 2 ? year : year - 1
            let era = (shifted >= 0 ? shifted : shifted - 399) / 400
            let yearOfEra = shifted - era * 400
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
                - 719_468
        }

        init(year: Int, month: Int, day: Int) {
            (self.year, self.month, self.day) = (year, month, day)
        }

        init(number: Int) {
            let shifted = number + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra =
                (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shiftedMonth = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
            month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        }

        static func isLeap(_ year: Int) -> Bool {
            year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        }

        static func count(inMonth month: Int, of year: Int) -> Int {
            [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        }
    }

    private var local: Int { seconds + offset }
    private var dayNumber: Int { (local >= 0 ? local : local - 86_399) / 86_400 }
    private var secondOfDay: Int { local - dayNumber * 86_400 }

    var date: Day { Day(number: dayNumber) }
    var hour: Int { secondOfDay / 3600 }
    var minute: Int { secondOfDay % 3600 / 60 }
    var second: Int { secondOfDay % 60 }
    /// From 0, which is Sunday.
    var weekday: Int { (dayNumber % 7 + 11) % 7 }
    /// From 1.
    var dayOfYear: Int { dayNumber - Day(year: date.year, month: 1, day: 1).number + 1 }

    var isZero: Bool { seconds == Self.zero.seconds && nanoseconds == 0 }

    func precedes(_ other: GoTime) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }

    func adding(nanoseconds count: Int) -> GoTime {
        var result = self
        let (whole, rest) = (nanoseconds + count % 1_000_000_000).quotientAndRemainder(
            dividingBy: 1_000_000_000)
        result.seconds &+= count / 1_000_000_000 + whole - (rest < 0 ? 1 : 0)
        result.nanoseconds = rest < 0 ? rest + 1_000_000_000 : rest
        return result
    }

    /// Go's `AddDate`: what is beyond the month's end goes on in the next.
    func adding(years: Int, months: Int, days: Int) -> GoTime {
        let start = date
        let month = start.month - 1 + months
        let wrapped = ((month % 12) + 12) % 12
        let year = start.year + years + (month - wrapped) / 12
        let first = Day(year: year, month: wrapped + 1, day: 1).number
        var result = self
        result.seconds = (first + start.day - 1 + days) * 86_400 + secondOfDay - offset
        return result
    }

    // MARK: Names

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    static func monthName(_ month: Int) -> String {
        (1...12).contains(month) ? months[month - 1] : "%!Month(\(month))"
    }

    static func weekdayName(_ day: Int) -> String {
        (0...6).contains(day) ? weekdays[day] : "%!Weekday(\(day))"
    }
}

extension GoTime: CustomStringConvertible {
    var description: String {
        TimeLayout("2006-01-02 15:04:05.999999999 -0700 MST").text(of: self)
    }
}
