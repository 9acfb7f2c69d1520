/// The types of pipelines, as far as they are certain.
extension TemplateChecker {
    mutating func type(of pipeline: Pipeline, dot: GoType?) throws(LocatedFailure) -> GoType? {
        try spend(at: pipeline.offset)
        var result = Argument.none
        for command in pipeline.commands {
            let type = try type(of: command, dot: dot, last: result)
            result = .last(type)
        }
        guard case .last(let type) = result else { return nil }
        for name in pipeline.variables {
            if pipeline.isAssignment {
                guard let place = variables.lastIndex(where: { $0.name == name }) else {
                    throw fail(.undefinedVariable(name), at: pipeline.offset)
                }
                variables[place].type = type
            } else {
                variables.append((name, type))
            }
        }
        return type
    }

    /// The argument that a pipeline passes on.
    enum Argument {
        case none
        case last(GoType?)
    }

    private mutating func type(
        of command: Command, dot: GoType?, last: Argument
    ) throws(LocatedFailure) -> GoType? {
        let operand = command.operands[0]
        let arguments = Array(command.operands.dropFirst())
        let offset = operand.range.lowerBound
        switch operand.form {
        case .function, .fields, .chain: break
        case .variable(_, let fields) where !fields.isEmpty: break
        case .nothing: throw fail(.nilCommand, at: offset)
        default:
            if case .none = last, arguments.isEmpty { break }
            throw fail(.argumentsOfValue(template.text(of: operand)), at: offset)
        }
        return try type(of: operand, dot: dot, arguments: arguments, last: last)
    }

    private mutating func type(
        of operand: Operand, dot: GoType?, arguments: [Operand] = [], last: Argument = .none
    ) throws(LocatedFailure) -> GoType? {
        let hasArguments: Bool
        if case .none = last { hasArguments = !arguments.isEmpty } else { hasArguments = true }
        switch operand.form {
        case .dot: return dot
        case .nothing, .number: return nil
        case .boolean: return .bool
        case .string: return .string
        case .function(let name, let function):
            return try type(of: function, name, operand, arguments, last, dot: dot)
        case .fields(let fields): return try chain(fields, of: dot, operand, hasArguments)
        case .variable(let name, let fields):
            let type = variables.last { $0.name == name }?.type
            return try chain(fields, of: type, operand, hasArguments)
        case .pipeline(let pipeline): return try type(of: pipeline, dot: dot)
        case .chain(let base, let fields):
            if case .nothing = base.form { throw fail(.fieldOfNil, at: operand.range.lowerBound) }
            let type = try type(of: base, dot: dot)
            return try chain(fields, of: type, operand, hasArguments)
        }
    }

    private func chain(
        _ fields: [String], of type: GoType?, _ operand: Operand, _ hasArguments: Bool
    ) throws(LocatedFailure) -> GoType? {
        var type = type
        for (place, name) in fields.enumerated() {
            guard let receiver = type else { return nil }
            let isCalled = hasArguments && place == fields.count - 1
            type = try field(name, of: receiver, at: operand.range.lowerBound, isCalled: isCalled)
        }
        return type
    }

    private func field(
        _ name: String, of receiver: GoType, at offset: Int, isCalled: Bool
    ) throws(LocatedFailure) -> GoType? {
        switch receiver.underlying {
        case .record(let record):
            if let method = record.method(name) {
                guard isCalled else { return method.result }
                let reason = TemplateError.Reason.wrongArgumentCount(
                    function: name, wanted: 0, isMinimum: false, got: 1)
                throw fail(reason, at: offset)
            }
            guard let path = record.path(to: name) else {
                guard let removed = model.removedField(name, in: record) else { break }
                throw LocatedFailure(
                    stage: .removedField, reason: .removedField(removed), offset: offset)
            }
            guard !isCalled else { throw fail(.argumentsOfField(name), at: offset) }
            return path.type
        case .map(key: .string, _):
            guard !isCalled else { throw fail(.argumentsOfField(name), at: offset) }
            // The key may be missing, and what is missing has every field.
            return nil
        case .any, .time, .version: return nil
        default: break
        }
        throw fail(.unknownField(name, type: receiver.name), at: offset)
    }

    private mutating func type(
        of function: TemplateFunction, _ name: String, _ operand: Operand,
        _ arguments: [Operand], _ last: Argument, dot: GoType?
    ) throws(LocatedFailure) -> GoType? {
        let offset = operand.range.lowerBound
        var count = arguments.count
        if case .last = last { count += 1 }
        if let reason = function.wrongCount(count, of: name) { throw fail(reason, at: offset) }
        // The first argument of `and` and `or` is evaluated in any case, the others perhaps not.
        let certain = function.isShortCircuit ? Array(arguments.prefix(1)) : arguments
        for (place, argument) in certain.enumerated() {
            try check(argument, for: function.parameter(place), dot: dot)
        }
        if case .last(let type) = last, !function.isShortCircuit {
            try check(type, for: function.parameter(count - 1), at: offset)
        }
        return function.result
    }

    private mutating func check(
        _ operand: Operand, for parameter: ParameterType, dot: GoType?
    ) throws(LocatedFailure) {
        let offset = operand.range.lowerBound
        if operand.isConstant {
            guard parameter.takesAnything || parameter.constant(operand) != nil else {
                let found = "`\(template.text(of: operand))`"
                throw fail(.wrongArgument(wanted: parameter.name, found: found), at: offset)
            }
            return
        }
        try check(try type(of: operand, dot: dot), for: parameter, at: offset)
    }

    private func check(
        _ type: GoType?, for parameter: ParameterType, at offset: Int
    ) throws(LocatedFailure) {
        guard let type, type != .any, !parameter.accepts(type) else { return }
        throw fail(.wrongArgument(wanted: parameter.name, found: type.name), at: offset)
    }
}
