/// Pipelines, commands and operands.
extension TemplateParser {
    mutating func pipeline(
        _ context: String, until end: TemplateToken.Kind
    ) throws(LocatedFailure) -> Pipeline {
        var pipeline = Pipeline(offset: peekWord().range.lowerBound)
        try takeDeclarations(of: &pipeline, context: context)
        while true {
            let token = nextWord()
            if token.kind == end {
                try check(pipeline, context: context, at: token.range.lowerBound)
                return pipeline
            }
            guard Self.beginsOperand(token.kind) else { throw unexpected(token, in: context) }
            stepBack()
            pipeline.commands.append(try command())
        }
    }

    private static func beginsOperand(_ kind: TemplateToken.Kind) -> Bool {
        switch kind {
        case .boolean, .character, .complex, .dot, .field, .identifier, .number, .nothing,
            .rawString, .string, .variable, .leftParenthesis:
            true
        default: false
        }
    }

    /// `$a :=`, `$a =`, and in `range` also `$a, $b :=`; a variable alone is an operand.
    private mutating func takeDeclarations(
        of pipeline: inout Pipeline, context: String
    ) throws(LocatedFailure) {
        while peekWord().kind == .variable {
            let start = self
            let name = next()
            let follower = nextWord()
            switch follower.kind {
            case .assign, .declare:
                pipeline.isAssignment = follower.kind == .assign
                declare(text(of: name), in: &pipeline)
                return
            case .comma:
                declare(text(of: name), in: &pipeline)
                guard context == Self.rangeContext, pipeline.variables.count < 2 else {
                    throw fail(
                        .tooManyDeclarations(context: context), at: follower.range.lowerBound)
                }
                let next = peekWord()
                switch next.kind {
                case .variable, .rightDelimiter, .rightParenthesis: break
                default: throw fail(.rangeDeclaresOnlyVariables, at: next.range.lowerBound)
                }
            default:
                self = start
                return
            }
        }
    }

    private mutating func declare(_ name: String, in pipeline: inout Pipeline) {
        pipeline.variables.append(name)
        variables.append(name)
    }

    private func check(
        _ pipeline: Pipeline, context: String, at offset: Int
    ) throws(LocatedFailure) {
        guard !pipeline.commands.isEmpty else {
            throw fail(.missingValue(context: context), at: offset)
        }
        for (stage, command) in pipeline.commands.enumerated().dropFirst() {
            switch command.operands[0].form {
            case .boolean, .dot, .nothing, .number, .string:
                throw fail(
                    .notExecutable(stage: stage + 1), at: command.operands[0].range.lowerBound)
            default: break
            }
        }
    }

    private mutating func command() throws(LocatedFailure) -> Command {
        let start = peekWord().range.lowerBound
        var operands: [Operand] = []
        while true {
            _ = peekWord()
            if let operand = try operand() { operands.append(operand) }
            let token = next()
            switch token.kind {
            case .space: continue
            case .rightDelimiter, .rightParenthesis: stepBack()
            case .pipe: break
            default: throw unexpected(token, in: "an operand")
            }
            break
        }
        guard !operands.isEmpty else { throw fail(.emptyCommand, at: start) }
        return Command(operands: operands)
    }

    private mutating func operand() throws(LocatedFailure) -> Operand? {
        guard let term = try term() else { return nil }
        var fields: [String] = []
        var end = term.range.upperBound
        while peek.kind == .field {
            let token = next()
            fields.append(String(text(of: token).dropFirst()))
            end = token.range.upperBound
        }
        guard !fields.isEmpty else { return term }
        let range = term.range.lowerBound..<end
        switch term.form {
        case .fields(let first): return Operand(form: .fields(first + fields), range: range)
        case .variable(let name, let first):
            return Operand(form: .variable(name, fields: first + fields), range: range)
        case .boolean, .string, .number, .nothing, .dot:
            let text = String(decoding: source[term.range], as: UTF8.self)
            throw fail(.fieldOfConstant(text), at: term.range.lowerBound)
        default: return Operand(form: .chain(term, fields: fields), range: range)
        }
    }

    private mutating func term() throws(LocatedFailure) -> Operand? {
        let token = nextWord()
        let form: Operand.Form
        switch token.kind {
        case .identifier: form = try function(token)
        case .dot: form = .dot
        case .nothing: form = .nothing
        case .variable: form = .variable(try variable(token), fields: [])
        case .field: form = .fields([String(text(of: token).dropFirst())])
        case .boolean: form = .boolean(text(of: token) == "true")
        case .character, .complex, .number: form = .number(try number(token))
        case .string, .rawString: form = .string(try string(token))
        case .leftParenthesis:
            let start = token.range.lowerBound
            let inner = try nested(at: start) { (parser) throws(LocatedFailure) in
                try parser.pipeline("parentheses", until: .rightParenthesis)
            }
            return Operand(form: .pipeline(inner), range: start..<tokenEnd)
        default:
            stepBack()
            return nil
        }
        return Operand(form: form, range: token.range)
    }

    private mutating func function(_ token: TemplateToken) throws(LocatedFailure) -> Operand.Form {
        let name = text(of: token)
        // No variable of a template is named without a `$`.
        if name == dialect.dataFunction { return .variable(name, fields: []) }
        if let function = dialect.function(named: name) {
            if function.body == nil { functionsNotRendered.insert(name) }
            return .function(name, function)
        }
        let isExcluded = TemplateFunction.excluded.contains(name)
        throw fail(
            .unknownFunction(name, isExcludedByFlux: isExcluded), at: token.range.lowerBound)
    }

    private func variable(_ token: TemplateToken) throws(LocatedFailure) -> String {
        let name = text(of: token)
        guard variables.contains(name) else {
            throw fail(.undefinedVariable(name), at: token.range.lowerBound)
        }
        return name
    }
}
