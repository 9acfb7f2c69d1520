import SourceText

/// Parses the text of a constraint.
///
/// ```
/// constraint = group {"||" group}
/// group      = blanks comparison {separator comparison} blanks
/// separator  = blanks "," blanks | at least one blank
/// comparison = [operator] blanks version
/// version    = ["v"] part ["." part] ["." part] ["-" identifiers] ["+" identifiers]
/// part       = {digit | "x" | "X" | "*" | "|"}       ; at least one
/// ```
/// Before parsing, `A - B` becomes `>= A, <= B `. Source: Masterminds/semver v3.5.0,
/// `NewConstraint` and its regular expressions, which allow a `|` in a part; so `1||2 - 3` is an
/// error.
struct VersionConstraintParser {
    private let text: RewrittenText
    /// The end of the current group.
    private let end: Int
    private var offset: Int

    static func groups(
        of text: String
    ) throws(VersionConstraintError) -> [VersionConstraint.Group] {
        let count = text.utf8.count
        let limit = VersionConstraint.maximumLength
        guard count <= limit else {
            throw VersionConstraintError(.tooLong(count: count, limit: limit), at: limit..<count)
        }
        let rewritten = RewrittenText(rewritingHyphensIn: text)
        let ranges = rewritten.rangesBetweenDoubleBars()
        guard ranges.count <= VersionConstraint.maximumGroups else {
            let limit = VersionConstraint.maximumGroups
            throw VersionConstraintError(
                .tooManyGroups(count: ranges.count, limit: limit),
                at: rewritten.sourceRange(ranges[limit].lowerBound..<rewritten.bytes.count))
        }
        var groups: [VersionConstraint.Group] = []
        for range in ranges {
            var parser = VersionConstraintParser(rewritten, range)
            groups.append(VersionConstraint.Group(comparisons: try parser.comparisons()))
        }
        return groups
    }

    private init(_ text: RewrittenText, _ range: Range<Int>) {
        self.text = text
        end = range.upperBound
        offset = range.lowerBound
    }

    private mutating func comparisons() throws(VersionConstraintError) -> [VersionComparison] {
        let start = offset
        skipBlanks()
        guard offset < end else { throw error(.emptyGroup, start..<end) }
        var comparisons = [try comparison()]
        while true {
            let versionEnd = offset
            skipBlanks()
            guard offset < end else { return comparisons }
            if text.bytes[offset] == UInt8(ascii: ",") {
                offset += 1
                skipBlanks()
            } else if offset == versionEnd {
                throw unexpected()
            }
            comparisons.append(try comparison())
        }
    }

    private mutating func comparison() throws(VersionConstraintError) -> VersionComparison {
        let start = offset
        let symbols = text.bytes[offset..<end].prefix { "=!<>~^".utf8.contains($0) }
        let symbol = String(decoding: symbols, as: UTF8.self)
        guard let `operator` = VersionComparison.Operator(rawValue: symbol) else {
            throw error(.unknownOperator(symbol), symbols.indices)
        }
        offset = symbols.endIndex
        skipBlanks()
        let (bound, wildcard) = try version()
        let written = String(decoding: text.bytes[start..<offset], as: UTF8.self)
        return VersionComparison(`operator`, bound, wildcard: wildcard, text: written)
    }

    private mutating func version() throws(VersionConstraintError) -> (
        Precedence, VersionComparison.Wildcard
    ) {
        guard offset < end else { throw error(.expectedVersion, offset..<end) }
        guard let scanned = ScannedVersion(text.bytes[offset..<end]) else { throw unexpected() }
        offset = scanned.range.upperBound
        let texts = scanned.parts.map { String(decoding: text.bytes[$0], as: UTF8.self) }
        let known = texts.prefix { !["x", "X", "*"].contains($0) }
        for (part, range) in zip(known, scanned.parts) where !part.utf8.allSatisfy(\.isDigit) {
            throw error(.malformedNumber(part), range)
        }
        let canonical =
            known.count == 3
            ? String(decoding: text.bytes[scanned.range], as: UTF8.self)
            : (known + repeatElement("0", count: 3 - known.count)).joined(separator: ".")
                + String(decoding: text.bytes[scanned.preRelease], as: UTF8.self)
        do {
            let version = try Version(canonical)
            return (version.precedence, [.major, .minor, .patch, .none][known.count])
        } catch {
            throw self.error(.invalidVersion(error.reason), scanned.range)
        }
    }

    private mutating func skipBlanks() {
        while offset < end, text.bytes[offset].isBlank { offset += 1 }
    }

    private func unexpected() -> VersionConstraintError {
        guard offset < end else { return error(.expectedVersion, offset..<end) }
        let character = text.bytes[offset..<end].firstScalar
        return error(
            .unexpectedCharacter(character), offset..<min(end, offset + character.utf8.count))
    }

    private func error(
        _ reason: VersionConstraintError.Reason, _ range: Range<Int>
    ) -> VersionConstraintError {
        VersionConstraintError(reason, at: text.sourceRange(range))
    }
}

extension UInt8 {
    /// Whether `\s` matches the byte in Go.
    var isBlank: Bool { "\t\n\u{0C}\r ".utf8.contains(self) }
}
