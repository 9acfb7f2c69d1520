/// sprig's functions that shorten and wrap strings; all count bytes, as Go does.
extension TemplateFunction {
    static let cuttingFunctions: [String: TemplateFunction] = [
        "trim": text { $0.trimming(\.isGoSpace) },
        "trimAll": trimmingSet,
        "trimall": trimmingSet,
        "trimPrefix": Self(.string, .string, gives: .string) { a in
            let (prefix, text) = (a.string(0), a.string(1))
            return .string(text.starts(with: prefix) ? Bytes(text.dropFirst(prefix.count)) : text)
        },
        "trimSuffix": Self(.string, .string, gives: .string) { a in
            let (suffix, text) = (a.string(0), a.string(1))
            let isThere = text.reversed().starts(with: suffix.reversed())
            return .string(isThere ? Bytes(text.dropLast(suffix.count)) : text)
        },
        "trunc": Self(.int, .string, gives: .string) { a in
            let (count, text) = (a.int(0), a.string(1))
            if count >= 0 { return .string(Bytes(text.prefix(count))) }
            return .string(count > -text.count ? Bytes(text.suffix(-count)) : text)
        },
        "substr": Self(.int, .int, .string, gives: .string) { a throws(CallFailure) in
            .string(try substring(a.string(2), from: a.int(0), to: a.int(1)))
        },
        "abbrev": Self(.int, .string, gives: .string) { a in
            let (width, text) = (a.int(0), a.string(1))
            if width < 4 || text.count <= width { return .string(text) }
            return .string(text.prefix(width - 3) + Bytes("..."))
        },
        "wrap": Self(.int, .string, gives: .string) { a throws(CallFailure) in
            try a.budget.reserve(a.string(1).count, times: 2)
            return .string(wrapped(a.string(1), at: max(1, a.int(0))))
        },
    ]

    private static let trimmingSet = Self(.string, .string, gives: .string) {
        a throws(CallFailure) in
        let set = Set(a.string(0).runes.map(\.scalar))
        return .string(a.string(1).trimming(set.contains))
    }

    /// sprig's oddity: a negative start means the beginning.
    private static func substring(
        _ text: Bytes, from start: Int, to end: Int
    ) throws(CallFailure) -> Bytes {
        let lower = max(0, start)
        let upper = start >= 0 && (end < 0 || end > text.count) ? text.count : end
        guard upper >= 0, upper <= text.count else { throw .outOfRange(upper) }
        guard lower <= upper else { throw .reversedRange(lower, upper) }
        return Bytes(text[lower..<upper])
    }

    /// Lines of at most `width` bytes where words allow it.
    ///
    /// Source: Masterminds/goutils v1.1.1, `WrapCustom`.
    private static func wrapped(_ text: Bytes, at width: Int) -> Bytes {
        var result = Bytes()
        var start = 0
        while text.count - start > width {
            guard text[start] != 0x20 else {
                start += 1
                continue
            }
            let end = start + width
            guard
                let stop = text[start...end].lastIndex(of: 0x20)
                    ?? text[end...].firstIndex(of: 0x20)
            else { break }
            result += text[start..<stop] + [0x0A]
            start = stop + 1
        }
        return result + text[start...]
    }
}
