/// The word that was probably meant.
package enum Suggestion {
    /// Longer words are not compared, because that would cost too much.
    private static let lengthLimit = 64

    /// The candidate that the fewest slips turn into `word`, case aside; the first of equals.
    ///
    /// A slip is a character added, left out or mistaken, or two neighbours swapped. One slip for
    /// every three characters is allowed; a word with more of them means something else.
    package static func nearest(
        to word: String, among candidates: some Sequence<String>
    ) -> String? {
        let scalars = Array(word.lowercased().unicodeScalars)
        guard scalars.count <= lengthLimit else { return nil }
        let allowed = max(1, scalars.count / 3)
        let slips = candidates.map { candidate in
            (candidate, slipCount(scalars, Array(candidate.lowercased().unicodeScalars)))
        }
        let nearest = slips.min { $0.1 < $1.1 }
        return nearest.flatMap { $0.1 <= allowed ? $0.0 : nil }
    }

    /// Whether one word is the other with one slip in it.
    package static func isOneSlip(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count <= lengthLimit, right.utf8.count <= lengthLimit else { return false }
        return slipCount(Array(left.unicodeScalars), Array(right.unicodeScalars)) == 1
    }

    /// Whether two names have anything in common that may be more than chance: few slips between
    /// them, or half of the shorter one as the beginning or the end of both.
    package static func isAlike(_ left: String, _ right: String) -> Bool {
        let beginning = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        let end = zip(left.utf8.reversed(), right.utf8.reversed()).prefix { $0 == $1 }.count
        return 2 * max(beginning, end) >= min(left.utf8.count, right.utf8.count)
            || nearest(to: left, among: [right]) != nil
    }

    /// The optimal string alignment distance.
    static func slipCount(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var least = min(
                    last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
