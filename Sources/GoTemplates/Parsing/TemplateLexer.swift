/// Cuts a template into tokens as Go 1.26's `text/template/parse` does.
///
/// ```
/// template = {text | action | comment}
/// action   = "{{" ["-" space] {space | word} [space "-"] "}}"
/// comment  = "{{" ["-" space] "/*" … "*/" [space "-"] "}}"
/// ```
/// A trim marker takes the white space of the text beside it. The delimiters are the dialect's.
struct TemplateLexer {
    let source: Bytes
    let dialect: TemplateDialect
    var position = 0
    private(set) var tokens: [TemplateToken] = []
    var openParentheses = 0
    /// Ends the tokens with a `failure`.
    private(set) var failure: LocatedFailure?

    /// The last token is an `end` or a `failure`.
    static func tokens(
        of source: Bytes, in dialect: TemplateDialect
    ) -> (tokens: [TemplateToken], failure: LocatedFailure?) {
        var lexer = TemplateLexer(source: source, in: dialect)
        do throws(LocatedFailure) {
            try lexer.run()
        } catch {
            lexer.failure = error
            lexer.emit(.failure, from: lexer.position)
        }
        return (lexer.tokens, lexer.failure)
    }

    private init(source: Bytes, in dialect: TemplateDialect) {
        self.source = source
        self.dialect = dialect
    }

    mutating func emit(_ kind: TemplateToken.Kind, from start: Int) {
        tokens.append(TemplateToken(kind: kind, range: start..<position))
    }

    func fail(_ reason: TemplateError.Reason, at offset: Int) -> LocatedFailure {
        LocatedFailure(stage: .parse, reason: reason, offset: offset)
    }

    func starts(with text: StaticString, at offset: Int) -> Bool {
        offset + text.utf8CodeUnitCount <= source.count
            && source[offset..<offset + text.utf8CodeUnitCount].elementsEqual(text.description.utf8)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }

    private mutating func run() throws(LocatedFailure) {
        let left = Bytes(dialect.leftDelimiter.description)
        while position < source.count {
            guard let delimiter = source.firstOffset(of: left, from: position) else {
                let start = position
                position = source.count
                emit(.text, from: start)
                break
            }
            takeText(until: delimiter)
            try takeAction()
        }
        emit(.end, from: position)
    }

    private mutating func takeText(until delimiter: Int) {
        let start = position
        position = delimiter
        if hasLeftTrimMarker(at: delimiter + 2) {
            while position > start, Self.isSpace(source[position - 1]) { position -= 1 }
        }
        if position > start { emit(.text, from: start) }
        position = delimiter
    }

    private mutating func takeAction() throws(LocatedFailure) {
        let start = position
        let isTrimmed = hasLeftTrimMarker(at: position + 2)
        position += isTrimmed ? 4 : 2
        if starts(with: "/*", at: position) { return try takeComment(from: start) }
        tokens.append(TemplateToken(kind: .leftDelimiter, range: start..<start + 2))
        openParentheses = 0
        while true {
            if let width = rightDelimiterWidth(at: position) {
                guard openParentheses == 0 else {
                    throw fail(.unterminated("a parenthesis"), at: start)
                }
                return takeRightDelimiter(width: width)
            }
            guard position < source.count else {
                throw fail(.unterminated("the action"), at: start)
            }
            try takeWord()
        }
    }

    private mutating func takeComment(from start: Int) throws(LocatedFailure) {
        guard let end = source.firstOffset(of: Bytes("*/"), from: position + 2) else {
            throw fail(.unterminated("the comment"), at: start)
        }
        guard let width = rightDelimiterWidth(at: end + 2) else {
            throw fail(
                .unexpected(token: "text", context: "an action after a comment"), at: end + 2)
        }
        position = end + 2
        skipRightDelimiter(width: width)
    }

    private mutating func takeRightDelimiter(width: Int) {
        let start = position + width - 2
        tokens.append(TemplateToken(kind: .rightDelimiter, range: start..<start + 2))
        skipRightDelimiter(width: width)
    }

    private mutating func skipRightDelimiter(width: Int) {
        position += width
        guard width == 4 else { return }
        while position < source.count, Self.isSpace(source[position]) { position += 1 }
    }

    private func hasLeftTrimMarker(at offset: Int) -> Bool {
        offset + 1 < source.count && source[offset] == UInt8(ascii: "-")
            && Self.isSpace(source[offset + 1])
    }

    /// 2 for a delimiter, 4 for one with a trim marker.
    func rightDelimiterWidth(at offset: Int) -> Int? {
        guard offset < source.count else { return nil }
        if Self.isSpace(source[offset]), offset + 1 < source.count,
            source[offset + 1] == UInt8(ascii: "-"),
            starts(with: dialect.rightDelimiter, at: offset + 2)
        {
            return 4
        }
        return starts(with: dialect.rightDelimiter, at: offset) ? 2 : nil
    }
}
