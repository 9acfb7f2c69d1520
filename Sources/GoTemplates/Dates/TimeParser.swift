/// Reads a date as Go's `time.ParseInLocation` does, with UTC for the location.
struct TimeParser {
    private var rest: Substring
    private var year = 0
    private var month: Int?
    private var day: Int?
    private var dayOfYear: Int?
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var nanoseconds = 0
    private var isAfternoon: Bool?
    private var offset: Int?
    private var zoneName = ""
    /// What a zone's name says of its offset; Go shows it without moving the time.
    private var namedOffset = 0
    private var isUTC = false

    /// Nil where Go reports an error.
    static func time(_ text: String, layout: String) -> GoTime? {
        guard text.utf8.count <= 1024, layout.utf8.count <= 1024 else { return nil }
        var parser = TimeParser(rest: text[...])
        let parts = TimeLayout(layout).parts
        for (place, part) in parts.enumerated() {
            let next = place + 1 < parts.count ? parts[place + 1] : nil
            guard parser.take(part, before: next) else { return nil }
        }
        return parser.rest.isEmpty ? parser.time : nil
    }

    private init(rest: Substring) {
        self.rest = rest
    }

    private mutating func take(_ part: TimeLayout.Part, before next: TimeLayout.Part?) -> Bool {
        switch part {
        case .literal(let text): return takeLiteral(text)
        case .month(.long): return takeName(GoTime.months, length: nil) { $0.month = $1 + 1 }
        case .month(.short): return takeName(GoTime.months, length: 3) { $0.month = $1 + 1 }
        case .weekday(let isLong):
            return takeName(GoTime.weekdays, length: isLong ? nil : 3) { _, _ in }
        case .month(.number(let padding)):
            return takeNumber(padding, 1...12) { $0.month = $1 }
        case .day(let padding):
            if padding == .space, rest.first == " " { rest = rest.dropFirst() }
            return takeNumber(padding == .zero ? .zero : .none, 0...31) { $0.day = $1 }
        case .dayOfYear(let padding): return takeDayOfYear(padding)
        case .hour: return takeNumber(.zero, 0...23, isStrict: false) { $0.hour = $1 }
        case .hourOf12(let padding): return takeNumber(padding, 0...12) { $0.hour = $1 }
        case .minute(let padding): return takeNumber(padding, 0...59) { $0.minute = $1 }
        case .second(let padding):
            return takeNumber(padding, 0...59) { $0.second = $1 }
                && takeUnaskedFraction(before: next)
        case .year(let isLong): return takeYear(isLong: isLong)
        case .half(let isUpper): return takeHalf(isUpper: isUpper)
        case .zoneName: return takeZoneName()
        case .zone(let hasZ, let digits, let hasColon):
            return takeZone(hasZ: hasZ, digits: digits, hasColon: hasColon)
        case .fraction(_, let digits, let isTrimmed):
            return takeFraction(digits: digits, isTrimmed: isTrimmed)
        }
    }

    /// A run of spaces stands for any number of them.
    private mutating func takeLiteral(_ text: String) -> Bool {
        var wanted = text[...]
        while let first = wanted.first {
            if first == " " {
                if let next = rest.first, next != " " { return false }
                wanted = wanted.drop { $0 == " " }
                rest = rest.drop { $0 == " " }
            } else {
                guard rest.first == first else { return false }
                wanted = wanted.dropFirst()
                rest = rest.dropFirst()
            }
        }
        return true
    }

    private mutating func takeName(
        _ names: [String], length: Int?, _ set: (inout TimeParser, Int) -> Void
    ) -> Bool {
        for (place, name) in names.enumerated() {
            let name = length.map { String(name.prefix($0)) } ?? name
            guard rest.prefix(name.count).lowercased() == name.lowercased() else { continue }
            rest = rest.dropFirst(name.count)
            set(&self, place)
            return true
        }
        return false
    }

    private func leadingDigits(_ limit: Int) -> Substring {
        rest.prefix(limit).prefix { $0.isASCII && $0.isNumber }
    }

    /// One or two digits; with zero padding exactly two.
    private mutating func takeNumber(
        _ padding: TimeLayout.Padding, _ range: ClosedRange<Int>, isStrict: Bool = true,
        _ set: (inout TimeParser, Int) -> Void
    ) -> Bool {
        let digits = leadingDigits(2)
        guard let value = Int(digits), digits.count == 2 || padding != .zero || !isStrict,
            range.contains(value)
        else { return false }
        rest = rest.dropFirst(digits.count)
        set(&self, value)
        return true
    }

    private mutating func takeYear(isLong: Bool) -> Bool {
        let digits = leadingDigits(isLong ? 4 : 2)
        guard digits.count == (isLong ? 4 : 2), let value = Int(digits) else { return false }
        rest = rest.dropFirst(digits.count)
        year = isLong ? value : value + (value >= 69 ? 1900 : 2000)
        return true
    }

    private mutating func takeDayOfYear(_ padding: TimeLayout.Padding) -> Bool {
        if padding == .space {
            for _ in 0..<2 where rest.first == " " { rest = rest.dropFirst() }
        }
        let digits = leadingDigits(3)
        guard digits.count == 3 || padding == .space, let value = Int(digits) else { return false }
        rest = rest.dropFirst(digits.count)
        dayOfYear = value
        return true
    }

    private mutating func takeHalf(isUpper: Bool) -> Bool {
        let text = rest.prefix(2)
        guard text == (isUpper ? "PM" : "pm") || text == (isUpper ? "AM" : "am") else {
            return false
        }
        rest = rest.dropFirst(2)
        isAfternoon = text.lowercased() == "pm"
        return true
    }

    /// A fraction may follow the seconds though the layout has none.
    private mutating func takeUnaskedFraction(before next: TimeLayout.Part?) -> Bool {
        guard let separator = rest.first, separator == "." || separator == "," else { return true }
        if case .fraction = next { return true }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return true }
        return takeFraction(digits: digits.count, isTrimmed: false)
    }

    private mutating func takeFraction(digits: Int, isTrimmed: Bool) -> Bool {
        guard let separator = rest.first, separator == "." || separator == "," else {
            return isTrimmed
        }
        let limit = isTrimmed ? 9 : digits
        let text = rest.dropFirst().prefix(limit).prefix { $0.isASCII && $0.isNumber }
        guard isTrimmed ? !text.isEmpty : text.count == digits else { return isTrimmed }
        rest = rest.dropFirst(1 + text.count)
        let nine = (String(text) + "000000000").prefix(9)
        nanoseconds = Int(nine) ?? 0
        return true
    }

    private mutating func takeZone(hasZ: Bool, digits: Int, hasColon: Bool) -> Bool {
        if hasZ, rest.first == "Z" {
            rest = rest.dropFirst()
            isUTC = true
            return true
        }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return false }
        rest = rest.dropFirst()
        var parts: [Int] = []
        for place in 0..<(digits / 2) {
            if place > 0, hasColon {
                guard rest.first == ":" else { return false }
                rest = rest.dropFirst()
            }
            let text = leadingDigits(2)
            guard text.count == 2, let value = Int(text) else { return false }
            rest = rest.dropFirst(2)
            parts.append(value)
        }
        parts += [0, 0]
        guard parts[0] <= 24, parts[1] <= 60, parts[2] <= 60 else { return false }
        let size = (parts[0] * 60 + parts[1]) * 60 + parts[2]
        offset = sign == "-" ? -size : size
        return true
    }

    /// `UTC`, three or four capitals, or `GMT` with hours.
    private mutating func takeZoneName() -> Bool {
        if rest.hasPrefix("UTC") {
            isUTC = true
            rest = rest.dropFirst(3)
            return true
        }
        var length = rest.prefix { $0.isASCII && $0.isUppercase }.count
        if rest.hasPrefix("GMT") {
            let tail = rest.dropFirst(3)
            length = 3
            if let sign = tail.first, sign == "+" || sign == "-" {
                let digits = tail.dropFirst().prefix { $0.isASCII && $0.isNumber }
                if let hours = Int(digits), hours <= 23 {
                    length += 1 + digits.count
                    namedOffset = (sign == "-" ? -hours : hours) * 3600
                }
            }
        } else {
            let isKnownLength =
                length == 3 || length == 4 && rest.prefix(4).hasSuffix("T")
                || length == 5 && rest.prefix(5).hasSuffix("T") || rest.hasPrefix("WITA")
            guard isKnownLength else { return false }
        }
        zoneName = String(rest.prefix(length))
        rest = rest.dropFirst(length)
        return true
    }

    private var time: GoTime? {
        var hour = hour
        if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard let date else { return nil }
        let seconds = date.number * 86_400 + hour * 3600 + minute * 60 + second
        guard !isUTC else { return GoTime(seconds: seconds, nanoseconds: nanoseconds) }
        let shown = offset ?? namedOffset
        let isPlain = shown == 0 && (zoneName.isEmpty || zoneName == "UTC")
        return GoTime(
            seconds: seconds - (offset ?? 0), nanoseconds: nanoseconds, offset: shown,
            zone: isPlain ? "UTC" : zoneName)
    }

    private var date: GoTime.Day? {
        if let dayOfYear {
            let count = GoTime.Day.isLeap(year) ? 366 : 365
            guard (1...count).contains(dayOfYear) else { return nil }
            let start = GoTime.Day(year: year, month: 1, day: 1).number
            let date = GoTime.Day(number: start + dayOfYear - 1)
            guard month ?? date.month == date.month, day ?? date.day == date.day else { return nil }
            return date
        }
        let (month, day) = (month ?? 1, day ?? 1)
        guard day >= 1, day <= GoTime.Day.count(inMonth: month, of: year) else { return nil }
        return GoTime.Day(year: year, month: month, day: day)
    }
}
