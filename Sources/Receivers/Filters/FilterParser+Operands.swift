import RegularLanguages

extension FilterParser {
    mutating func member() throws(FilterProblem) -> FilterExpression {
        var operand = try primary()
        while true {
            if take("[") {
                operand = .index(operand, try expression())
                try expect("]")
            } else if take(".") {
                guard case .name(let name)? = token else { throw unexpected }
                position += 1
                operand = take("(") ? try call(name, on: operand) : .field(operand, name)
            } else {
                return operand
            }
        }
    }

    private mutating func primary() throws(FilterProblem) -> FilterExpression {
        guard let token else { throw .unexpectedEnd }
        position += 1
        switch token {
        case .int(let value): return .literal(.int(value))
        case .double(let value): return .literal(.double(value))
        case .string(let text): return .literal(.string(text))
        case .name("true"): return .literal(.boolean(true))
        case .name("false"): return .literal(.boolean(false))
        case .name("null"): return .literal(.null)
        case .name(let name):
            if take("(") { return try globalCall(name) }
            guard names.contains(name) else { throw .notSupported(name) }
            return .name(name)
        case .symbol("("):
            let inner = try expression()
            try expect(")")
            return inner
        case .symbol("["): return .list(try expressions(before: "]"))
        case .symbol("{"): throw .notSupported("{")
        case .symbol(let symbol): throw .unexpected(symbol)
        }
    }

    private mutating func expressions(before end: String) throws(FilterProblem)
        -> [FilterExpression]
    {
        var expressions: [FilterExpression] = []
        while !take(end) {
            expressions.append(try expression())
            if !take(",") {
                try expect(end)
                break
            }
        }
        return expressions
    }

    /// `has(…)` or `size(…)`, after the bracket.
    private mutating func globalCall(_ name: String) throws(FilterProblem) -> FilterExpression {
        guard name == "has" || name == "size" else { throw .notSupported(name) }
        let argument = try expression()
        try expect(")")
        if name == "size" { return .call(.size, on: argument, []) }
        guard case .field(let operand, let field) = argument else { throw .unexpected(name) }
        return .has(operand, field)
    }

    /// A function or macro of a value, after the bracket.
    private mutating func call(
        _ name: String, on operand: FilterExpression
    ) throws(FilterProblem) -> FilterExpression {
        if let macro = FilterMacro(rawValue: name) { return try self.macro(macro, over: operand) }
        let arguments = try expressions(before: ")")
        if name == "matches" { return try matches(arguments, on: operand) }
        guard let function = FilterFunction(rawValue: name) else { throw .notSupported(name) }
        guard function.argumentCounts.contains(arguments.count) else {
            throw .notSupported("\(name) with \(arguments.count) arguments")
        }
        return .call(function, on: operand, arguments)
    }

    private func matches(
        _ arguments: [FilterExpression], on operand: FilterExpression
    ) throws(FilterProblem) -> FilterExpression {
        guard arguments.count == 1, case .literal(.string(let text)) = arguments[0] else {
            throw .notSupported("matches without a literal pattern")
        }
        do {
            return .matches(operand, try Pattern(text))
        } catch {
            throw .badPattern(text)
        }
    }

    private mutating func macro(
        _ macro: FilterMacro, over operand: FilterExpression
    ) throws(FilterProblem) -> FilterExpression {
        guard case .name(let variable)? = token else { throw unexpected }
        position += 1
        try expect(",")
        names.append(variable)
        defer { names.removeLast() }
        let body = try expression()
        guard take(")") else { throw .notSupported("\(macro.rawValue) with three arguments") }
        return .macro(macro, over: operand, variable: variable, body)
    }
}
