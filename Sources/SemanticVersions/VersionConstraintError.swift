import SourceText

/// Why a text is not a valid constraint, and where.
package struct VersionConstraintError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case tooLong(count: Int, limit: Int)
        case tooManyGroups(count: Int, limit: Int)
        /// One side of `||` or the whole text is empty.
        case emptyGroup
        case unknownOperator(String)
        case expectedVersion
        case unexpectedCharacter(Unicode.Scalar)
        /// A mixture of digits, wildcards and `|`, as in `1x`.
        case malformedNumber(String)
        case invalidVersion(VersionError.Reason)
    }

    package let reason: Reason
    /// UTF-8 offsets within the constraint.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }
}

extension VersionConstraintError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .tooLong(let count, let limit):
            "a range has at most \(limit) bytes, this one has \(count)"
        case .tooManyGroups(let count, let limit):
            "a range has at most \(limit) alternatives, this one has \(count)"
        case .emptyGroup: "an empty range matches nothing; write `*` for every release"
        case .unknownOperator(let text): "unknown operator `\(text)`"
        case .expectedVersion: "a version is missing"
        case .unexpectedCharacter(let character): "\(character.quoted) is not allowed here"
        case .malformedNumber(let text):
            "`\(text)` is neither a number nor one of the wildcards `x`, `X` and `*`"
        case .invalidVersion(let reason): reason.description
        }
    }
}
