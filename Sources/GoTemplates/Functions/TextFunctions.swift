/// sprig's functions that join, search and replace strings, and change the case of letters.
extension TemplateFunction {
    static let textFunctions: [String: TemplateFunction] = [
        "upper": text { $0.mappingRunes(\.goUpper) },
        "lower": text { $0.mappingRunes(\.goLower) },
        "title": text(titled),
        "hello": Self(gives: .string) { _ in .text("Hello!") },
        "contains": Self(.string, .string, gives: .bool) { a throws(CallFailure) in
            .bool(a.string(1).firstOffset(of: a.string(0)) != nil)
        },
        "hasPrefix": Self(.string, .string, gives: .bool) { a in
            .bool(a.string(1).starts(with: a.string(0)))
        },
        "hasSuffix": Self(.string, .string, gives: .bool) { a in
            .bool(a.string(1).reversed().starts(with: a.string(0).reversed()))
        },
        "replace": Self(.string, .string, .string, gives: .string) { a throws(CallFailure) in
            try a.budget.reserve(a.string(2).count + 1, times: a.string(1).count + 1)
            return .string(a.string(2).replacing(a.string(0), with: a.string(1)))
        },
        "repeat": Self(.int, .string, gives: .string) { a throws(CallFailure) in
            .string(try repeated(a.string(1), a.int(0), a.budget))
        },
        "plural": Self(.string, .string, .int, gives: .string) { a in
            .string(a.string(a.int(2) == 1 ? 0 : 1))
        },
        "quote": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            try joined(a) { (value) throws(CallFailure) in
                GoQuote.string(try value.goText(a.budget))
            }
        },
        "squote": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            try joined(a) { (value) throws(CallFailure) in
                Bytes("'") + (try value.goText(a.budget)) + Bytes("'")
            }
        },
        "cat": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            try joined(a) { (value) throws(CallFailure) in try value.goText(a.budget) }
        },
        "indent": Self(.int, .string, gives: .string) { a throws(CallFailure) in
            .string(try indented(a))
        },
        "nindent": Self(.int, .string, gives: .string) { a throws(CallFailure) in
            .string([0x0A] + (try indented(a)))
        },
        "join": Self(.string, .any, gives: .string) { a throws(CallFailure) in
            let parts = try a[1].goTexts(a.budget)
            try a.budget.reserve(parts.reduce(0) { $0 + $1.count + a.string(0).count })
            return .string(Bytes(parts.joined(separator: a.string(0))))
        },
        "split": Self(.string, .string, gives: .map(key: .string, value: .string)) {
            a throws(CallFailure) in
            try numbered(a.string(1), by: a.string(0), limit: -1, a.budget)
        },
        "splitn": Self(.string, .int, .string, gives: .map(key: .string, value: .string)) {
            a throws(CallFailure) in
            try numbered(a.string(2), by: a.string(0), limit: a.int(1), a.budget)
        },
        "splitList": Self(.string, .string, gives: .slice(.string)) { a throws(CallFailure) in
            try a.budget.reserve(a.string(1).count, times: 2)
            return .strings(a.string(1).split(by: a.string(0)))
        },
        "toString": Self(.any, gives: .string) { a throws(CallFailure) in
            .string(try a[0].goText(a.budget))
        },
        "toStrings": Self(.any, gives: .slice(.string)) { a throws(CallFailure) in
            .strings(try a[0].goTexts(a.budget))
        },
    ]

    private static func repeated(
        _ text: Bytes, _ count: Int, _ budget: Budget
    ) throws(CallFailure) -> Bytes {
        guard count >= 0 else { throw .negativeCount(count) }
        try budget.reserve(count, times: text.count)
        guard !text.isEmpty else { return [] }
        return Bytes(repeatElement(text, count: count).joined())
    }

    /// The arguments but nil, with spaces between.
    private static func joined(
        _ arguments: Arguments, _ text: (TemplateValue) throws(CallFailure) -> Bytes
    ) throws(CallFailure) -> TemplateValue {
        var parts: [Bytes] = []
        for value in arguments.values where !value.isNothing { parts.append(try text(value)) }
        try arguments.budget.reserve(parts.reduce(0) { $0 + $1.count })
        return .string(Bytes(parts.joined(separator: Bytes(" "))))
    }

    /// Spaces before every line.
    private static func indented(_ arguments: Arguments) throws(CallFailure) -> Bytes {
        let (count, text) = (arguments.int(0), arguments.string(1))
        guard count >= 0 else { throw .negativeCount(count) }
        let lines = text.count { $0 == 0x0A } + 1
        try arguments.budget.reserve(lines, times: count)
        try arguments.budget.reserve(text.count)
        let padding = Bytes(repeating: 0x20, count: count)
        return padding + text.replacing([0x0A], with: [0x0A] + padding)
    }

    /// A map with the keys `_0`, `_1` and so on.
    private static func numbered(
        _ text: Bytes, by separator: Bytes, limit: Int, _ budget: Budget
    ) throws(CallFailure) -> TemplateValue {
        try budget.reserve(text.count, times: 4)
        let map = TemplateMap(type: .map(key: .string, value: .string))
        for (place, part) in text.split(by: separator, limit: limit).enumerated() {
            map[Bytes("_\(place)")] = .string(part)
        }
        return .map(map)
    }
    /// Go's `strings.Title`.
    private static func titled(_ text: Bytes) -> Bytes {
        var followsSeparator = true
        return text.mappingRunes { scalar in
            defer { followsSeparator = isSeparator(scalar) }
            return followsSeparator ? scalar.goTitle : scalar
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" || scalar.isGoLetter || scalar.isGoDigit { return false }
        return scalar.isASCII || scalar.isGoSpace
    }
}
