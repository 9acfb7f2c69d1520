import RegularLanguages

extension Pattern {
    /// The condition on a tag for people, as the end of a sentence: `begin with …`.
    ///
    /// Nil if the pattern is too involved for words.
    ///
    /// Groups with a name are pointed out, and those of `groups`.
    func words(pointingOut groups: Set<Int> = []) -> String? {
        let words = PieceWords(groups: groups)
        if case .choice(let alternatives) = root.kind,
            alternatives.contains(where: \.endsAtTextEdge)
        {
            let sentences = alternatives.compactMap { Stretches($0.pieces).sentence(words) }
            guard sentences.count == alternatives.count else { return nil }
            return sentences.joined(separator: "; or that ")
        }
        return Stretches(root.pieces).sentence(words)
    }
}

/// A pattern cut at each `.*`: of its stretches the first begins the tag, if the pattern is
/// anchored there, the last ends it, and the others are between, in their order.
private struct Stretches {
    let isAnchoredAtStart: Bool
    let isAnchoredAtEnd: Bool
    /// None is empty.
    let stretches: [[PatternNode]]
    /// Whether there is nothing between the two ends of the tag.
    let isEmptyText: Bool

    init(_ pieces: [PatternNode]) {
        let head = pieces.prefix(while: \.isTextStart)
        let tail = pieces.dropFirst(head.count).reversed().prefix(while: \.isTextEnd)
        let inner = pieces.dropFirst(head.count).dropLast(tail.count)
        isAnchoredAtStart = !head.isEmpty && inner.first?.isAnything != true
        isAnchoredAtEnd = !tail.isEmpty && inner.last?.isAnything != true
        isEmptyText = inner.isEmpty && !head.isEmpty && !tail.isEmpty
        stretches = inner.split(whereSeparator: \.isAnything).map(Array.init)
    }

    func sentence(_ words: PieceWords) -> String? {
        if isEmptyText { return "are empty, which no tag is" }
        guard let first = stretches.first else { return "may be anything" }
        let texts = stretches.compactMap(words.sequence).filter { !$0.isEmpty }
        guard texts.count == stretches.count else { return nil }
        guard stretches.count > 1 else {
            return switch (isAnchoredAtStart, isAnchoredAtEnd) {
            case (true, true): (first.allSatisfy(\.isLiteral) ? "are " : "consist of ") + texts[0]
            case (true, false): "begin with " + texts[0]
            case (false, true): "end with " + texts[0]
            case (false, false): "contain \(texts[0]) anywhere"
            }
        }
        let verbs = texts.indices.map { index in
            if index == 0 { return isAnchoredAtStart ? "begin with" : "contain" }
            return index == texts.count - 1 && isAnchoredAtEnd
                ? "and after that end with"
                : "after that contain"
        }
        return zip(verbs, texts).map { "\($0) \($1)" }.joined(separator: ", ")
    }
}

extension PatternNode {
    fileprivate var endsAtTextEdge: Bool {
        pieces.first?.isTextStart == true || pieces.last?.isTextEnd == true
    }

    /// A tag is one line.
    fileprivate var isTextStart: Bool {
        kind == .assertion(.textStart) || kind == .assertion(.lineStart)
    }

    fileprivate var isTextEnd: Bool {
        kind == .assertion(.textEnd) || kind == .assertion(.lineEnd)
    }

    fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }

    /// Whether this is `.*`, or the like.
    fileprivate var isAnything: Bool {
        guard case .repetition(let inner, let count) = kind, count.minimum == 0,
            count.maximum == nil
        else { return false }
        return inner.tagCharacters == TagUniverse.characters
    }
}
