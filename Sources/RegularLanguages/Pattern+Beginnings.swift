/// One of the literal prefixes with which a match of a pattern can begin.
package struct PatternBeginning: Hashable, Sendable {
    /// In lower case if the pattern ignores case.
    package let text: String
    /// The characters that can follow the text; empty if none can.
    package let next: ASCIISet

    /// Whether tags with this prefix can begin with `word` followed by a separator or by nothing.
    package func begins(withWord word: String) -> Bool {
        guard text.hasPrefix(word) else { return false }
        if let byte = text.utf8.dropFirst(word.utf8.count).first {
            return ASCIISet.wordSeparators.contains(byte)
        }
        return next.isEmpty || !next.intersection(.wordSeparators).isEmpty
    }
}

extension ASCIISet {
    /// The characters between the words of a tag.
    package static let wordSeparators = ASCIISet(charactersOf: "-_.")
}

extension Pattern {
    /// The literal prefixes of all possible matches, whether or not the pattern begins with `^`;
    /// nil if there are too many.
    package var beginnings: [PatternBeginning]? {
        var walk = BeginningWalk(root)
        return walk.run()
    }
}

/// Follows a pattern from its start until the next character is no longer a literal.
private struct BeginningWalk {
    private struct Path {
        var text = ""
        /// The pieces after the text, the next one last.
        var rest: [PatternNode]
    }

    /// In pieces visited, including those that a choice copies.
    private static let budget = 10_000

    private var paths: [Path]
    private var found: [PatternBeginning] = []
    private var budget = Self.budget

    init(_ root: PatternNode) {
        paths = [Path(rest: [root])]
    }

    mutating func run() -> [PatternBeginning]? {
        while var path = paths.popLast() {
            while let piece = path.rest.popLast() {
                budget -= 1 + piece.children.count
                guard budget > 0 else { return nil }
                guard take(piece, on: &path) else { break }
                if path.rest.isEmpty { end(path, next: TagUniverse.characters) }
            }
        }
        return found
    }

    /// Adds a piece to the path, or ends the path and returns false.
    private mutating func take(_ piece: PatternNode, on path: inout Path) -> Bool {
        switch piece.kind {
        case .empty: break
        case .assertion(.textEnd):
            end(path, next: ASCIISet())
            return false
        case .assertion: break
        case .literal(let point, let ignoresCase):
            guard let scalar = Unicode.Scalar(point) else { return false }
            path.text += ignoresCase ? String(scalar).lowercased() : String(scalar)
        case .capture(_, _, let inner): path.rest.append(inner)
        case .sequence(let pieces): path.rest += pieces.reversed()
        case .choice(let pieces):
            branch(path, into: pieces.map { [$0] })
            return false
        case .repetition(let inner, let count) where count.maximum == 1:
            branch(path, into: count.minimum == 0 ? [[], [inner]] : [[inner]])
            return false
        case .repetition(let inner, let count):
            let next = inner.shape?.characters ?? ASCIISet()
            end(path, next: count.minimum == 0 ? TagUniverse.characters : next)
            return false
        case .anyScalar, .set:
            end(path, next: piece.shape?.characters ?? ASCIISet())
            return false
        }
        return true
    }

    private mutating func branch(_ path: Path, into choices: [[PatternNode]]) {
        for choice in choices {
            budget -= path.rest.count
            let branch = Path(text: path.text, rest: path.rest + choice)
            if branch.rest.isEmpty {
                end(branch, next: TagUniverse.characters)
            } else {
                paths.append(branch)
            }
        }
    }

    private mutating func end(_ path: Path, next: ASCIISet) {
        found.append(PatternBeginning(text: path.text, next: next))
    }
}
