/// The range of a match and those of its groups.
package struct PatternMatch: Hashable, Sendable {
    /// Two UTF-8 offsets per group, -1 for unmatched groups, as in Go's `FindSubmatchIndex`.
    package let offsets: [Int]

    package var groupCount: Int { offsets.count / 2 }
    /// The whole match.
    package var range: Range<Int> { offsets[0]..<offsets[1] }

    /// Returns the range of a group; nil if it did not match or does not exist.
    package func range(ofGroup number: Int) -> Range<Int>? {
        guard number < groupCount, offsets[2 * number] >= 0 else { return nil }
        return offsets[2 * number]..<offsets[2 * number + 1]
    }
}

extension Pattern {
    /// Returns the leftmost match in `text`; of several there, the one that backtracking finds
    /// first.
    ///
    /// For many texts, use a `PatternMatcher`.
    package func firstMatch(in text: String) -> PatternMatch? {
        var matcher = PatternMatcher(self)
        return matcher.firstMatch(in: Array(text.utf8))
    }

    package func matches(_ text: String) -> Bool {
        firstMatch(in: text) != nil
    }
}
