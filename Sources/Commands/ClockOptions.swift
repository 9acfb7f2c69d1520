import ArgumentParser
import Configuration
import FoundationEssentials

/// What day it is: the one place where the clock enters.
struct ClockOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge what is accepted until some day as of this day, in UTC.",
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
        let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Int64.init)
        let date = epoch.map { Date(timeIntervalSince1970: Double($0)) } ?? Date()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else {
            return nil
        }
        return CalendarDay(year: year, month: month, day: day)
    }
}
