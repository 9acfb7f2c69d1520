/// Why a glob was rejected, and where.
package struct GlobError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case missingClosingBrace
        case unexpectedClosingBrace
        case missingClosingBracket
        case emptyClass
        /// A range of a class that runs down.
        case invalidRange(String)
        case slashInClass
        case trailingBackslash
        case negation
        /// A slash at the beginning or the end, two in a row, or no text at all.
        case emptyPart
        /// A part that is `.` or `..`.
        case relativePart(String)
        /// `**` beside other characters.
        case partialDoubleStar
        case nestsTooDeeply(limit: Int)
        case tooLong(limit: Int)
    }

    package let reason: Reason
    /// UTF-8 offset within the glob.
    package let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension GlobError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .missingClosingBrace:
            "the alternatives opened here are never closed: `}` is missing"
        case .unexpectedClosingBrace:
            "this `}` closes nothing; write `\\}` for the character itself"
        case .missingClosingBracket:
            "the character class opened here is never closed: `]` is missing"
        case .emptyClass: "the character class is empty"
        case .invalidRange(let text): "the range `\(text)` runs downwards"
        case .slashInClass: "a character class cannot hold a slash"
        case .trailingBackslash: "the glob ends in a lone backslash"
        case .negation:
            "a glob cannot be negated; write `\\!` for the character itself"
        case .emptyPart: "a glob neither begins nor ends with a slash, nor has two in a row"
        case .relativePart(let text): "a glob starts at the root and knows no `\(text)`"
        case .partialDoubleStar: "`**` must stand alone between slashes; `*` need not"
        case .nestsTooDeeply(let limit): "alternatives nest deeper than \(limit) levels"
        case .tooLong(let limit):
            "with its braces written out the glob is longer than \(limit) characters"
        }
    }
}
