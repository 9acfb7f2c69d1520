/// A piece of a pattern, with its place in the pattern's text.
///
/// Groups that do not capture have no node of their own: they are what stands inside of them,
/// with the range of their parentheses.
package struct PatternNode: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        /// Matches the empty text.
        case empty
        /// One code point, escaped or not; may be a surrogate, which then never matches.
        case literal(UInt32, ignoresCase: Bool)
        /// The dot.
        case anyScalar(matchesNewline: Bool)
        /// A class in brackets or an escape such as `\d`.
        case set(ScalarSet)
        case assertion(PatternAssertion)
        case capture(number: Int, name: String?, PatternNode)
        /// At least two pieces, one after the other.
        case sequence([PatternNode])
        /// At least two pieces, the first preferred.
        case choice([PatternNode])
        case repetition(PatternNode, Repetition)
    }

    package let kind: Kind
    /// UTF-8 offsets within the pattern; a repetition's range includes its operator.
    package let range: Range<Int>

    init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }

    /// The pieces directly inside.
    package var children: [PatternNode] {
        switch kind {
        case .empty, .literal, .anyScalar, .set, .assertion: []
        case .capture(_, _, let inner), .repetition(let inner, _): [inner]
        case .sequence(let pieces), .choice(let pieces): pieces
        }
    }

    /// The characters that a piece of one character takes; nil for every other piece.
    package var characters: ScalarSet? {
        switch kind {
        case .literal(let point, let ignoresCase): ScalarSet(point, ignoresCase: ignoresCase)
        case .anyScalar(let matchesNewline): matchesNewline ? .all : .allButNewline
        case .set(let set): set
        default: nil
        }
    }

    /// Whether the empty text can match, assertions left aside.
    package var canBeEmpty: Bool {
        switch kind {
        case .empty, .assertion: true
        case .literal, .anyScalar, .set: false
        case .capture(_, _, let inner): inner.canBeEmpty
        case .sequence(let pieces): pieces.allSatisfy(\.canBeEmpty)
        case .choice(let pieces): pieces.contains(where: \.canBeEmpty)
        case .repetition(let inner, let count): count.minimum == 0 || inner.canBeEmpty
        }
    }

    /// The group of this number, wherever it is inside; nil if there is none.
    package func group(_ number: Int) -> PatternNode? {
        if case .capture(number, _, _) = kind { return self }
        for child in children {
            if let found = child.group(number) { return found }
        }
        return nil
    }
}

/// What must hold between two characters.
package enum PatternAssertion: Hashable, Sendable {
    /// `^` or `\A`.
    case textStart
    /// `$` or `\z`; before a final line break it does not hold.
    case textEnd
    /// `^` under the flag m.
    case lineStart
    /// `$` under the flag m.
    case lineEnd
    /// `\b`.
    case wordBoundary
    /// `\B`.
    case noWordBoundary
}

/// How often a piece is repeated, and whether more is better.
package struct Repetition: Hashable, Sendable {
    package let minimum: Int
    /// Nil for no limit.
    package let maximum: Int?
    package let isGreedy: Bool
}
