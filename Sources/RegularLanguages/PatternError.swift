/// Why a pattern was rejected, and where.
///
/// A pattern that Go's `regexp.Compile` accepts is rejected for `tooManyStates` only.
package struct PatternError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case missingClosingParenthesis
        case unexpectedClosingParenthesis
        case missingClosingBracket
        case nothingToRepeat(operator: String)
        case stackedRepetition(operators: String)
        /// A count above the limit, nested counts whose product is, or a descending range.
        case invalidRepeatCount(operator: String, limit: Int)
        case trailingBackslash
        case invalidEscape(String)
        /// `\1` and the like, except `\k<name>`.
        case backReference(String)
        /// A range of a class in descending order.
        case invalidRange(String)
        /// `[:name:]` or `\p{name}` with an unknown name.
        case unknownClass(String)
        case invalidGroupName(String)
        /// Look-ahead, look-behind, atomic groups, conditions, recursion, unknown flags.
        case unsupportedGroup(String)
        case invalidUTF8
        case nestsTooDeeply(limit: Int)
        /// Larger, with repetitions expanded, than Go allows.
        case tooLarge(limit: Int)
        /// Larger than our own limit, although Go accepts it.
        case tooManyStates(limit: Int)
    }

    package let reason: Reason
    /// UTF-8 offsets within the pattern.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }

    /// Whether Go accepts the pattern, and only our own limit rejects it.
    package var isOwnLimit: Bool {
        if case .tooManyStates = reason { true } else { false }
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .missingClosingParenthesis:
            "the group opened here is never closed: `)` is missing"
        case .unexpectedClosingParenthesis:
            "this `)` has no opening `(`; write `\\)` for the character itself"
        case .missingClosingBracket:
            "the character class opened here is never closed: `]` is missing"
        case .nothingToRepeat(let text):
            "there is nothing before `\(text)` to repeat"
        case .stackedRepetition(let text):
            "`\(text)` repeats a repetition; put the inner one into a group"
        case .invalidRepeatCount(let text, let limit):
            "invalid repeat count `\(text)`: ranges must ascend, and nested counts multiply to "
                + "at most \(limit)"
        case .trailingBackslash:
            "the pattern ends in a lone backslash"
        case .invalidEscape(let text):
            "`\(text)` is not a valid escape sequence in Go's regular expressions"
        case .backReference(let text):
            "`\(text)` is a back-reference, which Go's regular expressions do not support"
        case .invalidRange(let text):
            "the range `\(text)` is in descending order"
        case .unknownClass(let text):
            "`\(text)` is not a known character class"
        case .invalidGroupName(let text):
            "invalid group name in `\(text)`: names are ASCII letters, digits and underscores"
        case .unsupportedGroup(let text):
            "`\(text)` is not supported by Go's regular expressions: they have groups, "
                + "`(?:…)`, `(?P<name>…)` and the flags i, m, s and U, but no look-around"
        case .invalidUTF8:
            "the pattern is not valid UTF-8"
        case .nestsTooDeeply(let limit):
            "the pattern nests deeper than \(limit) levels"
        case .tooLarge(let limit):
            "the pattern is too large: with repetitions expanded it has more than \(limit) steps"
        case .tooManyStates(let limit):
            "the pattern needs more than \(limit) states, which is the limit of this program"
        }
    }
}
