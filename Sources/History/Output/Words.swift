import FoundationEssentials  // dates
import GitAccess

extension CommitTime {
    /// As Git shows a date: `2026-11-25 09:30:00 +0100`, in the time zone of its maker.
    var text: String {
        let zone = TimeZone(secondsFromGMT: offsetMinutes * 60) ?? .gmt
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon,
            timeZoneSeparator: .omitted, timeZone: zone)
        let date = Date(timeIntervalSince1970: Double(secondsSince1970))
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
            + " " + zoneText
    }

    /// The day in UTC.
    var day: String { String(utc.prefix { $0 != "T" }) }

    /// As RFC 3339 has it, in UTC.
    var utc: String {
        Date(timeIntervalSince1970: Double(secondsSince1970)).formatted(.iso8601)
    }

    private var zoneText: String {
        let (hours, minutes) = abs(offsetMinutes).quotientAndRemainder(dividingBy: 60)
        let digits = [hours, minutes].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return (offsetMinutes < 0 ? "-" : "+") + digits
    }
}

/// A duration in the two largest units that say most of it: `3 d 4 h`.
func durationWords(_ seconds: Int64) -> String {
    let units: [(name: String, seconds: Int64)] = [
        ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1),
    ]
    guard let first = units.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
    var rest = seconds
    return units[first...].prefix(2).compactMap { unit in
        let count = rest / unit.seconds
        rest %= unit.seconds
        return count > 0 ? "\(count) \(unit.name)" : nil
    }.joined(separator: " ")
}

/// A number of tenths, as `2.5`.
func decimal(tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
