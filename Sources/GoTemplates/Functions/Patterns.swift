import RegularLanguages

/// sprig's functions for regular expressions, all of Go's `regexp`.
extension TemplateFunction {
    static let patterns: [String: TemplateFunction] = {
        let functions: [String: TemplateFunction] = [
            "RegexFind": Self(.string, .string, gives: .string) { a throws(CallFailure) in
                let search = try PatternSearch(a, limit: 1)
                let found = try search.matches().first
                return .string(found.map { Bytes(search.text[$0.range]) } ?? [])
            },
            "RegexFindAll": Self(.string, .string, .int, gives: .slice(.string)) {
                a throws(CallFailure) in
                let search = try PatternSearch(a, limit: a.int(2))
                return search.strings(try search.matches().map(\.range))
            },
            "RegexSplit": Self(.string, .string, .int, gives: .slice(.string)) {
                a throws(CallFailure) in
                try PatternSearch(a, limit: a.int(2)).parts()
            },
            "RegexReplaceAll": replacing { (search, match, template) in
                let expansion = ExpansionTemplate(template.text)
                return Bytes(expansion.expanded(with: match, of: search.pattern, in: search.text))
            },
            "RegexReplaceAllLiteral": replacing { (_, _, template) in template },
        ]
        var result: [String: TemplateFunction] = [
            "mustRegexMatch": Self(.string, .string, gives: .bool) { a throws(CallFailure) in
                .bool(try !PatternSearch(a, limit: 1).matches().isEmpty)
            },
            "regexMatch": Self(.string, .string, gives: .bool) { a throws(CallFailure) in
                guard (try? Pattern(utf8: a.string(0))) != nil else { return .bool(false) }
                return .bool(try !PatternSearch(a, limit: 1).matches().isEmpty)
            },
            "regexQuoteMeta": text(quoted),
        ]
        for (name, function) in functions {
            result["must" + name] = function
            result["r" + name.dropFirst()] = function
        }
        return result
    }()

    private static func replacing(
        _ replacement: @escaping @Sendable (PatternSearch, PatternMatch, Bytes) -> Bytes
    ) -> TemplateFunction {
        Self(.string, .string, .string, gives: .string) { a throws(CallFailure) in
            let search = try PatternSearch(a, limit: -1)
            return .string(try search.replacing { replacement(search, $0, a.string(2)) })
        }
    }

    private static func quoted(_ text: Bytes) -> Bytes {
        Bytes(
            text.map { "\\.+*?()|[]{}^$".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
                .joined())
    }
}

/// A search for all matches of one pattern in one text.
struct PatternSearch {
    let pattern: Pattern
    let text: Bytes
    /// How many matches at most; all if negative.
    private let limit: Int
    private let budget: Budget

    /// The first two arguments are the pattern and the text.
    init(_ arguments: Arguments, limit: Int) throws(CallFailure) {
        do throws(PatternError) {
            pattern = try Pattern(utf8: arguments.string(0))
        } catch {
            throw .invalid(arguments.string(0).text, of: "regular expression: \(error)")
        }
        text = arguments.string(1)
        if pattern.root.namesScripts, !text.allSatisfy({ $0 < 0x80 }) { throw .notRendered }
        self.limit = limit
        budget = arguments.budget
    }

    /// Matches that do not overlap; an empty one does not follow another directly.
    func matches() throws(CallFailure) -> [PatternMatch] {
        var result: [PatternMatch] = []
        var matcher = PatternMatcher(pattern)
        var position = 0
        var lastEnd = -1
        while position <= text.count, limit < 0 || result.count < limit {
            try budget.spend(1 + (text.count + pattern.source.utf8.count) / 16)
            guard let match = matcher.firstMatch(in: text, from: position) else { break }
            if !match.range.isEmpty || match.range.lowerBound != lastEnd { result.append(match) }
            lastEnd = match.range.upperBound
            position = max(lastEnd, position + (lastEnd > position ? 0 : width(at: position)))
        }
        try budget.reserve(result.count, times: 8)
        return result
    }

    private func width(at position: Int) -> Int {
        position < text.count ? text.rune(at: position).range.count : 1
    }

    func strings(_ ranges: [Range<Int>]) -> TemplateValue {
        let strings = ranges.map { TemplateValue.string(Bytes(text[$0])) }
        return .list(TemplateList(strings, of: .string, isNil: strings.isEmpty))
    }

    /// The parts between the matches.
    ///
    /// Source: Go's `regexp.Split`.
    func parts() throws(CallFailure) -> TemplateValue {
        guard limit != 0 else { return strings([]) }
        if !pattern.source.isEmpty, text.isEmpty { return .strings([[]]) }
        var ranges: [Range<Int>] = []
        var start = 0
        var end = 0
        for match in try matches() {
            if limit > 0, ranges.count == limit - 1 { break }
            end = match.range.lowerBound
            if match.range.upperBound != 0 { ranges.append(start..<end) }
            start = match.range.upperBound
        }
        if end != text.count { ranges.append(start..<text.count) }
        return strings(ranges)
    }

    func replacing(
        _ replacement: (PatternMatch) -> Bytes
    ) throws(CallFailure) -> Bytes {
        var result = Bytes()
        var end = 0
        for match in try matches() {
            let new = replacement(match)
            try budget.reserve(new.count)
            result += text[end..<match.range.lowerBound] + new
            end = match.range.upperBound
        }
        return result + text[end...]
    }
}
