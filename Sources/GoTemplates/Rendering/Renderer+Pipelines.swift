/// Pipelines, commands and fields.
extension Renderer {
    mutating func evaluate(
        _ pipeline: Pipeline, dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        try spend(at: pipeline.offset)
        var value: TemplateValue?
        for command in pipeline.commands {
            value = try evaluate(command, dot: dot, last: value).unwrapped
        }
        let result = value ?? .missing
        for name in pipeline.variables {
            if pipeline.isAssignment {
                try assign(result, to: name, at: pipeline.offset)
            } else {
                variables.append((name, result))
            }
        }
        return result
    }

    /// The parser lets an assignment pass for a declaration.
    mutating func assign(
        _ value: TemplateValue, to name: String, at offset: Int
    ) throws(LocatedFailure) {
        guard let place = variables.lastIndex(where: { $0.name == name }) else {
            throw fail(.undefinedVariable(name), at: offset)
        }
        variables[place].value = value
    }

    /// `last` is what the command before in the pipeline gave.
    private mutating func evaluate(
        _ command: Command, dot: TemplateValue, last: TemplateValue?
    ) throws(LocatedFailure) -> TemplateValue {
        let operand = command.operands[0]
        let call = Call(arguments: Array(command.operands.dropFirst()), last: last)
        switch operand.form {
        case .function, .fields, .chain: break
        case .variable(_, let fields) where !fields.isEmpty: break
        case .nothing: throw fail(.nilCommand, at: operand.range.lowerBound)
        default:
            guard call.isEmpty else {
                throw fail(.argumentsOfValue(text(of: operand)), at: operand.range.lowerBound)
            }
        }
        return try evaluate(operand, dot: dot, call: call)
    }

    /// The arguments of a function, field or method.
    struct Call {
        static var none: Call { Call(arguments: [], last: nil) }

        let arguments: [Operand]
        let last: TemplateValue?

        var isEmpty: Bool { arguments.isEmpty && last == nil }
        var count: Int { arguments.count + (last == nil ? 0 : 1) }
    }

    mutating func evaluate(
        _ operand: Operand, dot: TemplateValue, call: Call = .none
    ) throws(LocatedFailure) -> TemplateValue {
        switch operand.form {
        case .dot: return dot
        case .nothing: return .null
        case .boolean(let value): return .bool(value)
        case .number(let constant): return try ideal(constant, operand)
        case .string(let bytes): return .string(bytes)
        case .function(let name, let function):
            return try self.call(function, name, call, operand, dot: dot)
        case .fields(let fields): return try chain(fields, of: dot, operand, call, dot: dot)
        case .variable(let name, let fields):
            let value = variables.last { $0.name == name }?.value ?? .missing
            return try chain(fields, of: value, operand, call, dot: dot)
        case .pipeline(let pipeline):
            return try deeper(at: operand.range.lowerBound) { (renderer) throws(LocatedFailure) in
                try renderer.evaluate(pipeline, dot: dot)
            }
        case .chain(let base, let fields):
            if case .nothing = base.form { throw fail(.fieldOfNil, at: operand.range.lowerBound) }
            let value = try evaluate(base, dot: dot)
            return try chain(fields, of: value, operand, call, dot: dot)
        }
    }

    /// A constant where nothing says what type it has.
    private func ideal(
        _ constant: NumberConstant, _ operand: Operand
    ) throws(LocatedFailure) -> TemplateValue {
        guard !constant.isComplex else {
            let number = text(of: operand)
            throw fail(
                .call(function: number, failure: .notRendered), at: operand.range.lowerBound)
        }
        if constant.isFloatByNature, let float = constant.float { return .float(float) }
        guard let integer = constant.integer else {
            throw fail(
                .wrongArgument(wanted: "int", found: "the larger \(text(of: operand))"),
                at: operand.range.lowerBound)
        }
        return .int(integer)
    }

    /// The arguments go to the last field.
    private mutating func chain(
        _ fields: [String], of value: TemplateValue, _ operand: Operand, _ call: Call,
        dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        var value = value
        for (place, name) in fields.enumerated() {
            let isLast = place == fields.count - 1
            value = try field(name, of: value, operand, isLast ? call : .none, dot: dot)
        }
        return value
    }

    /// A method comes before a field; a map's missing key is no error.
    private mutating func field(
        _ name: String, of receiver: TemplateValue, _ operand: Operand, _ call: Call,
        dot: TemplateValue
    ) throws(LocatedFailure) -> TemplateValue {
        let offset = operand.range.lowerBound
        if case .missing = receiver {
            guard !template.dialect.refusesMissingKeys else {
                throw fail(.missingKey(name), at: offset)
            }
            return .missing
        }
        if case .null = receiver {
            throw fail(.nilReceiver(field: name, type: "interface {}"), at: offset)
        }
        switch receiver {
        case .record(let record) where record.type.method(name) != nil:
            guard call.isEmpty else {
                throw fail(
                    .wrongArgumentCount(
                        function: name, wanted: 0, isMinimum: false, got: call.count),
                    at: offset)
            }
            return record.result(of: name, in: model)
        case .record(let record):
            guard let value = record.field(name) else { break }
            guard call.isEmpty else { throw fail(.argumentsOfField(name), at: offset) }
            return value
        case .map(let map):
            guard map.keyType == .string else { break }
            guard call.isEmpty else { throw fail(.argumentsOfField(name), at: offset) }
            if let value = map[Bytes(name)] { return value }
            guard !template.dialect.refusesMissingKeys else {
                throw fail(.missingKey(name), at: offset)
            }
            return .missing
        default: break
        }
        throw unknownField(name, of: receiver, at: offset)
    }

    private func unknownField(
        _ name: String, of receiver: TemplateValue, at offset: Int
    ) -> LocatedFailure {
        if case .record(let record) = receiver,
            let removed = model.removedField(name, in: record.type)
        {
            return LocatedFailure(
                stage: .removedField, reason: .removedField(removed), offset: offset)
        }
        return fail(.unknownField(name, type: receiver.typeName), at: offset)
    }

    func text(of operand: Operand) -> String { template.text(of: operand) }
}
