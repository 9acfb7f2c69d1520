/// Lists of nodes, control structures and definitions.
extension TemplateParser {
    /// An item of a list.
    enum Item {
        case node(TemplateNode)
        case end(offset: Int)
        case otherwise(offset: Int)
    }

    mutating func item() throws(LocatedFailure) -> Item {
        let token = nextWord()
        switch token.kind {
        case .text: return .node(.text(Bytes(source[token.range])))
        case .leftDelimiter:
            return try nested(at: token.range.lowerBound) { (parser) throws(LocatedFailure) in
                try parser.action()
            }
        default: throw unexpected(token, in: "the template")
        }
    }

    /// A list up to its `end` or `else`.
    private mutating func list() throws(LocatedFailure) -> (nodes: [TemplateNode], stop: Item) {
        var nodes: [TemplateNode] = []
        while peekWord().kind != .end {
            let item = try item()
            guard case .node(let node) = item else { return (nodes, item) }
            nodes.append(node)
        }
        throw unexpected(peek, in: "the template")
    }

    private mutating func action() throws(LocatedFailure) -> Item {
        let token = nextWord()
        let offset = token.range.lowerBound
        guard case .keyword(let keyword) = token.kind else {
            stepBack()
            return .node(.action(try pipeline("a command", until: .rightDelimiter)))
        }
        switch keyword {
        case .block: return .node(try block())
        case .break, .continue: return .node(try exit(keyword, at: offset))
        case .else: return .otherwise(offset: try elseOffset(offset))
        case .end:
            try expect(.rightDelimiter, in: "`end`")
            return .end(offset: offset)
        case .if: return .node(.condition(try branch(.if, at: offset)))
        case .with: return .node(.with(try branch(.with, at: offset)))
        case .range: return .node(.range(try branch(.range, at: offset)))
        case .template: return .node(try templateCall(at: offset))
        case .define: throw unexpected(token, in: "an action")
        }
    }

    private mutating func exit(
        _ keyword: TemplateToken.Keyword, at offset: Int
    ) throws(LocatedFailure) -> TemplateNode {
        try expect(.rightDelimiter, in: "`\(keyword.rawValue)`")
        guard rangeDepth > 0 else {
            throw fail(.outsideRange(keyword: keyword.rawValue), at: offset)
        }
        return .exit(isBreak: keyword == .break)
    }

    /// Leaves the word after `else` for the structure that it continues.
    private mutating func elseOffset(_ offset: Int) throws(LocatedFailure) -> Int {
        let next = peekWord().kind
        if next != .keyword(.if), next != .keyword(.with) {
            try expect(.rightDelimiter, in: "`else`")
        }
        return offset
    }

    private mutating func branch(
        _ keyword: TemplateToken.Keyword, at offset: Int
    ) throws(LocatedFailure) -> TemplateNode.Branch {
        let variableCount = variables.count
        defer { variables.removeSubrange(variableCount...) }
        let context = keyword == .range ? Self.rangeContext : "`\(keyword.rawValue)`"
        let pipeline = try pipeline(context, until: .rightDelimiter)
        if keyword == .range { rangeDepth += 1 }
        let (body, stop) = try list()
        if keyword == .range { rangeDepth -= 1 }
        var otherwise: [TemplateNode]?
        if case .otherwise(let offset) = stop { otherwise = try elseList(of: keyword, at: offset) }
        return TemplateNode.Branch(
            pipeline: pipeline, body: body, otherwise: otherwise, offset: offset)
    }

    static let rangeContext = "`range`"

    private mutating func elseList(
        of keyword: TemplateToken.Keyword, at offset: Int
    ) throws(LocatedFailure) -> [TemplateNode] {
        if keyword != .range, peek.kind == .keyword(keyword) {
            let inner = next().range.lowerBound
            return try nested(at: inner) { (parser) throws(LocatedFailure) in
                let branch = try parser.branch(keyword, at: inner)
                return [keyword == .if ? .condition(branch) : .with(branch)]
            }
        }
        let (nodes, stop) = try list()
        if case .otherwise(let offset) = stop {
            throw fail(.unexpected(token: "`else`", context: "`else`"), at: offset)
        }
        return nodes
    }

    // MARK: Templates

    mutating func parseDefinition() throws(LocatedFailure) {
        let token = nextWord()
        let name = try templateName(token, in: "`define`")
        try expect(.rightDelimiter, in: "`define`")
        try define(name, at: token.range.lowerBound, in: "`define`")
    }

    private mutating func block() throws(LocatedFailure) -> TemplateNode {
        let token = nextWord()
        let name = try templateName(token, in: "`block`")
        let argument = try pipeline("`block`", until: .rightDelimiter)
        try define(name, at: token.range.lowerBound, in: "`block`")
        return .call(template: name, argument: argument, offset: token.range.lowerBound)
    }

    private mutating func templateCall(at offset: Int) throws(LocatedFailure) -> TemplateNode {
        let name = try templateName(nextWord(), in: "`template`")
        guard nextWord().kind != .rightDelimiter else {
            return .call(template: name, argument: nil, offset: offset)
        }
        stepBack()
        let argument = try pipeline("`template`", until: .rightDelimiter)
        return .call(template: name, argument: argument, offset: offset)
    }

    private func templateName(
        _ token: TemplateToken, in context: String
    ) throws(LocatedFailure) -> Bytes {
        guard token.kind == .string || token.kind == .rawString else {
            throw unexpected(token, in: context)
        }
        return try string(token)
    }

    /// Reads a body, whose variables and loops are its own.
    private mutating func define(
        _ name: Bytes, at offset: Int, in context: String
    ) throws(LocatedFailure) {
        let outer = (variables, rangeDepth)
        (variables, rangeDepth) = (["$"], 0)
        let (nodes, stop) = try list()
        (variables, rangeDepth) = outer
        if case .otherwise(let offset) = stop {
            throw fail(.unexpected(token: "`else`", context: context), at: offset)
        }
        try add(nodes, as: name, at: offset)
    }

    /// An empty template neither replaces one that is not nor is in its way.
    mutating func add(
        _ nodes: [TemplateNode], as name: Bytes, at offset: Int
    ) throws(LocatedFailure) {
        guard let old = definitions[name], !Self.isBlank(old) else {
            definitions[name] = nodes
            return
        }
        guard Self.isBlank(nodes) else {
            throw fail(.definedTwice(template: name.text), at: offset)
        }
    }

    /// Go's `parse.IsEmptyTree`: nothing but white space.
    private static func isBlank(_ nodes: [TemplateNode]) -> Bool {
        nodes.allSatisfy {
            if case .text(let bytes) = $0 {
                bytes.runes.allSatisfy(\.scalar.isGoSpace)
            } else {
                false
            }
        }
    }
}
