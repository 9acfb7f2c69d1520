/// Parses patterns with the syntax of Go 1.26's `regexp/syntax` with the flags `Perl`.
///
///     choice     = sequence { "|" sequence }
///     sequence   = { piece [ repetition ] }
///     repetition = ( "*" | "+" | "?" | "{" count [ "," [ count ] ] "}" ) [ "?" ]
///     piece      = "^" | "$" | "." | class | group | escape | scalar
///     group      = "(" choice ")" | "(?P<" name ">" choice ")" | "(?<" name ">" choice ")"
///                | "(?" [ flags ] ":" choice ")" | "(?" [ flags ] ")"
///     flags      = { "i" | "m" | "s" | "U" } [ "-" { "i" | "m" | "s" | "U" } ]
///
/// A brace that begins no count is a character. Open groups are on an explicit stack, so that no
/// input exhausts the call stack.
struct PatternParser {
    typealias Reason = PatternError.Reason

    /// The flags i, m, s and U.
    struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotMatchesNewline = false
        var prefersFewer = false
    }

    /// An open group; the first is the pattern itself.
    struct OpenGroup {
        let start: Int
        /// Nil if it captures nothing.
        let number: Int?
        let outerFlags: Flags
        var alternatives: [MeasuredNode] = []
        var pieces: [MeasuredNode] = []
        /// The start of the current alternative.
        var alternativeStart: Int
    }

    let bytes: [UInt8]
    var offset = 0
    var flags = Flags()
    var groups: [OpenGroup]
    /// By number; 0 is the whole pattern and has no name.
    var groupNames: [String?] = [nil]
    /// Whether a search has found no further `:]`, so that it is not repeated.
    var hasNoMorePOSIXEnds = false
    /// The start of the repetition operator that was just read, if any.
    private var precedingRepetition: Int?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        groups = [OpenGroup(start: 0, number: nil, outerFlags: Flags(), alternativeStart: 0)]
    }

    /// Parses the whole pattern.
    mutating func parse() throws(PatternError) -> PatternNode {
        while let byte = peek() {
            let preceding = precedingRepetition
            precedingRepetition = nil
            switch byte {
            case UInt8(ascii: "("): try openGroup()
            case UInt8(ascii: ")"): try closeGroup()
            case UInt8(ascii: "|"): try closeAlternative()
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
                try repeatLast(byte, after: preceding)
            case UInt8(ascii: "{"): try repeatCounted(after: preceding)
            default: try parsePiece(byte)
            }
        }
        guard groups.count == 1 else {
            let start = groups[groups.count - 1].start
            throw PatternError(.missingClosingParenthesis, at: start..<start + 1)
        }
        return try finishGroup().node
    }

    private mutating func parsePiece(_ byte: UInt8) throws(PatternError) {
        let start = offset
        switch byte {
        case UInt8(ascii: "["): try append(.set(parseClass()), from: start)
        case UInt8(ascii: "\\"): try parseEscapedPiece()
        case UInt8(ascii: "^"):
            offset += 1
            try append(.assertion(flags.isMultiline ? .lineStart : .textStart), from: start)
        case UInt8(ascii: "$"):
            offset += 1
            try append(.assertion(flags.isMultiline ? .lineEnd : .textEnd), from: start)
        case UInt8(ascii: "."):
            offset += 1
            try append(.anyScalar(matchesNewline: flags.dotMatchesNewline), from: start)
        default:
            let point = try nextScalar()
            try append(.literal(point, ignoresCase: flags.ignoresCase), from: start)
        }
    }

    /// Adds a piece that began at `start` and ends here.
    mutating func append(_ kind: PatternNode.Kind, from start: Int) throws(PatternError) {
        try append(MeasuredNode(PatternNode(kind, at: start..<offset), of: []))
    }

    mutating func append(_ piece: MeasuredNode) throws(PatternError) {
        try piece.checkLimits()
        let last = groups.count - 1
        if groups[last].pieces.isEmpty { groups[last].pieces.reserveCapacity(16) }
        groups[last].pieces.append(piece)
    }

    // MARK: Groups

    mutating func closeAlternative() throws(PatternError) {
        let alternative = try finishAlternative()
        offset += 1
        groups[groups.count - 1].alternatives.append(alternative)
        groups[groups.count - 1].pieces = []
        groups[groups.count - 1].alternativeStart = offset
    }

    private mutating func closeGroup() throws(PatternError) {
        guard groups.count > 1 else {
            throw PatternError(.unexpectedClosingParenthesis, at: offset..<offset + 1)
        }
        let content = try finishGroup()
        let group = groups.removeLast()
        offset += 1
        flags = group.outerFlags
        let whole = group.start..<offset
        guard let number = group.number else { return try append(content.moved(to: whole)) }
        let kind = PatternNode.Kind.capture(
            number: number, name: groupNames[number], content.node)
        try append(MeasuredNode(PatternNode(kind, at: whole), of: [content]))
    }

    private mutating func finishGroup() throws(PatternError) -> MeasuredNode {
        let last = try finishAlternative()
        let alternatives = groups[groups.count - 1].alternatives + [last]
        guard alternatives.count > 1 else { return last }
        return MeasuredNode(joining: alternatives, as: PatternNode.Kind.choice)
    }

    private func finishAlternative() throws(PatternError) -> MeasuredNode {
        let group = groups[groups.count - 1]
        switch group.pieces.count {
        case 0:
            return MeasuredNode(PatternNode(.empty, at: group.alternativeStart..<offset), of: [])
        case 1: return group.pieces[0]
        default:
            let sequence = MeasuredNode(joining: group.pieces, as: PatternNode.Kind.sequence)
            try sequence.checkLimits()
            return sequence
        }
    }

    // MARK: Repetitions

    private mutating func repeatLast(
        _ symbol: UInt8, after preceding: Int?
    ) throws(PatternError) {
        let start = offset
        offset += 1
        let minimum = symbol == UInt8(ascii: "+") ? 1 : 0
        let maximum = symbol == UInt8(ascii: "?") ? 1 : nil
        try repeatLast(minimum, maximum, from: start, after: preceding)
    }

    private mutating func repeatCounted(after preceding: Int?) throws(PatternError) {
        let start = offset
        guard let (minimum, maximum) = parseCounts() else {
            offset += 1
            let kind = PatternNode.Kind.literal(0x7B, ignoresCase: flags.ignoresCase)
            return try append(kind, from: start)
        }
        let limit = MeasuredNode.repeatLimit
        guard minimum <= limit, (maximum ?? 0) <= limit, minimum <= maximum ?? minimum else {
            throw invalidCount(from: start)
        }
        try repeatLast(minimum, maximum, from: start, after: preceding)
    }

    private mutating func repeatLast(
        _ minimum: Int, _ maximum: Int?, from start: Int, after preceding: Int?
    ) throws(PatternError) {
        var isGreedy = !flags.prefersFewer
        if skip("?") { isGreedy.toggle() }
        if let preceding { throw error(Reason.stackedRepetition, from: preceding) }
        guard let inner = groups[groups.count - 1].pieces.popLast() else {
            throw error(Reason.nothingToRepeat, from: start)
        }
        let count = Repetition(minimum: minimum, maximum: maximum, isGreedy: isGreedy)
        let whole = inner.node.range.lowerBound..<offset
        let node = PatternNode(.repetition(inner.node, count), at: whole)
        guard MeasuredNode.allowsCounts(of: node) else { throw invalidCount(from: start) }
        try append(MeasuredNode(node, of: [inner]))
        precedingRepetition = start
    }

    private func invalidCount(from start: Int) -> PatternError {
        error({ .invalidRepeatCount(operator: $0, limit: MeasuredNode.repeatLimit) }, from: start)
    }

    /// Parses `{2}`, `{2,}` or `{2,3}`; returns nil, and reads nothing, if there is no count.
    private mutating func parseCounts() -> (minimum: Int, maximum: Int?)? {
        let start = offset
        offset += 1
        if let minimum = parseCount() {
            var maximum: Int? = minimum
            if skip(",") { maximum = peek() == UInt8(ascii: "}") ? nil : parseCount() ?? -1 }
            if maximum != -1, skip("}") { return (minimum, maximum) }
        }
        offset = start
        return nil
    }

    /// Parses a decimal number without leading zeros; values are capped far above the limit.
    private mutating func parseCount() -> Int? {
        let start = offset
        var value = 0
        while let byte = peek(), ASCIISet.digits.contains(byte) {
            value = min(value * 10 + Int(byte & 0x0F), 1_000_000)
            offset += 1
        }
        let hasLeadingZero = offset - start > 1 && bytes[start] == UInt8(ascii: "0")
        return offset == start || hasLeadingZero ? nil : value
    }
}
