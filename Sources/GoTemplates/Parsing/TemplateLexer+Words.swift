/// The words within an action.
extension TemplateLexer {
    mutating func takeWord() throws(LocatedFailure) {
        let start = position
        let rune = source.rune(at: position)
        switch rune.scalar {
        case " ", "\t", "\r", "\n": takeSpace()
        case "=": single(.assign)
        case "|": single(.pipe)
        case ",": single(.comma)
        case ":":
            guard starts(with: ":=", at: position) else {
                throw fail(.unexpected(token: "`:`", context: "an action"), at: start)
            }
            position += 2
            emit(.declare, from: start)
        case "\"": try takeQuoted(by: "\"", as: .string, what: "the string")
        case "'": try takeQuoted(by: "'", as: .character, what: "the character constant")
        case "`": try takeRawString()
        case "$": try takeName(as: .variable)
        case "(":
            openParentheses += 1
            single(.leftParenthesis)
        case ")":
            openParentheses -= 1
            guard openParentheses >= 0 else {
                throw fail(.unexpected(token: "`)`", context: "an action"), at: start)
            }
            single(.rightParenthesis)
        case "0"..."9", "+", "-": try takeNumber()
        case ".":
            let next = position + 1 < source.count ? source[position + 1] : 0
            if (0x30...0x39).contains(next) { try takeNumber() } else { try takeName(as: .field) }
        case let scalar where Self.isNamePart(scalar): try takeName(as: .identifier)
        case let scalar where scalar.isASCII && scalar.isGoPrintable: single(.other)
        case let scalar: throw fail(.badCharacter(scalar), at: start)
        }
    }

    private mutating func single(_ kind: TemplateToken.Kind) {
        position += 1
        emit(kind, from: position - 1)
    }

    /// Stops before a right delimiter with a trim marker, whose space belongs to it.
    private mutating func takeSpace() {
        let start = position
        while position < source.count, Self.isSpace(source[position]) {
            if position > start, rightDelimiterWidth(at: position) == 4 { break }
            position += 1
        }
        emit(.space, from: start)
    }

    private mutating func takeQuoted(
        by quote: Unicode.Scalar, as kind: TemplateToken.Kind, what: String
    ) throws(LocatedFailure) {
        let start = position
        position += 1
        while position < source.count, source[position] != 0x0A {
            let byte = source[position]
            position += 1
            if UInt32(byte) == quote.value { return emit(kind, from: start) }
            if byte == UInt8(ascii: "\\") {
                guard position < source.count, source[position] != 0x0A else { break }
                position = source.rune(at: position).range.upperBound
            }
        }
        throw fail(.unterminated(what), at: start)
    }

    private mutating func takeRawString() throws(LocatedFailure) {
        let start = position
        guard let end = source.firstOffset(of: Bytes("`"), from: start + 1) else {
            throw fail(.unterminated("the raw string"), at: start)
        }
        position = end + 1
        emit(.rawString, from: start)
    }

    /// A field, a variable, or an identifier; the first character is taken for granted.
    private mutating func takeName(as kind: TemplateToken.Kind) throws(LocatedFailure) {
        let start = position
        position = source.rune(at: position).range.upperBound
        while position < source.count {
            let rune = source.rune(at: position)
            guard Self.isNamePart(rune.scalar) else { break }
            position = rune.range.upperBound
        }
        guard isAtTerminator else {
            throw fail(.badCharacter(source.rune(at: position).scalar), at: position)
        }
        emit(Self.kind(of: kind, source[start..<position]), from: start)
    }

    private static func kind(
        of kind: TemplateToken.Kind, _ name: ArraySlice<UInt8>
    ) -> TemplateToken.Kind {
        let text = String(decoding: name, as: UTF8.self)
        if kind == .field, text == "." { return .dot }
        guard kind == .identifier else { return kind }
        if let keyword = TemplateToken.Keyword(rawValue: text) { return .keyword(keyword) }
        return switch text {
        case "true", "false": .boolean
        case "nil": .nothing
        default: .identifier
        }
    }

    /// Whether a name may end here.
    private var isAtTerminator: Bool {
        guard position < source.count else { return true }
        let byte = source[position]
        return Self.isSpace(byte) || ".,|:)(".utf8.contains(byte)
            || starts(with: dialect.rightDelimiter, at: position)
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.isGoLetter || scalar.isGoDigit
    }

    private mutating func takeNumber() throws(LocatedFailure) {
        let start = position
        let isNumber = scanNumber()
        var kind = TemplateToken.Kind.number
        if isNumber, position < source.count, "+-".utf8.contains(source[position]) {
            kind = .complex
            guard scanNumber(), source[position - 1] == UInt8(ascii: "i") else {
                throw fail(.badConstant(text(from: start)), at: start)
            }
        }
        guard isNumber else { throw fail(.badConstant(text(from: start)), at: start) }
        emit(kind, from: start)
    }

    private func text(from start: Int) -> String {
        String(decoding: source[start..<min(position, source.count)], as: UTF8.self)
    }

    /// Takes what may be a number; false if a name part follows.
    ///
    /// The parser judges the rest.
    private mutating func scanNumber() -> Bool {
        accept("+-")
        var digits = "0123456789_"
        if accept("0") {
            if accept("xX") {
                digits = "0123456789abcdefABCDEF_"
            } else if accept("oO") {
                digits = "01234567_"
            } else if accept("bB") {
                digits = "01_"
            }
        }
        while accept(digits) {}
        if accept(".") { while accept(digits) {} }
        let exponent = digits.utf8.count == 11 ? "eE" : digits.utf8.count == 23 ? "pP" : ""
        if accept(exponent) {
            accept("+-")
            while accept("0123456789_") {}
        }
        accept("i")
        guard position < source.count else { return true }
        let next = source.rune(at: position)
        guard Self.isNamePart(next.scalar) else { return true }
        position = next.range.upperBound
        return false
    }

    @discardableResult
    private mutating func accept(_ set: String) -> Bool {
        guard position < source.count, set.utf8.contains(source[position]) else { return false }
        position += 1
        return true
    }
}
