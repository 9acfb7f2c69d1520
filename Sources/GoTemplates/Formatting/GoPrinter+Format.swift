/// `Sprintf` with `%v`, `%+v`, `%s`, `%q`, `%d`, `%t`, `%x`, `%X` and `%%`, each with a width, `-`
/// or `0` in front of it, and a precision for strings.
///
/// Other directives are not rendered, and neither are arguments that do not fit theirs.
extension GoPrinter {
    static func format(
        _ format: Bytes, _ arguments: ArraySlice<TemplateValue>, budget: Budget
    ) throws(CallFailure) -> Bytes {
        var printer = GoPrinter(budget: budget)
        var arguments = arguments
        var rest = format[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                printer.output.append(byte)
                continue
            }
            try budget.spend()
            printer.flags = try Self.flags(from: &rest)
            let verb = rest.popFirst().map { Unicode.Scalar($0) }
            guard verb != "%" else {
                printer.write("%")
                continue
            }
            guard let verb, "vsqdtxX".unicodeScalars.contains(verb),
                let value = arguments.popFirst(),
                verb == "v" || !value.isNothing && !printer.flags.plus
            else { throw .notRendered }
            try printer.print(value, verb: verb)
        }
        guard arguments.isEmpty else { throw .notRendered }
        return printer.output
    }

    private static func flags(from rest: inout ArraySlice<UInt8>) throws(CallFailure) -> Flags {
        var flags = Flags()
        while let byte = rest.first, "+-0".utf8.contains(byte) {
            switch byte {
            case UInt8(ascii: "+"): flags.plus = true
            case UInt8(ascii: "-"): flags.minus = true
            default: flags.zero = true
            }
            rest.removeFirst()
        }
        flags.width = try number(from: &rest)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            flags.precision = try number(from: &rest)
        }
        return flags
    }

    /// 0 if there are no digits.
    private static func number(from rest: inout ArraySlice<UInt8>) throws(CallFailure) -> Int {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        if digits.isEmpty { return 0 }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), number <= 1_000_000 else {
            throw .notRendered
        }
        return number
    }
}
