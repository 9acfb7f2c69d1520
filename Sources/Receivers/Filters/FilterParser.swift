/// Parses a filter; `ReceiverFilter` has the grammar.
struct FilterParser {
    static let depthLimit = 64
    static let tokenLimit = 1_000

    let tokens: [FilterLexer.Token]
    var position = 0
    var depth = 0
    /// The names that mean something here.
    var names: [String] = ["req", "res"]

    static func expression(of text: String) throws(FilterProblem) -> FilterExpression {
        let tokens = try FilterLexer.tokens(of: text)
        // A chain of operators is evaluated as deep as it is long.
        guard tokens.count <= Self.tokenLimit else { throw .tooManyTokens(limit: Self.tokenLimit) }
        var parser = FilterParser(tokens: tokens)
        let expression = try parser.expression()
        if let rest = parser.token { throw .unexpected(rest.text) }
        return expression
    }

    private init(tokens: [FilterLexer.Token]) {
        self.tokens = tokens
    }

    var token: FilterLexer.Token? { position < tokens.count ? tokens[position] : nil }

    mutating func take(_ symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ symbol: String) throws(FilterProblem) {
        guard take(symbol) else { throw unexpected }
    }

    var unexpected: FilterProblem {
        token.map { .unexpected($0.text) } ?? .unexpectedEnd
    }

    /// Parses one level deeper.
    mutating func nested<Result>(
        _ parse: (inout FilterParser) throws(FilterProblem) -> Result
    ) throws(FilterProblem) -> Result {
        guard depth < Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
        depth += 1
        defer { depth -= 1 }
        return try parse(&self)
    }

    // MARK: Operators, the weakest first

    mutating func expression() throws(FilterProblem) -> FilterExpression {
        try nested { (parser) throws(FilterProblem) in
            let condition = try parser.disjunction()
            guard parser.take("?") else { return condition }
            let yes = try parser.disjunction()
            try parser.expect(":")
            return .choice(condition, yes, try parser.expression())
        }
    }

    private mutating func disjunction() throws(FilterProblem) -> FilterExpression {
        let first = try conjunction()
        var others: [FilterExpression] = []
        while take("||") { others.append(try conjunction()) }
        return others.reduce(first) { .or($0, $1) }
    }

    private mutating func conjunction() throws(FilterProblem) -> FilterExpression {
        let first = try relation()
        var others: [FilterExpression] = []
        while take("&&") { others.append(try relation()) }
        return others.reduce(first) { .and($0, $1) }
    }

    private mutating func relation() throws(FilterProblem) -> FilterExpression {
        let left = try sum()
        guard let relation = takeRelation() else { return left }
        let whole = FilterExpression.relation(relation, left, try sum())
        if takeRelation() != nil { throw .notSupported("a chain of comparisons") }
        return whole
    }

    private mutating func takeRelation() -> FilterRelation? {
        let text: String
        switch token {
        case .symbol(let symbol): text = symbol
        case .name("in"): text = "in"
        default: return nil
        }
        guard let relation = FilterRelation(rawValue: text) else { return nil }
        position += 1
        return relation
    }

    private mutating func sum() throws(FilterProblem) -> FilterExpression {
        let first = try unary()
        var others: [FilterExpression] = []
        while take("+") { others.append(try unary()) }
        if case .symbol(let symbol) = token, "-*/%".contains(symbol) {
            throw .notSupported(symbol)
        }
        return others.reduce(first) { .sum($0, $1) }
    }

    private mutating func unary() throws(FilterProblem) -> FilterExpression {
        if take("!") {
            return try nested { (parser) throws(FilterProblem) in .not(try parser.unary()) }
        }
        guard take("-") else { return try member() }
        switch token {
        case .int(let value):
            position += 1
            return .literal(.int(-value))
        case .double(let value):
            position += 1
            return .literal(.double(-value))
        default: throw .notSupported("-")
        }
    }
}

extension FilterLexer.Token {
    /// As messages show it.
    fileprivate var text: String {
        switch self {
        case .name(let text), .string(let text), .symbol(let text): text
        case .int(let value): String(value)
        case .double(let value): String(value)
        }
    }
}
