/// Reads a glob.
///
/// ```
/// glob     = sequence
/// sequence = { "/" | "**" | "*" | "?" | class | choice | "\" any | other }
/// choice   = "{" sequence { "," sequence } "}"
/// class    = "[" [ "!" | "^" ] member { member } "]"
/// member   = character [ "-" character ]        ; a character may be "\" any
/// ```
/// Braces are expanded first, so no other code sees them.
struct GlobParser {
    /// In characters and members of classes, with the braces written out.
    static let lengthLimit = 1_024
    static let depthLimit = 16

    private let source: String
    private let scalars: String.UnicodeScalarView
    private var position: String.Index

    init(_ source: String) {
        self.source = source
        scalars = source.unicodeScalars
        position = source.startIndex
    }

    /// The glob once for each choice of its braces.
    mutating func parse() throws(GlobError) -> [[GlobToken]] {
        guard source.utf8.count <= Self.lengthLimit else {
            throw GlobError(.tooLong(limit: Self.lengthLimit), at: Self.lengthLimit)
        }
        if peek == "!" { throw GlobError(.negation, at: 0) }
        return try sequence(depth: 0)
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? {
        position < scalars.endIndex ? scalars[position] : nil
    }

    private var offset: Int { source.utf8.distance(from: source.startIndex, to: position) }

    private mutating func advance() {
        position = scalars.index(after: position)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        advance()
        return true
    }

    /// The next character, or the one that a backslash in front makes an ordinary one.
    private mutating func character() throws(GlobError) -> Unicode.Scalar? {
        let start = offset
        let isEscaped = take("\\")
        guard let scalar = peek else {
            if isEscaped { throw GlobError(.trailingBackslash, at: start) }
            return nil
        }
        advance()
        return scalar
    }

    // MARK: Productions

    /// All ways to write the text up to the end, or inside of braces up to `,` or `}`.
    private mutating func sequence(depth: Int) throws(GlobError) -> [[GlobToken]] {
        var ways: [[GlobToken]] = [[]]
        while let next = peek, depth == 0 || (next != "," && next != "}") {
            let start = offset
            let endings = next == "{" ? try choice(depth: depth) : [[try token()]]
            let length = endings.count * ways.totalLength + ways.count * endings.totalLength
            guard length <= Self.lengthLimit else {
                throw GlobError(.tooLong(limit: Self.lengthLimit), at: start)
            }
            ways = ways.flatMap { way in endings.map { way + $0 } }
        }
        return ways
    }

    private mutating func choice(depth: Int) throws(GlobError) -> [[GlobToken]] {
        let start = offset
        guard depth < Self.depthLimit else {
            throw GlobError(.nestsTooDeeply(limit: Self.depthLimit), at: start)
        }
        advance()
        var ways = try sequence(depth: depth + 1)
        while take(",") { ways += try sequence(depth: depth + 1) }
        guard take("}") else { throw GlobError(.missingClosingBrace, at: start) }
        return ways
    }

    private mutating func token() throws(GlobError) -> GlobToken {
        let start = offset
        if take("/") { return GlobToken(.slash, at: start) }
        if take("*") {
            let isDouble = take("*")
            return GlobToken(isDouble ? .doubleStar : .element(.anyText), at: start)
        }
        if take("}") { throw GlobError(.unexpectedClosingBrace, at: start) }
        if take("?") { return GlobToken(.element(.anyCharacter), at: start) }
        if take("[") {
            return GlobToken(.element(try characterClass(from: start)), at: start)
        }
        guard let scalar = try character() else {
            preconditionFailure("a token begins before the end")
        }
        // A slash separates parts even behind a backslash.
        return GlobToken(scalar == "/" ? .slash : .element(.character(scalar)), at: start)
    }

    private mutating func characterClass(
        from start: Int
    ) throws(GlobError) -> GlobPattern.Element {
        let isNegated = take("!") || take("^")
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while !take("]") {
            let memberOffset = offset
            guard let lower = try character() else {
                throw GlobError(.missingClosingBracket, at: start)
            }
            let upper = try upperBound() ?? lower
            if lower == "/" || upper == "/" { throw GlobError(.slashInClass, at: memberOffset) }
            guard lower <= upper else {
                throw GlobError(.invalidRange("\(lower)-\(upper)"), at: memberOffset)
            }
            ranges.append(lower...upper)
        }
        if ranges.isEmpty { throw GlobError(.emptyClass, at: start) }
        return .oneOf(ranges, isNegated: isNegated)
    }

    /// The end of a range; nil where the hyphen is missing or is at the end of the class.
    private mutating func upperBound() throws(GlobError) -> Unicode.Scalar? {
        guard peek == "-" else { return nil }
        let hyphen = position
        advance()
        if peek == "]" {
            position = hyphen
            return nil
        }
        return try character()
    }
}

/// A token of a glob whose braces have been expanded.
struct GlobToken {
    enum Kind {
        case slash
        case doubleStar
        case element(GlobPattern.Element)
    }

    let kind: Kind
    /// UTF-8 offset within the glob.
    let offset: Int

    fileprivate var length: Int {
        if case .element(.oneOf(let ranges, _)) = kind { ranges.count } else { 1 }
    }

    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension [[GlobToken]] {
    /// The cost of comparing a character with all members; an empty class counts as one.
    fileprivate var totalLength: Int {
        reduce(0) { length, tokens in tokens.reduce(length + 1) { $0 + $1.length } }
    }
}
