/// A set of texts, built in code as a regular expression is written.
package indirect enum TagExpression: Hashable, Sendable {
    /// One character of a set.
    case characters(ASCIISet)
    /// All in order; if empty, the empty text.
    case sequence([TagExpression])
    /// Any of these; if empty, no text at all.
    case choice([TagExpression])
    /// A `maximum` of nil means unlimited.
    case repetition(TagExpression, minimum: Int, maximum: Int?)

    package static let empty = TagExpression.sequence([])
    package static let nothing = TagExpression.choice([])

    /// Exactly `text`; `nothing` if it is not ASCII, because tags are.
    package static func literal(_ text: String) -> TagExpression {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return .nothing }
        return .sequence(text.utf8.map { .characters(ASCIISet($0)) })
    }

    package static func optional(_ inner: TagExpression) -> TagExpression {
        .repetition(inner, minimum: 0, maximum: 1)
    }

    package static func zeroOrMore(_ inner: TagExpression) -> TagExpression {
        .repetition(inner, minimum: 0, maximum: nil)
    }

    package static func oneOrMore(_ inner: TagExpression) -> TagExpression {
        .repetition(inner, minimum: 1, maximum: nil)
    }

    package static func + (left: TagExpression, right: TagExpression) -> TagExpression {
        .sequence([left, right])
    }

    package static func | (left: TagExpression, right: TagExpression) -> TagExpression {
        .choice([left, right])
    }

    package var canBeEmpty: Bool {
        switch self {
        case .characters: false
        case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
        case .choice(let parts): parts.contains(where: \.canBeEmpty)
        case .repetition(let inner, let minimum, _): minimum == 0 || inner.canBeEmpty
        }
    }
}
