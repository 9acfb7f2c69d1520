/// One element of a parsed template, in the order of execution.
indirect enum TemplateNode: Sendable {
    case text(Bytes)
    /// An action that prints, declares or assigns.
    case action(Pipeline)
    case condition(Branch)
    case with(Branch)
    case range(Branch)
    case exit(isBreak: Bool)
    case call(template: Bytes, argument: Pipeline?, offset: Int)

    /// A control structure: what it looks at, and its two bodies.
    struct Branch: Sendable {
        let pipeline: Pipeline
        let body: [TemplateNode]
        let otherwise: [TemplateNode]?
        let offset: Int
    }
}

/// Commands, each of which gets the result of the one before as its last argument.
struct Pipeline: Sendable {
    /// The variables that get the result, each with its `$`; at most two, two only in `range`.
    var variables: [String] = []
    /// Whether the variables exist already.
    var isAssignment = false
    /// At least one.
    var commands: [Command] = []
    let offset: Int
}

/// An operand, or a function, field or method with its arguments.
struct Command: Sendable {
    /// At least one; the first may be what is called.
    let operands: [Operand]
}

/// A word of a command, and where it is.
struct Operand: Sendable {
    indirect enum Form: Sendable {
        case dot
        case nothing
        case boolean(Bool)
        case number(NumberConstant)
        case string(Bytes)
        case function(String, TemplateFunction)
        /// Fields of the dot.
        case fields([String])
        /// A variable, and fields of it.
        case variable(String, fields: [String])
        case pipeline(Pipeline)
        /// Fields of something in parentheses, or of a function's result.
        case chain(Operand, fields: [String])
    }

    let form: Form
    /// UTF-8 offsets within the template.
    let range: Range<Int>
}
