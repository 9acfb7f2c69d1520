/// Reads a template as Go 1.26's `text/template/parse` does, with Flux's functions.
///
/// ```
/// list     = {text | "{{" action "}}"}
/// action   = pipeline | "break" | "continue" | "template" string [pipeline]
///          | ("if" | "with" | "range") pipeline "}}" list [else] "{{" "end"
///          | "block" string pipeline "}}" list "{{" "end"
///          | "define" string "}}" list "{{" "end"            ; at the top only
/// else     = "{{" "else" ["if" | "with"] …
/// pipeline = [variable ["," variable] (":=" | "=")] command {"|" command}
/// command  = operand {space operand}
/// operand  = term {field}
/// term     = "." | field | variable | function | constant | "(" pipeline ")"
/// ```
struct TemplateParser {
    let source: Bytes
    let dialect: TemplateDialect
    private let tokens: [TemplateToken]
    private let lexerFailure: LocatedFailure?
    private var index = 0
    var depth = 0
    var rangeDepth = 0
    var variables = ["$"]
    var definitions: [Bytes: [TemplateNode]] = [:]
    /// The names of functions of which only the signatures are known.
    var functionsNotRendered: Set<String> = []

    init(_ source: Bytes, in dialect: TemplateDialect) throws(LocatedFailure) {
        guard source.count <= TemplateLimits.source else {
            let reason = TemplateError.Reason.tooLong(
                bytes: source.count, limit: TemplateLimits.source)
            throw LocatedFailure(stage: .parse, reason: reason, offset: 0)
        }
        self.source = source
        self.dialect = dialect
        (tokens, lexerFailure) = TemplateLexer.tokens(of: source, in: dialect)
    }

    /// Reads all definitions; the main template counts like one that was defined last.
    mutating func parse() throws(LocatedFailure) {
        var nodes: [TemplateNode] = []
        while peek.kind != .end {
            if peek.kind == .leftDelimiter, peekPast().kind == .keyword(.define) {
                _ = next()
                _ = nextWord()
                try parseDefinition()
                continue
            }
            switch try item() {
            case .node(let node): nodes.append(node)
            case .end(let offset):
                throw fail(.unexpected(token: "`end`", context: "the template"), at: offset)
            case .otherwise(let offset):
                throw fail(.unexpected(token: "`else`", context: "the template"), at: offset)
            }
        }
        try add(nodes, as: Template.mainName, at: 0)
    }

    // MARK: Tokens

    var peek: TemplateToken { tokens[min(index, tokens.count - 1)] }

    /// The first token after the current one that is no space.
    private func peekPast() -> TemplateToken {
        var place = index + 1
        while place < tokens.count - 1, tokens[place].kind == .space { place += 1 }
        return tokens[min(place, tokens.count - 1)]
    }

    mutating func next() -> TemplateToken {
        defer { index += 1 }
        return peek
    }

    mutating func peekWord() -> TemplateToken {
        while peek.kind == .space { index += 1 }
        return peek
    }

    mutating func nextWord() -> TemplateToken {
        _ = peekWord()
        return next()
    }

    mutating func stepBack() {
        index -= 1
    }

    /// The end of the token taken last.
    var tokenEnd: Int { tokens[min(max(index - 1, 0), tokens.count - 1)].range.upperBound }

    func text(of token: TemplateToken) -> String {
        String(decoding: source[token.range], as: UTF8.self)
    }

    // MARK: Errors

    func fail(_ reason: TemplateError.Reason, at offset: Int) -> LocatedFailure {
        LocatedFailure(stage: .parse, reason: reason, offset: offset)
    }

    /// An unreadable token is reported in place of the expected one.
    func unexpected(_ token: TemplateToken, in context: String) -> LocatedFailure {
        if token.kind == .failure, let lexerFailure { return lexerFailure }
        let name = token.kind == .end ? "end of the template" : "`\(text(of: token))`"
        return fail(.unexpected(token: name, context: context), at: token.range.lowerBound)
    }

    @discardableResult
    mutating func expect(
        _ kind: TemplateToken.Kind, in context: String
    ) throws(LocatedFailure) -> TemplateToken {
        let token = nextWord()
        guard token.kind == kind else { throw unexpected(token, in: context) }
        return token
    }

    /// Runs `body` one level deeper.
    mutating func nested<Result>(
        at offset: Int, _ body: (inout TemplateParser) throws(LocatedFailure) -> Result
    ) throws(LocatedFailure) -> Result {
        guard depth < TemplateLimits.depth else {
            throw fail(.tooDeep(limit: TemplateLimits.depth), at: offset)
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }
}
