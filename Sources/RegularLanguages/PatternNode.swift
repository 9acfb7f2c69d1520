/// A piece of a pattern, with its range in the pattern's text.
///
/// A non-capturing group has no node of its own, but gives its content the range of its
/// parentheses.
package struct PatternNode: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        /// Matches the empty text.
        case empty
        /// One code point, escaped or not; a surrogate never matches.
        case literal(UInt32, ignoresCase: Bool)
        /// The dot.
        case anyScalar(matchesNewline: Bool)
        /// A class in brackets or an escape such as `\d`.
        case set(ScalarSet)
        case assertion(PatternAssertion)
        case capture(number: Int, name: String?, PatternNode)
        /// At least two pieces, in order.
        case sequence([PatternNode])
        /// At least two alternatives, in order of preference.
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

    /// The characters that a piece of one character matches; nil for every other piece.
    package var characters: ScalarSet? {
        switch kind {
        case .literal(let point, let ignoresCase): ScalarSet(point, ignoresCase: ignoresCase)
        case .anyScalar(let matchesNewline): matchesNewline ? .all : .allButNewline
        case .set(let set): set
        default: nil
        }
    }

    /// Whether a class names a script, whose members beyond ASCII are not known.
    package var namesScripts: Bool {
        if case .set(let set) = kind {
            set.namesScript
        } else {
            children.contains(where: \.namesScripts)
        }
    }

    /// Whether the empty text can match, ignoring assertions.
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

    /// Returns the group with this number inside of the piece; nil if there is none.
    package func group(_ number: Int) -> PatternNode? {
        if case .capture(number, _, _) = kind { return self }
        for child in children {
            if let found = child.group(number) { return found }
        }
        return nil
    }
}

/// A condition on a position between two characters.
package enum PatternAssertion: Hashable, Sendable {
    /// `^` or `\A`.
    case textStart
    /// `$` or `\z`; false before a final line break.
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

/// The bounds of a repetition, and whether more repetitions are preferred.
package struct Repetition: Hashable, Sendable {
    package let minimum: Int
    /// Nil if unlimited.
    package let maximum: Int?
    package let isGreedy: Bool
}
