import TestSupport

/// Generates small patterns over the characters a, b, 0 and `-`.
struct RandomPatterns {
    private var generator: SeededGenerator
    private static let pieces = [
        "a", "b", "0", "-", "a", "b", "0", "-", ".", "[ab]", "[^a]", "[a0-]", "[^-]", "\\d", "\\w",
        "\\W", "\\D", "(?i:A)", "(?i:[A0])", "[[:alpha:]]", "\\pL", "\\P{L}", "\\-", "\\x61", "",
    ]
    private static let assertions = [
        "^", "$", "\\b", "\\B", "\\A", "\\z", "(?m:^)", "(?m:$)", "\\b", "\\B",
    ]
    private static let operators = [
        "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,3}", "{2,}", "{0}", "{1,3}?", "{2,}?",
    ]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> String {
        var pattern = choice(depth: 3)
        // Anchored patterns are common, and reject more tags.
        switch roll(4) {
        case 0: pattern = "^(?:\(pattern))$"
        case 1: pattern = "^" + pattern
        case 2: pattern += "$"
        default: break
        }
        return roll(8) == 0 ? "(?U)" + pattern : pattern
    }

    private mutating func choice(depth: Int) -> String {
        let count = roll(3) == 0 ? 2 + roll(2) : 1
        return (0..<count).map { _ in sequence(depth: depth) }.joined(separator: "|")
    }

    private mutating func sequence(depth: Int) -> String {
        (0..<roll(4)).map { _ in repeated(depth: depth) }.joined()
    }

    private mutating func repeated(depth: Int) -> String {
        if roll(8) == 0 { return Self.assertions[roll(Self.assertions.count)] }
        var piece = Self.pieces[roll(Self.pieces.count)]
        if depth > 0, roll(3) == 0 {
            piece = (roll(2) == 0 ? "(" : "(?:") + choice(depth: depth - 1) + ")"
        }
        guard !piece.isEmpty, roll(3) == 0 else { return piece }
        return piece + Self.operators[roll(Self.operators.count)]
    }

    private mutating func roll(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }
}
