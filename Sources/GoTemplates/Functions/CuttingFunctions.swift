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
            .string(
                a.int(0) < 4 ? a.string(1) : abbreviated(a.string(1), offset: 0, width: a.int(0)))
        },
        "abbrevboth": Self(.int, .int, .string, gives: .string) { a in
            let (left, right, text) = (a.int(0), a.int(1), a.string(2))
            if right < 4 || left > 0 && right < 7 { return .string(text) }
            return .string(abbreviated(text, offset: left, width: right))
        },
        "wrap": Self(.int, .string, gives: .string) { a throws(CallFailure) in
            .string(try wrapped(a.string(1), at: a.int(0), by: [0x0A], cutsWords: false, a.budget))
        },
        "wrapWith": Self(.int, .string, .string, gives: .string) { a throws(CallFailure) in
            let separator = a.string(1).isEmpty ? [0x0A] : a.string(1)
            return .string(
                try wrapped(a.string(2), at: a.int(0), by: separator, cutsWords: true, a.budget))
        },
        "nospace": text(withoutSpace),
        "initials": text(initials),
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

    /// At most `width` bytes with dots for what is left out.
    ///
    /// Source: Masterminds/goutils v1.1.1, `AbbreviateFull`.
    private static func abbreviated(_ text: Bytes, offset: Int, width: Int) -> Bytes {
        guard !text.isEmpty, width >= 4 else { return [] }
        guard text.count > width else { return text }
        let dots = Bytes("...")
        let kept = width - 3
        var start = min(offset, text.count)
        if text.count - start < kept { start = text.count - kept }
        if start <= 4 { return Bytes(text.prefix(kept)) + dots }
        guard width >= 7 else { return [] }
        if start + kept < text.count {
            return dots + abbreviated(Bytes(text[start...]), offset: 0, width: kept)
        }
        return dots + Bytes(text.suffix(kept))
    }

    /// Lines of at most `width` bytes where words allow it.
    ///
    /// Source: Masterminds/goutils v1.1.1, `WrapCustom`.
    private static func wrapped(
        _ text: Bytes, at width: Int, by separator: Bytes, cutsWords: Bool, _ budget: Budget
    ) throws(CallFailure) -> Bytes {
        let width = max(1, width)
        try budget.reserve(text.count, times: separator.count + 1)
        var result = Bytes()
        var start = 0
        while text.count - start > width {
            guard text[start] != 0x20 else {
                start += 1
                continue
            }
            let end = start + width
            var stop = text[start...end].lastIndex(of: 0x20)
            var next = end
            if stop == nil, !cutsWords {
                stop = text[end...].firstIndex(of: 0x20)
                if stop == nil { break }
            }
            if let stop { next = stop + 1 }
            result += text[start..<(stop ?? end)] + separator
            start = next
        }
        return result + text[start...]
    }

    /// Bytes are taken for scalars here, so that a string with white space and umlauts breaks.
    ///
    /// Source: Masterminds/goutils v1.1.1, `DeleteWhiteSpace`.
    private static func withoutSpace(_ text: Bytes) -> Bytes {
        let kept = text.filter { !Unicode.Scalar($0).isGoSpace }
        return kept.count == text.count ? text : latin(kept)
    }

    /// The first byte of each word, taken for a scalar.
    private static func initials(_ text: Bytes) -> Bytes {
        var result = Bytes()
        var followsGap = true
        for byte in text {
            let isGap = Unicode.Scalar(byte).isGoSpace
            if followsGap, !isGap { result.append(byte) }
            followsGap = isGap
        }
        return latin(result)
    }

    private static func latin(_ bytes: Bytes) -> Bytes {
        var result = Bytes()
        for byte in bytes { result.append(Unicode.Scalar(byte)) }
        return result
    }
}
