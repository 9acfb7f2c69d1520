/// A piece of a pattern with its measures, which Go limits.
///
/// The measures follow `checkLimits` and `repeatIsValid` of Go's `regexp/syntax`.
struct MeasuredNode {
    /// The maximum height of the tree.
    static let heightLimit = 1000
    /// The maximum of counts, and of products of nested counts.
    static let repeatLimit = 1000
    /// The maximum of steps with repetitions expanded: 128 MB at Go's 40 bytes each.
    static let sizeLimit = (128 << 20) / 40

    private(set) var node: PatternNode
    /// The height of Go's tree, in which strings and choices of characters are one node.
    let height: Int
    /// The number of steps with repetitions expanded.
    let size: Int

    /// Measures `node`, whose children are `inner`.
    init(_ node: PatternNode, of inner: [MeasuredNode]) {
        self.node = node
        height = Self.height(of: node, inner)
        size = Self.size(of: node, inner)
    }

    init(joining parts: [MeasuredNode], as kind: ([PatternNode]) -> PatternNode.Kind) {
        let start = parts[0].node.range.lowerBound
        let end = parts[parts.count - 1].node.range.upperBound
        self.init(PatternNode(kind(parts.map(\.node)), at: start..<end), of: parts)
    }

    /// Returns the same piece with the range of the parentheses around it.
    func moved(to range: Range<Int>) -> MeasuredNode {
        var copy = self
        copy.node = PatternNode(node.kind, at: range)
        return copy
    }

    func checkLimits() throws(PatternError) {
        if height > Self.heightLimit {
            throw PatternError(.nestsTooDeeply(limit: Self.heightLimit), at: node.range)
        }
        if size > Self.sizeLimit {
            throw PatternError(.tooLarge(limit: Self.sizeLimit), at: node.range)
        }
    }

    private static func height(of node: PatternNode, _ inner: [MeasuredNode]) -> Int {
        let highest = inner.reduce(0) { max($0, $1.height) }
        switch node.kind {
        case .sequence(let pieces) where pieces.allSatisfy(\.isLiteral): return 1
        case .choice(let pieces) where pieces.allSatisfy({ $0.characters != nil }): return 1
        default: return highest + 1
        }
    }

    private static func size(of node: PatternNode, _ inner: [MeasuredNode]) -> Int {
        let total = inner.reduce(0) { $0 + $1.size }
        switch node.kind {
        case .capture: return total + 2
        case .choice(let pieces): return total + pieces.count - 1
        case .repetition(_, let count):
            if let maximum = count.maximum {
                return max(1, maximum * total + maximum - count.minimum)
            }
            return count.minimum == 0 ? total + 2 : count.minimum * total + 1
        default: return max(1, total)
        }
    }

    /// Whether a repetition's count, multiplied by those inside of it, is within the limit.
    ///
    /// Cost: linear in the tree, but only for counts of 2 and more, which can be nested at most
    /// nine deep.
    static func allowsCounts(of node: PatternNode) -> Bool {
        guard case .repetition(_, let count) = node.kind,
            count.minimum >= 2 || (count.maximum ?? 0) >= 2
        else { return true }
        return allowsCounts(of: node, budget: repeatLimit)
    }

    private static func allowsCounts(of node: PatternNode, budget: Int) -> Bool {
        var rest = budget
        if case .repetition(_, let count) = node.kind {
            let factor = count.maximum ?? count.minimum
            if count.maximum == 0 { return true }
            if factor > budget { return false }
            if factor > 0 { rest /= factor }
        }
        return node.children.allSatisfy { allowsCounts(of: $0, budget: rest) }
    }
}

extension PatternNode {
    fileprivate var isLiteral: Bool {
        if case .literal = kind { true } else { false }
    }
}
