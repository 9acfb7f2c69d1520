import RegularLanguages

/// Matches by plain backtracking over the syntax tree: slow, but obviously correct.
///
/// Not for patterns that `repeatsEmptyText`: Go's matchers visit no step twice at one position, so
/// their groups differ from those of unlimited backtracking.
final class ReferenceMatcher {
    private static let stepLimit = 200_000

    private let pattern: Pattern
    private let text: [UInt8]
    private var steps = 0

    /// Whether the limit was reached, so that the result is meaningless.
    var gaveUp: Bool { steps > Self.stepLimit }

    init(pattern: Pattern, text: [UInt8]) {
        self.pattern = pattern
        self.text = text
    }

    /// Returns two offsets per group, -1 for unmatched ones; nil if there is no match.
    func firstMatch() -> [Int]? {
        for start in 0...text.count {
            var slots = Array(repeating: -1, count: 2 * pattern.groupNames.count)
            slots[0] = start
            var found: [Int]?
            let isMatch = match(pattern.root, at: start, slots) { end, slots in
                found = slots
                found?[1] = end
                return true
            }
            if isMatch { return found }
        }
        return nil
    }

    private typealias Rest = (Int, [Int]) -> Bool

    private func match(_ node: PatternNode, at start: Int, _ slots: [Int], _ rest: Rest) -> Bool {
        steps += 1
        if gaveUp { return false }
        switch node.kind {
        case .empty: return rest(start, slots)
        case .literal, .anyScalar, .set:
            guard start < text.count, let set = node.characters else { return false }
            return set.contains(UInt32(text[start])) && rest(start + 1, slots)
        case .assertion(let assertion): return holds(assertion, at: start) && rest(start, slots)
        case .capture(let number, _, let inner):
            return match(inner, at: start, slots) { end, slots in
                var slots = slots
                slots[2 * number] = start
                slots[2 * number + 1] = end
                return rest(end, slots)
            }
        case .sequence(let pieces): return match(pieces[...], at: start, slots, rest)
        case .choice(let pieces): return pieces.contains { match($0, at: start, slots, rest) }
        case .repetition(let inner, let count):
            let piece = Piece(node: inner, isGreedy: count.isGreedy)
            return match(piece, count.minimum, count.maximum, at: start, slots, rest)
        }
    }

    private func match(
        _ pieces: ArraySlice<PatternNode>, at start: Int, _ slots: [Int], _ rest: Rest
    ) -> Bool {
        guard let first = pieces.first else { return rest(start, slots) }
        return match(first, at: start, slots) { end, slots in
            match(pieces.dropFirst(), at: end, slots, rest)
        }
    }

    private struct Piece {
        let node: PatternNode
        let isGreedy: Bool
    }

    private func match(
        _ piece: Piece, _ minimum: Int, _ maximum: Int?, at start: Int, _ slots: [Int],
        _ rest: Rest
    ) -> Bool {
        if minimum > 0, maximum != nil || minimum > 1 {
            return match(piece.node, at: start, slots) { end, slots in
                match(piece, minimum - 1, maximum.map { $0 - 1 }, at: end, slots, rest)
            }
        }
        if minimum == 1 { return matchOnceOrMore(piece, at: start, slots, rest) }
        func stop() -> Bool { rest(start, slots) }
        func goOn() -> Bool {
            guard let maximum else { return matchOnceOrMore(piece, at: start, slots, rest) }
            guard maximum > 0 else { return false }
            return match(piece.node, at: start, slots) { end, slots in
                match(piece, 0, maximum - 1, at: end, slots, rest)
            }
        }
        if maximum == 0 { return stop() }
        return piece.isGreedy ? goOn() || stop() : stop() || goOn()
    }

    private func matchOnceOrMore(
        _ piece: Piece, at start: Int, _ slots: [Int], _ rest: Rest
    ) -> Bool {
        match(piece.node, at: start, slots) { end, slots in
            func goOn() -> Bool { matchOnceOrMore(piece, at: end, slots, rest) }
            func stop() -> Bool { rest(end, slots) }
            return piece.isGreedy ? goOn() || stop() : stop() || goOn()
        }
    }

    private func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
        let isWordBefore = position > 0 && ASCIISet.word.contains(text[position - 1])
        let isWordBehind = position < text.count && ASCIISet.word.contains(text[position])
        return switch assertion {
        case .textStart, .lineStart: position == 0
        case .textEnd, .lineEnd: position == text.count
        case .wordBoundary: isWordBefore != isWordBehind
        case .noWordBoundary: isWordBefore == isWordBehind
        }
    }
}

/// Decides whether a pattern matches a short tag, from the sets of positions where matches end.
struct ReferenceLanguage {
    let pattern: Pattern

    func contains(_ tag: [UInt8]) -> Bool {
        (0...tag.count).contains { ends(of: pattern.root, in: tag, from: 1 << $0) != 0 }
    }

    /// The ends of matches that begin at one of `starts`; both have a bit for each position.
    private func ends(of node: PatternNode, in tag: [UInt8], from starts: UInt32) -> UInt32 {
        if starts == 0 { return 0 }
        switch node.kind {
        case .empty: return starts
        case .literal, .anyScalar, .set:
            guard let set = node.characters else { return 0 }
            var result: UInt32 = 0
            for (position, byte) in tag.enumerated() where starts >> position & 1 == 1 {
                if set.contains(UInt32(byte)) { result |= 2 << position }
            }
            return result
        case .assertion(let assertion):
            var result: UInt32 = 0
            for position in 0...tag.count where starts >> position & 1 == 1 {
                if holds(assertion, at: position, of: tag) { result |= 1 << position }
            }
            return result
        case .capture(_, _, let inner): return ends(of: inner, in: tag, from: starts)
        case .sequence(let pieces):
            return pieces.reduce(starts) { ends(of: $1, in: tag, from: $0) }
        case .choice(let pieces):
            return pieces.reduce(0) { $0 | ends(of: $1, in: tag, from: starts) }
        case .repetition(let inner, let count):
            var current = starts
            for _ in 0..<count.minimum { current = ends(of: inner, in: tag, from: current) }
            var result = current
            // More repetitions than there are characters reach no further positions.
            for _ in 0..<min(count.maximum.map { $0 - count.minimum } ?? .max, tag.count + 1) {
                current = ends(of: inner, in: tag, from: current)
                result |= current
            }
            return result
        }
    }

    private func holds(_ assertion: PatternAssertion, at position: Int, of tag: [UInt8]) -> Bool {
        let isWordBefore = position > 0 && ASCIISet.word.contains(tag[position - 1])
        let isWordBehind = position < tag.count && ASCIISet.word.contains(tag[position])
        return switch assertion {
        case .textStart, .lineStart: position == 0
        case .textEnd, .lineEnd: position == tag.count
        case .wordBoundary: isWordBefore != isWordBehind
        case .noWordBoundary: isWordBefore == isWordBehind
        }
    }
}

extension PatternNode {
    /// Whether a piece that can be empty is repeated without limit.
    var repeatsEmptyText: Bool {
        if case .repetition(let inner, let count) = kind, count.maximum == nil, inner.canBeEmpty {
            return true
        }
        return children.contains(where: \.repeatsEmptyText)
    }
}
