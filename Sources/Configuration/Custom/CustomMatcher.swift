package import RegularLanguages

/// One item of a text condition.
///
/// A text between two slashes is a regular expression, any other a glob:
/// ```
/// item    = ["!"] ( "/" expression "/" | glob )
/// ```
package enum CustomMatcher: Sendable {
    case glob(GlobPattern)
    case pattern(Pattern)

    package func matches(_ text: String) -> Bool {
        switch self {
        case .glob(let glob): glob.matches(text)
        case .pattern(let pattern): pattern.matches(text)
        }
    }

    /// The glob or the expression, as written.
    package var source: String {
        switch self {
        case .glob(let glob): glob.source
        case .pattern(let pattern): "/\(pattern.source)/"
        }
    }

    /// Whether it is a glob of several parts.
    package var isGlobWithSlash: Bool {
        if case .glob(let glob) = self { glob.source.utf8.contains(0x2F) } else { false }
    }
}

/// The condition on a text: it is one of some alternatives, and none of others.
package struct CustomTextTest: Sendable {
    /// Empty where any text will do.
    package private(set) var wanted: [CustomMatcher] = []
    package private(set) var refused: [CustomMatcher] = []

    mutating func add(_ matcher: CustomMatcher, isRefused: Bool) {
        if isRefused { refused.append(matcher) } else { wanted.append(matcher) }
    }

    /// Whether one of the texts is wanted and none refused; nil where texts that are not known
    /// decide that.
    package func accepts(_ texts: [String], isComplete: Bool = true) -> Bool? {
        accepts(isComplete: isComplete) { matcher in texts.contains(where: matcher.matches) }
    }

    /// The same, where `matches` compares a matcher with the texts.
    package func accepts(isComplete: Bool, matches: (CustomMatcher) -> Bool) -> Bool? {
        if refused.contains(where: matches) { return false }
        let isWanted = wanted.isEmpty || wanted.contains(where: matches)
        if isComplete { return isWanted }
        return isWanted && refused.isEmpty ? true : nil
    }
}
