extension PatternParser {
    /// Parses a class in brackets.
    ///
    ///     class = "[" [ "^" ] item { item } "]"
    ///     item  = "[:" [ "^" ] name ":]" | class escape | character [ "-" character ]
    ///
    /// As the first item, `]` is a character.
    mutating func parseClass() throws(PatternError) -> ScalarSet {
        let start = offset
        offset += 1
        let isNegated = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        var classes: [ScalarClass] = []
        var isFirst = true
        while isFirst || peek() != UInt8(ascii: "]") {
            isFirst = false
            if let named = try parsePOSIXClass() {
                classes.append(named)
            } else if let named = try parseClassEscape() {
                classes.append(named)
            } else {
                ranges.append(try parseClassRange(classStart: start))
            }
        }
        offset += 1
        return ScalarSet(
            ranges: ranges, classes: classes, ignoresCase: flags.ignoresCase,
            isNegated: isNegated)
    }

    /// Parses `[:name:]`; returns nil, and reads nothing, if there is none.
    private mutating func parsePOSIXClass() throws(PatternError) -> ScalarClass? {
        guard isAt("[:"), !hasNoMorePOSIXEnds else { return nil }
        guard let end = firstOffset(of: ":]", from: offset + 2) else {
            hasNoMorePOSIXEnds = true
            return nil
        }
        let start = offset
        let name = text(offset + 2..<end)
        offset = end + 2
        guard let named = ScalarClass(posixName: name) else {
            throw error(Reason.unknownClass, from: start)
        }
        return named
    }

    private mutating func parseClassRange(
        classStart: Int
    ) throws(PatternError) -> ClosedRange<UInt32> {
        let start = offset
        let lower = try parseClassCharacter(classStart: classStart)
        guard isAt("-"), offset + 1 < bytes.count, bytes[offset + 1] != UInt8(ascii: "]") else {
            return lower...lower
        }
        offset += 1
        let upper = try parseClassCharacter(classStart: classStart)
        guard lower <= upper else { throw error(Reason.invalidRange, from: start) }
        return lower...upper
    }

    private mutating func parseClassCharacter(classStart: Int) throws(PatternError) -> UInt32 {
        guard let byte = peek() else {
            throw PatternError(.missingClosingBracket, at: classStart..<bytes.count)
        }
        return byte == UInt8(ascii: "\\") ? try parseEscape() : try nextScalar()
    }
}
