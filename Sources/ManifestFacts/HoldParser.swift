/// Reads one line of the annotation `sluice.dev/hold`.
///
/// ```
/// hold    := measure ': ' reason
/// measure := 'pin ' tag (' not ' tag)? ' was ' scalar
///          | 'exclude ' tag ' was absent'?
///          | 'suspend' (' not ' tag)? ' was ' ('absent' | 'false')
/// reason  := text (' (until ' day ')')?
/// ```
/// The scalar is one of YAML on one line: in quotes, or without and then without `: `.
struct HoldParser {
    private var rest: Substring

    init(_ line: String) {
        rest = line[...]
    }

    mutating func statement() throws(HoldFault) -> HoldStatement {
        let (measure, badTag) = try measure()
        guard take(": ") else { throw .noReason }
        let (reason, until) = splitReason()
        guard !reason.isEmpty else { throw .noReason }
        if until == nil, rest.contains("(until") { throw .looseDay }
        return HoldStatement(
            reading: measure, badTag: badTag, reason: String(reason), until: until.map(String.init))
    }

    private mutating func measure() throws(HoldFault) -> (HoldStatement.Measure, String?) {
        let word = takeWord()
        switch word {
        case "pin":
            let tag = try tag()
            let badTag = take(" not") ? try self.tag() : nil
            guard take(" was "), let former = takeScalar() else { throw .noFormerValue }
            return (.pin(tag: tag, former: former), badTag)
        case "exclude":
            let tag = try tag()
            return (.exclude(tag: tag, wasAbsent: take(" was absent")), tag)
        case "suspend":
            let badTag = take(" not") ? try tag() : nil
            if take(" was absent") { return (.suspend(former: nil), badTag) }
            guard take(" was false") else { throw .noFormerValue }
            return (.suspend(former: "false"), badTag)
        default: throw .measure(word)
        }
    }

    private mutating func tag() throws(HoldFault) -> String {
        guard take(" ") else { throw .noTag }
        let word = takeWord()
        guard !word.isEmpty else { throw .noTag }
        return word
    }

    /// The text as written; nil for none, and for one without its last quote.
    private mutating func takeScalar() -> String? {
        let text = rest
        guard let quote = rest.first, quote == "'" || quote == "\"" else {
            let end = rest.range(of: ": ")
            guard let end, end > rest.startIndex else { return nil }
            rest = rest[end...]
            return String(text[..<end])
        }
        var place = rest.index(after: rest.startIndex)
        while place < rest.endIndex {
            let next = rest.index(after: place)
            if quote == "\"", rest[place] == "\\", next < rest.endIndex {
                place = rest.index(after: next)
            } else if rest[place] == quote {
                // Two single quotes are one of the text.
                if quote == "'", next < rest.endIndex, rest[next] == quote {
                    place = rest.index(after: next)
                    continue
                }
                rest = rest[next...]
                return String(text[..<next])
            } else {
                place = next
            }
        }
        return nil
    }

    /// The reason, and the day in brackets that ends it.
    private func splitReason() -> (Substring, Substring?) {
        let opening = " (until "
        guard rest.hasSuffix(")"), let open = rest.lastIndex(of: "("), open > rest.startIndex else {
            return (rest, nil)
        }
        let start = rest.index(before: open)
        guard rest[start...].hasPrefix(opening) else { return (rest, nil) }
        return (rest[..<start], rest[start...].dropFirst(opening.count).dropLast())
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func takeWord() -> String {
        let word = rest.prefix { $0 != " " && $0 != ":" }
        rest = rest.dropFirst(word.count)
        return String(word)
    }
}

extension Substring {
    /// The first place at which a text begins.
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
