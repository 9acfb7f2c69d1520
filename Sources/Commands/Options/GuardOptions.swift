import ArgumentParser
import Configuration
import FoundationEssentials
import RegistryAccess
import TagSnapshots
import UpdateEngine

/// The options of an update's guardrails.
struct GuardOptions: ParsableArguments {
    @Option(
        name: .customLong("last-tags"),
        help: ArgumentHelp(
            "What registries had before, for maximumTagLoss in the configuration: a snapshot; - is "
                + "standard input.", valueName: "file"))
    var formerTagFile: TagFile?

    @OptionGroup var verification: VerificationOptions

    func inquiry(_ clock: ClockOptions, _ tags: TagProvider) throws -> ImageInquiry {
        ImageInquiry(
            today: clock.today, secondsSince1970: clock.secondsSince1970,
            formerTags: try formerTagFile?.content { bytes in try TagSnapshot(json: bytes) },
            ages: tags.ages, verify: verification.verify)
    }
}

extension ClockOptions {
    /// The start of the day of `--now`, else the current time.
    fileprivate var secondsSince1970: Int64 {
        now.map { Int64($0.daysSince1970) * 86400 }
            ?? Int64(SystemClock.now.timeIntervalSince1970)
    }
}

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
        help: ArgumentHelp(
            "Judge what counts from or until some day as of this day, in UTC.",
            valueName: "yyyy-mm-dd"),
        transform: ClockOptions.day)
    var now: CalendarDay?

    static let day = reading(CalendarDay.init(_:), else: "a day is written as in 2027-01-31")

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
