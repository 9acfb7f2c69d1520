/// A function of templates: what it takes, what it gives, and how.
struct TemplateFunction: Sendable {
    typealias Body = @Sendable (Arguments) throws(CallFailure) -> TemplateValue

    let parameters: [ParameterType]
    /// Whether the last parameter can be repeated or left out.
    let isVariadic: Bool
    /// The type of the result; nil if it depends on the arguments.
    let result: GoType?
    /// `and` and `or`, whose arguments are evaluated only as far as needed.
    var isShortCircuit = false
    /// Nil if only the signature is known, and the function not rendered.
    let body: Body?

    init(
        _ parameters: ParameterType..., rest: ParameterType? = nil, gives result: GoType? = nil,
        body: Body? = nil
    ) {
        self.parameters = parameters + (rest.map { [$0] } ?? [])
        isVariadic = rest != nil
        self.result = result
        self.body = body
    }

    func parameter(_ place: Int) -> ParameterType {
        parameters.isEmpty ? .any : parameters[min(place, parameters.count - 1)]
    }

    /// Nil if it takes `count` arguments.
    func wrongCount(_ count: Int, of name: String) -> TemplateError.Reason? {
        let least = parameters.count - (isVariadic ? 1 : 0)
        guard count < least || !isVariadic && count > least else { return nil }
        return .wrongArgumentCount(
            function: name, wanted: least, isMinimum: isVariadic, got: count)
    }
}

/// The values that a parameter accepts.
enum ParameterType: Sendable {
    /// `interface{}`.
    case any
    /// `reflect.Value`, as the built-in functions take it.
    case reflected
    case bool
    case int
    case float64
    case string
    /// `map[string]interface{}`.
    case dictionary
    case time
    case version

    var type: GoType? {
        switch self {
        case .any, .reflected: nil
        case .bool: .bool
        case .int: .int
        case .float64: .float64
        case .string: .string
        case .dictionary: .dictionary
        case .time: .time
        case .version: .version
        }
    }

    var name: String { type?.name ?? "a value" }
    var takesAnything: Bool { type == nil }

    func accepts(_ type: GoType) -> Bool { self.type == nil || self.type == type }

    /// The value of a constant for this parameter; nil if it does not fit, or for any type.
    func constant(_ operand: Operand) -> TemplateValue? {
        switch (self, operand.form) {
        case (.any, .nothing): .null
        case (.reflected, .nothing): .missing
        case (.dictionary, .nothing): .map(TemplateMap(isNil: true))
        case (.bool, .boolean(let value)): .bool(value)
        case (.string, .string(let bytes)): .string(bytes)
        case (.int, .number(let constant)): constant.integer.map(TemplateValue.int)
        case (.float64, .number(let constant)): constant.float.map(TemplateValue.float)
        default: nil
        }
    }
}

extension Operand {
    /// Whether the operand has its value without an execution.
    var isConstant: Bool {
        switch form {
        case .boolean, .number, .string, .nothing: true
        default: false
        }
    }
}

/// The arguments of one call, of the types that the function wants.
struct Arguments {
    let values: [TemplateValue]
    let budget: Budget

    init(_ values: [TemplateValue], budget: Budget) {
        self.values = values
        self.budget = budget
    }

    var count: Int { values.count }
    subscript(place: Int) -> TemplateValue { place < count ? values[place] : .null }

    func rest(_ start: Int) -> ArraySlice<TemplateValue> { values.dropFirst(start) }

    func string(_ place: Int) -> Bytes {
        if case .string(let bytes) = self[place] { bytes } else { [] }
    }

    func int(_ place: Int) -> Int {
        if case .integer(let value, _) = self[place] { value } else { 0 }
    }

    func bool(_ place: Int) -> Bool {
        if case .bool(let value) = self[place] { value } else { false }
    }

    func map(_ place: Int) -> TemplateMap {
        if case .map(let map) = self[place] { map } else { TemplateMap(isNil: true) }
    }
}
