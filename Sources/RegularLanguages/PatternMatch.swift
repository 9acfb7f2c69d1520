/// Where a pattern matched, and what its groups took.
package struct PatternMatch: Hashable, Sendable {
    /// Two UTF-8 offsets a group, -1 for groups that took no part: Go's `FindSubmatchIndex`.
    package let offsets: [Int]

    package var groupCount: Int { offsets.count / 2 }
    /// The whole match.
    package var range: Range<Int> { offsets[0]..<offsets[1] }

    /// What a group took; nil if it took no part or does not exist.
    package func range(ofGroup number: Int) -> Range<Int>? {
        guard number < groupCount, offsets[2 * number] >= 0 else { return nil }
        return offsets[2 * number]..<offsets[2 * number + 1]
    }
}

extension Pattern {
    /// The leftmost match in `text`, of several there the one a backtracking search finds first.
    ///
    /// Whoever asks about many texts keeps a `PatternMatcher`.
    package func firstMatch(in text: String) -> PatternMatch? {
        var matcher = PatternMatcher(self)
        return matcher.firstMatch(in: Array(text.utf8))
    }

    package func matches(_ text: String) -> Bool {
        firstMatch(in: text) != nil
    }

    /// What a group took of `text`; nil if it took no part.
    package func text(ofGroup number: Int, in match: PatternMatch, of text: String) -> Substring? {
        guard let range = match.range(ofGroup: number) else { return nil }
        let lower = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
        let upper = text.utf8.index(text.utf8.startIndex, offsetBy: range.upperBound)
        return text[lower..<upper]
    }
}
