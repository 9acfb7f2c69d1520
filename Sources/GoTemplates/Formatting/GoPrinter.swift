/// Prints values as Go 1.26's `fmt` does: `Sprint`, `Sprintln` and `Sprintf`.
struct GoPrinter {
    /// The flags between `%` and the verb.
    struct Flags {
        var width: Int?
        var precision: Int?
        var minus = false
        var plus = false
        var sharp = false
        var space = false
        var zero = false
        /// `%+v`: fields with their names.
        var plusV = false
        /// `%#v`: values as Go would have them in a source file.
        var sharpV = false
    }

    let budget: Budget
    var output = Bytes()
    var flags = Flags()
    /// Within `%!verb(…)` no method is called.
    var isErroring = false

    init(budget: Budget) {
        self.budget = budget
    }

    /// The text of a value as an action prints it, which is that of `%v`.
    static func text(of value: TemplateValue, budget: Budget) throws(CallFailure) -> Bytes {
        switch value {
        case .string(let bytes): return bytes
        case .missing: return Bytes("<no value>")
        default:
            var printer = GoPrinter(budget: budget)
            try printer.printArgument(value, verb: "v")
            return printer.output
        }
    }

    /// Spaces are between two neighbours of which neither is a string.
    static func print(
        _ values: some Sequence<TemplateValue>, budget: Budget
    ) throws(CallFailure) -> Bytes {
        var printer = GoPrinter(budget: budget)
        var isFirst = true
        var wasString = false
        for value in values {
            let isString = if case .string = value { true } else { false }
            if !isFirst, !isString, !wasString { printer.output.append(0x20) }
            try printer.printArgument(value, verb: "v")
            (isFirst, wasString) = (false, isString)
        }
        return printer.output
    }

    static func printLine(
        _ values: some Sequence<TemplateValue>, budget: Budget
    ) throws(CallFailure) -> Bytes {
        var printer = GoPrinter(budget: budget)
        for (place, value) in values.enumerated() {
            if place > 0 { printer.output.append(0x20) }
            try printer.printArgument(value, verb: "v")
        }
        return printer.output + [0x0A]
    }

    // MARK: Pieces

    mutating func write(_ text: String) {
        output += text.utf8
    }

    /// Writes with the width and its flags.
    mutating func pad(_ bytes: Bytes) throws(CallFailure) {
        try budget.reserve(bytes.count)
        let padding = max(0, (flags.width ?? 0) - (flags.width == nil ? 0 : bytes.runes.count))
        try budget.reserve(padding)
        let fill = Bytes(repeating: flags.zero && !flags.minus ? 0x30 : 0x20, count: padding)
        output += flags.minus ? bytes + fill : fill + bytes
    }

    mutating func padWithSpaces(_ bytes: Bytes) throws(CallFailure) {
        let zero = flags.zero
        flags.zero = false
        try pad(bytes)
        flags.zero = zero
    }

    mutating func writeBadVerb(_ verb: Unicode.Scalar, _ value: TemplateValue) throws(CallFailure) {
        isErroring = true
        write("%!\(verb)(")
        if value.isNothing {
            write("<nil>")
        } else {
            write(value.typeName + "=")
            try printArgument(value, verb: "v")
        }
        write(")")
        isErroring = false
    }
}
