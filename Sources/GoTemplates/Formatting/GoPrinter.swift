import SourceText

/// Prints values as Go 1.26's `fmt` does: `Sprint`, `Sprintln` and the usual part of `Sprintf`.
struct GoPrinter {
    /// The flags, width and precision of a directive.
    struct Flags {
        var width = 0
        /// The most characters of a string.
        var precision: Int?
        /// Fields with their names.
        var plus = false
        var minus = false
        var zero = false
    }

    let budget: Budget
    var output = Bytes()
    var flags = Flags()

    /// The text of a value as an action prints it, which is that of `%v`.
    static func text(of value: TemplateValue, budget: Budget) throws(CallFailure) -> Bytes {
        switch value {
        case .string(let bytes): return bytes
        case .missing: return Bytes("<no value>")
        default:
            var printer = GoPrinter(budget: budget)
            try printer.print(value)
            return printer.output
        }
    }

    /// Spaces are between two neighbours of which neither is a string; in a line between all.
    static func print(
        _ values: some Sequence<TemplateValue>, asLine: Bool = false, budget: Budget
    ) throws(CallFailure) -> Bytes {
        var printer = GoPrinter(budget: budget)
        var isFirst = true
        var wasString = false
        for value in values {
            let isString = if case .string = value { true } else { false }
            if !isFirst, asLine || !isString && !wasString { printer.output.append(0x20) }
            try printer.print(value)
            (isFirst, wasString) = (false, isString)
        }
        return printer.output + (asLine ? [0x0A] : [])
    }

    mutating func write(_ text: String) {
        output += text.utf8
    }

    /// Writes with the width and its flags; zeros come behind the sign of a number.
    mutating func pad(_ bytes: Bytes, isNumber: Bool = false) throws(CallFailure) {
        try budget.reserve(bytes.count)
        guard flags.width > 0 else {
            output += bytes
            return
        }
        let count = max(0, flags.width - bytes.runes.count)
        try budget.reserve(count)
        let isZero = flags.zero && !flags.minus
        let fill = Bytes(repeating: isZero ? 0x30 : 0x20, count: count)
        let isSigned = isZero && isNumber && bytes.first == UInt8(ascii: "-")
        let start = flags.minus ? bytes.count : isSigned ? 1 : 0
        output += bytes[..<start] + fill + bytes[start...]
    }

    // MARK: Values

    /// Prints the result of a method `String`, or else the elements of a collection.
    mutating func print(
        _ value: TemplateValue, verb: Unicode.Scalar = "v", depth: Int = 0
    ) throws(CallFailure) {
        try budget.spend()
        try budget.check(depth: depth + 1)
        switch value {
        case .missing, .null:
            if depth == 0 { try pad(Bytes("<nil>")) } else { write("<nil>") }
        case .bool(let flag):
            guard verb == "t" || verb == "v" else { throw .notRendered }
            try pad(Bytes(flag ? "true" : "false"))
        case .integer(let number, let type): try print(number, type, verb: verb)
        case .float(let number):
            guard verb == "v", flags.precision == nil, number.isFinite || !flags.zero else {
                throw .notRendered
            }
            try pad(Bytes(GoFloat.text(number, plainExponents: -4..<6)), isNumber: true)
        case .string(let bytes): try print(bytes, verb: verb)
        case .list(let list):
            try print(list.elements, between: "[", "]") {
                (printer, element) throws(CallFailure) in
                try printer.print(element, verb: verb, depth: depth + 1)
            }
        case .map(let map):
            try print(map.sorted, between: "map[", "]") {
                (printer, entry) throws(CallFailure) in
                try printer.print(map.value(of: entry.key), verb: verb, depth: depth + 1)
                printer.write(":")
                try printer.print(entry.value, verb: verb, depth: depth + 1)
            }
        case .record(let record):
            if record.type.isStringer, verb != "d", verb != "t" {
                return try print(record.stringText, verb: verb)
            }
            try print(zip(record.type.fields, record.values), between: "{", "}") {
                (printer, field) throws(CallFailure) in
                if printer.flags.plus { printer.write(field.0.name + ":") }
                try printer.print(field.1, verb: verb, depth: depth + 1)
            }
        }
    }

    private mutating func print<Element>(
        _ elements: some Sequence<Element>, between start: String, _ end: String,
        _ body: (inout GoPrinter, Element) throws(CallFailure) -> Void
    ) throws(CallFailure) {
        write(start)
        for (place, element) in elements.enumerated() {
            if place > 0 { write(" ") }
            try body(&self, element)
        }
        write(end)
    }

    private mutating func print(
        _ value: Int, _ type: IntegerType, verb: Unicode.Scalar
    ) throws(CallFailure) {
        guard flags.precision == nil, "vdxX".unicodeScalars.contains(verb) else {
            throw .notRendered
        }
        let radix = verb == "v" || verb == "d" ? 10 : 16
        let text =
            type.isUnsigned
            ? String(UInt(bitPattern: value), radix: radix, uppercase: verb == "X")
            : String(value, radix: radix, uppercase: verb == "X")
        try pad(Bytes(text), isNumber: true)
    }

    private mutating func print(_ bytes: Bytes, verb: Unicode.Scalar) throws(CallFailure) {
        switch verb {
        case "v", "s": try pad(truncated(bytes))
        case "q": try pad(GoQuote.string(truncated(bytes)))
        case "x", "X":
            try budget.reserve(bytes.count, times: 2)
            let digits = bytes.prefix(flags.precision ?? bytes.count).hexadecimal
            try pad(Bytes(verb == "X" ? digits.uppercased() : digits))
        default: throw .notRendered
        }
    }

    /// The precision counts scalars.
    private func truncated(_ bytes: Bytes) -> Bytes {
        guard let precision = flags.precision else { return bytes }
        return Bytes(bytes[..<(bytes.runes.prefix(precision).last?.range.upperBound ?? 0)])
    }
}
