/// Finds a pattern in many texts, and reuses its memory.
///
/// Cost: at most the number of the program's steps times the length of the text. Small texts and
/// programs, whose pairs of step and position all fit in memory, are searched depth first, which
/// visits far fewer of them; others in lockstep, position by position.
package struct PatternMatcher {
    private let program: Program
    private let isAnchored: Bool
    private let firstBytes: ASCIISet?
    private let depthFirstLimit: Int
    private var depthFirst = DepthFirstSearch()

    /// - Parameter depthFirstLimit: The most pairs of step and position, of one bit each, that a
    ///   depth-first search may store.
    package init(_ pattern: Pattern, depthFirstLimit: Int = 1 << 25) {
        program = pattern.program
        isAnchored = program.isAnchored
        firstBytes = program.firstBytes
        self.depthFirstLimit = depthFirstLimit
    }

    /// Returns the leftmost match at or after `start`; of several there, the one that backtracking
    /// finds first.
    ///
    /// Assertions take the text before `start` into account.
    package mutating func firstMatch(in text: [UInt8], from start: Int = 0) -> PatternMatch? {
        let pairs = program.steps.count.multipliedReportingOverflow(by: text.count + 1)
        guard !pairs.overflow, pairs.partialValue <= depthFirstLimit else {
            return StepwiseSearch.firstMatch(of: program, in: text, from: start)
        }
        depthFirst.prepare(program, textLength: text.count)
        var start = start
        while start <= text.count {
            if mayStart(at: start, in: text),
                let match = depthFirst.match(of: program, in: text, from: start)
            {
                return match
            }
            if isAnchored { return nil }
            start += start < text.count ? UTF8Decoder.scalar(in: text, at: start).width : 1
        }
        return nil
    }

    private func mayStart(at position: Int, in text: [UInt8]) -> Bool {
        guard let firstBytes else { return true }
        return position < text.count && firstBytes.contains(text[position])
    }
}

extension Program {
    /// The bytes with which matches begin; nil if matches may be empty or begin with a character
    /// beyond ASCII, or if there are too many steps to visit.
    fileprivate var firstBytes: ASCIISet? {
        var result = ASCIISet()
        var pending = [start]
        var visited: [Place] = []
        while let place = pending.popLast() {
            if visited.contains(place) { continue }
            visited.append(place)
            if visited.count > 256 { return nil }
            switch steps[Int(place)] {
            case .match: return nil
            case .save(_, let next), .require(_, let next): pending.append(next)
            case .split(let first, let second): pending += [first, second]
            case .literal(let byte, _): result = result.union(ASCIISet(byte))
            case .take(let set, _):
                guard !sets[Int(set)].reachesBeyondASCII else { return nil }
                result = result.union(asciiSets[Int(set)])
            }
        }
        return result
    }
}

extension PatternAssertion {
    /// Whether the assertion is true at `position` of `text`.
    func holds(at position: Int, of text: [UInt8]) -> Bool {
        switch self {
        case .textStart: return position == 0
        case .textEnd: return position == text.count
        case .lineStart: return position == 0 || text[position - 1] == 0x0A
        case .lineEnd: return position == text.count || text[position] == 0x0A
        case .wordBoundary, .noWordBoundary:
            let before = position > 0 && ASCIISet.word.contains(text[position - 1])
            let after = position < text.count && ASCIISet.word.contains(text[position])
            return (before != after) == (self == .wordBoundary)
        }
    }
}
