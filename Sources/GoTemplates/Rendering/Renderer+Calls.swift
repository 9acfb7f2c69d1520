/// Functions and methods: their arguments are evaluated for the types they want.
extension Renderer {
    mutating func call(
        _ name: String, _ call: Call, _ operand: Operand, dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        guard let function = TemplateFunction.named(name) else {
            let reason = TemplateError.Reason.unknownFunction(name, isExcludedByFlux: false)
            throw fail(reason, at: operand.range.lowerBound)
        }
        guard function.isShortCircuit else {
            return try apply(function, name, call, operand, dot: dot)
        }
        try check(call.count, of: function, name, operand)
        return try firstDeciding(name == "or", call, dot: dot)
    }

    /// `and` and `or`: the first argument that decides, or the last.
    private mutating func firstDeciding(
        _ truth: Bool, _ call: Call, dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        let values = try deciding(truth, call.arguments, dot: dot)
        if let value = values.last, value.isTrue == truth { return value }
        return call.last ?? values.last ?? .missing
    }

    /// The arguments up to the one that decides.
    private mutating func deciding(
        _ truth: Bool, _ operands: [Operand], dot: TemplateValue
    ) throws(LocatedFailure) -> [TemplateValue] {
        var values: [TemplateValue] = []
        for operand in operands {
            values.append(try argument(operand, for: .reflected, dot: dot))
            if values[values.count - 1].isTrue == truth { break }
        }
        return values
    }

    mutating func apply(
        _ function: TemplateFunction, _ name: String, _ call: Call, _ operand: Operand,
        dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        try check(call.count, of: function, name, operand)
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
            let result = try function.body(arguments)
            try budget.check(depth: result.depth)
            return result
        }
    }

    private func check(
        _ count: Int, of function: TemplateFunction, _ name: String, _ operand: Operand
    ) throws(LocatedFailure) {
        guard let wanted = function.wrongCount(count) else { return }
        let reason = TemplateError.Reason.wrongArgumentCount(
            function: name, wanted: wanted, isMinimum: function.isVariadic, got: count)
        throw fail(reason, at: operand.range.lowerBound)
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
