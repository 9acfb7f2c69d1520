/// Functions and methods: their arguments are evaluated for the types they want.
extension Renderer {
    mutating func call(
        _ function: TemplateFunction, _ name: String, _ call: Call, _ operand: Operand,
        dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        if let reason = function.wrongCount(call.count, of: name) {
            throw fail(reason, at: operand.range.lowerBound)
        }
        return function.isShortCircuit
            ? try firstDeciding(name == "or", call, dot: dot)
            : try apply(function, name, call, operand, dot: dot)
    }

    /// `and` and `or`: the first argument that decides, or the last.
    private mutating func firstDeciding(
        _ truth: Bool, _ call: Call, dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        var value = TemplateValue.missing
        for operand in call.arguments {
            value = try argument(operand, for: .reflected, dot: dot)
            if value.isTrue == truth { return value }
        }
        return call.last ?? value
    }

    private mutating func apply(
        _ function: TemplateFunction, _ name: String, _ call: Call, _ operand: Operand,
        dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        var values: [TemplateValue] = []
        for argument in call.arguments {
            let type = function.parameter(values.count)
            values.append(try self.argument(argument, for: type, dot: dot))
        }
        if let last = call.last {
            let type = function.parameter(values.count)
            values.append(try checked(last, for: type, at: operand.range.lowerBound))
        }
        let arguments = Arguments(values, budget: budget)
        return try located(at: operand.range.lowerBound, in: name) { () throws(CallFailure) in
            // Few functions look at their arguments less than once.
            try budget.spend(1 + values.reduce(0) { $0 + $1.size / 4 })
            guard let result = try function.body?(arguments) else { throw .notRendered }
            try budget.check(depth: result.depth)
            return result
        }
    }

    private mutating func argument(
        _ operand: Operand, for type: ParameterType, dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        let offset = operand.range.lowerBound
        if operand.isConstant {
            guard let value = type.constant(operand) else {
                if type.takesAnything { return try evaluate(operand, dot: dot) }
                let found = "`\(text(of: operand))`"
                throw fail(.wrongArgument(wanted: type.name, found: found), at: offset)
            }
            return value
        }
        return try checked(try evaluate(operand, dot: dot), for: type, at: offset)
    }

    /// Go converts nothing: an `int64` is no `int`.
    private func checked(
        _ value: TemplateValue, for type: ParameterType, at offset: Int
    ) throws(LocatedFailure) -> TemplateValue {
        switch (type, value) {
        case (.reflected, _): return value
        case (.any, _): return value.boxed
        case (.dictionary, .missing): return .map(TemplateMap(isNil: true))
        case (_, .missing): throw fail(.noValue(wanted: type.name), at: offset)
        default:
            guard let actual = value.type, type.accepts(actual) else {
                let found = value.type?.name ?? "interface {}"
                throw fail(.wrongArgument(wanted: type.name, found: found), at: offset)
            }
            return value
        }
    }
}
