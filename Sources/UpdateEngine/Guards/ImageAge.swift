import Configuration

/// When an image was built, as far as its registry tells.
package enum ImageAge: Hashable, Sendable {
    /// In seconds since 1970, and as it was told.
    case built(String, secondsSince1970: Int64)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)

    /// Reads `created` of an image's configuration, a time by RFC 3339; nil is for none.
    ///
    /// Tools that build the same bytes every time put a day of long ago there.
    package init(created: String?) {
        guard let created else {
            self = .unknown("its configuration does not say it")
            return
        }
        guard let seconds = Self.seconds(in: created) else {
            self = .unknown("its configuration says `\(created)`")
            return
        }
        self =
            seconds < Self.firstImages
            ? .unknown("its configuration says \(created), which stands for no time at all")
            : .built(created, secondsSince1970: seconds)
    }

    /// The year 2000; what is in the place of a time is 0001, 1970 or 1980.
    private static let firstImages: Int64 = 946_684_800

    /// ```
    /// time   = day ("T" | "t") hh ":" mm ":" ss ["." digits] offset
    /// offset = "Z" | "z" | ("+" | "-") hh ":" mm
    /// ```
    private static func seconds(in text: String) -> Int64? {
        guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        guard rest.first == "T" || rest.first == "t",
            let offsetStart = rest.firstIndex(where: { "Zz+-".contains($0) }),
            let time = clock(rest[..<offsetStart].dropFirst(), partCount: 3),
            let offset = offset(rest[offsetStart...])
        else { return nil }
        return Int64(day.daysSince1970) * 86400 + time - offset
    }

    private static func offset(_ text: Substring) -> Int64? {
        if text == "Z" || text == "z" { return 0 }
        return clock(text.dropFirst(), partCount: 2).map { text.hasPrefix("-") ? -$0 : $0 }
    }

    /// Seconds of `hh:mm` or `hh:mm:ss`, without a fraction.
    private static func clock(_ text: Substring, partCount: Int) -> Int64? {
        let whole = text.prefix { $0 != "." }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == partCount else { return nil }
        var seconds: Int64 = 0
        for (part, unit) in zip(parts, [3600, 60, 1] as [Int64]) {
            guard part.utf8.count == 2, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int64(part), number < (unit == 3600 ? 24 : 61)
            else { return nil }
            seconds += number * unit
        }
        return seconds
    }
}
