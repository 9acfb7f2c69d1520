/// The beginning or the end of a text, where a pattern can be anchored.
package enum PatternEnd: Hashable, Sendable {
    case start
    case end
}

extension Pattern {
    /// Whether `^` or `$` stands at that end, in every alternative.
    package func isAnchored(at end: PatternEnd) -> Bool { root.isAnchored(at: end) }

    /// The pattern with one more anchor.
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
