import ArgumentParser
import Configuration
import FoundationEssentials

/// The only code that reads the system's clock as a date.
enum SystemClock {
    /// The time of `SOURCE_DATE_EPOCH`, else of the system.
    static var now: Date {
        let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Int64.init)
        return epoch.map { Date(timeIntervalSince1970: Double($0)) } ?? Date()
    }
}

/// The option that sets the current day.
struct ClockOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge what counts from or until some day as of this day, in UTC.",
            valueName: "yyyy-mm-dd"),
        transform: ClockOptions.day)
    var now: CalendarDay?

    static func day(_ text: String) throws -> CalendarDay {
        guard let day = CalendarDay(text) else {
            throw ValidationError("a day is written as in 2027-01-31")
        }
        return day
    }

    /// The day that was given, else that of `SOURCE_DATE_EPOCH`, else the system's; in UTC.
    var today: CalendarDay? {
        if let now { return now }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: SystemClock.now)
        guard let year = parts.year, let month = parts.month, let day = parts.day else {
            return nil
        }
        return CalendarDay(year: year, month: month, day: day)
    }
}
