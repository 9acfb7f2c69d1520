/// The start or the end of a text, at which a pattern can be anchored.
package enum PatternEnd: Hashable, Sendable {
    case start
    case end
}

extension Pattern {
    /// Whether every alternative has `^` or `$` at that end.
    package func isAnchored(at end: PatternEnd) -> Bool { root.isAnchored(at: end) }

    /// Returns the pattern's text with an anchor added.
    package func anchoredSource(at end: PatternEnd) -> String {
        let isChoice = if case .choice = root.kind { true } else { false }
        let group = isChoice ? "(?:\(source))" : source
        return end == .start ? "^" + group : group + "$"
    }
}

extension PatternNode {
    fileprivate func isAnchored(at end: PatternEnd) -> Bool {
        switch kind {
        case .assertion(.textStart): end == .start
        case .assertion(.textEnd): end == .end
        case .capture(_, _, let inner): inner.isAnchored(at: end)
        case .sequence(let pieces):
            (end == .start ? pieces.first : pieces.last)?.isAnchored(at: end) ?? false
        case .choice(let pieces): pieces.allSatisfy { $0.isAnchored(at: end) }
        case .empty, .literal, .anyScalar, .set, .assertion, .repetition: false
        }
    }
}
