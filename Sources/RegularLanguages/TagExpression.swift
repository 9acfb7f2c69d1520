/// A set of texts, built in code as a regular expression is written.
package struct TagExpression: Sendable {
    /// Without places, because there is no source text.
    let node: PatternNode

    private init(_ kind: PatternNode.Kind) {
        node = PatternNode(kind, at: 0..<0)
    }

    package static let empty = TagExpression(.empty)
    /// No text at all.
    package static let nothing = characters(ASCIISet())

    /// One character of a set.
    package static func characters(_ set: ASCIISet) -> TagExpression {
        TagExpression(.set(ScalarSet(set)))
    }

    /// Exactly `text`; `nothing` if it is not ASCII, because tags are.
    package static func literal(_ text: String) -> TagExpression {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return .nothing }
        return sequence(
            text.utf8.map { TagExpression(.literal(UInt32($0), ignoresCase: false)) })
    }

    /// All in order; if empty, the empty text.
    package static func sequence(_ parts: [TagExpression]) -> TagExpression {
        TagExpression(.sequence(parts.map(\.node)))
    }

    /// Any of these; if empty, no text at all.
    package static func choice(_ parts: [TagExpression]) -> TagExpression {
        parts.isEmpty ? .nothing : TagExpression(.choice(parts.map(\.node)))
    }

    /// A `maximum` of nil means unlimited.
    package static func repetition(
        _ inner: TagExpression, minimum: Int, maximum: Int?
    ) -> TagExpression {
        let count = Repetition(minimum: minimum, maximum: maximum, isGreedy: true)
        return TagExpression(.repetition(inner.node, count))
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

    /// The program that matches whole texts.
    var program: Program {
        get throws(StateLimitExceeded) {
            let ends = [PatternAssertion.textStart, .textEnd].map { TagExpression(.assertion($0)) }
            return try Program(
                TagExpression.sequence([ends[0], self, ends[1]]).node, groupCount: 1)
        }
    }
}
