/// `Sprintf`.
extension GoPrinter {
    static func format(
        _ format: Bytes, _ arguments: [TemplateValue], budget: Budget
    ) throws(CallFailure) -> Bytes {
        var directive = Directive(format: format, arguments: arguments)
        var printer = GoPrinter(budget: budget)
        try printer.run(&directive)
        return printer.output
    }

    /// How far the format has been read.
    private struct Directive {
        let format: Bytes
        let arguments: [TemplateValue]
        var index = 0
        /// The argument to print next.
        var argument = 0
        /// An index such as `[3]` chose an argument somewhere.
        var isReordered = false
        var isGood = true
        /// The last item read was such an index.
        var afterIndex = false

        var byte: UInt8? { index < format.count ? format[index] : nil }
    }

    private mutating func run(_ directive: inout Directive) throws(CallFailure) {
        while let byte = directive.byte {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                directive.index += 1
                continue
            }
            try budget.spend()
            directive.index += 1
            directive.isGood = true
            directive.afterIndex = false
            flags = Flags()
            takeFlags(&directive)
            takeArgumentIndex(&directive)
            takeWidth(&directive)
            takePrecision(&directive)
            if !directive.afterIndex { takeArgumentIndex(&directive) }
            guard directive.byte != nil else {
                write("%!(NOVERB)")
                break
            }
            try printVerb(&directive)
        }
        try printExtra(directive)
    }

    private mutating func takeFlags(_ directive: inout Directive) {
        while let byte = directive.byte {
            switch byte {
            case UInt8(ascii: "#"): flags.sharp = true
            case UInt8(ascii: "0"): flags.zero = true
            case UInt8(ascii: "+"): flags.plus = true
            case UInt8(ascii: "-"): flags.minus = true
            case UInt8(ascii: " "): flags.space = true
            default: return
            }
            directive.index += 1
        }
    }

    /// `[n]`: the next argument is the one with that number, from 1.
    private func takeArgumentIndex(_ directive: inout Directive) {
        directive.afterIndex = false
        guard directive.byte == UInt8(ascii: "[") else { return }
        directive.isReordered = true
        let rest = directive.format[directive.index...]
        guard rest.count >= 3, let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
            directive.isGood = false
            directive.index += 1
            return
        }
        let digits = Bytes(rest[(directive.index + 1)..<end])
        directive.index = end + 1
        let number = digits.allSatisfy { (0x30...0x39).contains($0) } ? Self.number(digits) : nil
        directive.afterIndex = number != nil
        if let number, number >= 1, number <= directive.arguments.count {
            directive.argument = number - 1
        } else {
            directive.isGood = false
        }
    }

    private static func number(_ digits: Bytes) -> Int? {
        GoNumber.integer(digits, base: 10).flatMap { $0 > 1_000_000 ? nil : $0 }
    }

    private func takeNumber(_ directive: inout Directive) -> Int? {
        var digits = Bytes()
        while let byte = directive.byte, (0x30...0x39).contains(byte) {
            digits.append(byte)
            directive.index += 1
        }
        return digits.isEmpty ? nil : Self.number(digits)
    }

    /// The argument for a `*`.
    private func takeStar(_ directive: inout Directive) -> Int? {
        guard directive.argument < directive.arguments.count else { return nil }
        defer { directive.argument += 1 }
        guard case .integer(let value, _) = directive.arguments[directive.argument],
            abs(value) <= 1_000_000
        else { return nil }
        return value
    }

    private mutating func takeWidth(_ directive: inout Directive) {
        guard directive.byte == UInt8(ascii: "*") else {
            flags.width = takeNumber(&directive)
            if directive.afterIndex, flags.width != nil { directive.isGood = false }
            return
        }
        directive.index += 1
        flags.width = takeStar(&directive)
        if flags.width == nil { write("%!(BADWIDTH)") }
        if let width = flags.width, width < 0 {
            flags.width = -width
            flags.minus = true
            flags.zero = false
        }
        directive.afterIndex = false
    }

    private mutating func takePrecision(_ directive: inout Directive) {
        guard directive.byte == UInt8(ascii: "."), directive.index + 1 < directive.format.count
        else { return }
        directive.index += 1
        if directive.afterIndex { directive.isGood = false }
        takeArgumentIndex(&directive)
        guard directive.byte == UInt8(ascii: "*") else {
            flags.precision = takeNumber(&directive) ?? 0
            return
        }
        directive.index += 1
        let value = takeStar(&directive)
        flags.precision = value.flatMap { $0 < 0 ? nil : $0 }
        if flags.precision == nil { write("%!(BADPREC)") }
        directive.afterIndex = false
    }

    private mutating func printVerb(_ directive: inout Directive) throws(CallFailure) {
        let rune = directive.format.rune(at: directive.index)
        directive.index += rune.width
        let verb = rune.scalar
        if verb == "%" { return write("%") }
        guard directive.isGood else { return write("%!\(verb)(BADINDEX)") }
        guard directive.argument < directive.arguments.count else {
            return write("%!\(verb)(MISSING)")
        }
        if verb == "v" {
            (flags.sharpV, flags.sharp) = (flags.sharp, false)
            (flags.plusV, flags.plus) = (flags.plus, false)
        }
        try printArgument(directive.arguments[directive.argument], verb: verb)
        directive.argument += 1
    }

    private mutating func printExtra(_ directive: Directive) throws(CallFailure) {
        let count = directive.arguments.count
        guard !directive.isReordered, directive.argument < count else { return }
        flags = Flags()
        write("%!(EXTRA ")
        for place in directive.argument..<count {
            if place > directive.argument { write(", ") }
            let value = directive.arguments[place]
            guard !value.isNothing else {
                write("<nil>")
                continue
            }
            write(value.typeName + "=")
            try printArgument(value, verb: "v")
        }
        write(")")
    }
}
