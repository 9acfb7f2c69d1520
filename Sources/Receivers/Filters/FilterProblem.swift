import SourceText

/// Why a filter is not evaluated, or failed on a call.
package enum FilterProblem: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case tooDeep(limit: Int)
    case tooManyTokens(limit: Int)
    case unexpectedEnd
    case unexpected(String)
    /// It may be valid CEL, but is not in the subset.
    case notSupported(String)
    case badPattern(String)

    /// The call has no such field, or another type of value there.
    case noSuchKey(String)
    case indexOutOfRange
    case wrongType(operation: String)
    /// A field of an object that only the cluster knows.
    case unknownOfResource(String)
    case noValue
    case notBoolean
    case tooManySteps(limit: Int)
}

extension FilterProblem: CustomStringConvertible {
    /// One clause, lower case, no full stop; nothing that the caller sent.
    package var description: String {
        switch self {
        case .tooLong(let limit): "the expression is longer than \(limit) bytes"
        case .tooDeep(let limit): "the expression is nested deeper than \(limit)"
        case .tooManyTokens(let limit): "the expression has more than \(limit) words and symbols"
        case .unexpectedEnd: "the expression ends too early"
        case .unexpected(let text): "\(text.quoted) is unexpected in the expression"
        case .notSupported(let text): "\(text.quoted) is not in the supported subset of CEL"
        case .badPattern(let pattern): "\(pattern.quoted) is no pattern"
        case .noSuchKey(let key): "the call has no `\(key)`"
        case .indexOutOfRange: "a list of the call has fewer items"
        case .wrongType(let operation): "`\(operation)` does not take values of this type"
        case .unknownOfResource(let key): "`\(key)` of an object is only known in the cluster"
        case .noValue: "an optional has no value"
        case .notBoolean: "the expression is not a boolean"
        case .tooManySteps(let limit): "more than \(limit) steps would be needed"
        }
    }
}
