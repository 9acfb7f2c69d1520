/// Values of any type: what has a method `String` prints itself, collections their elements.
extension GoPrinter {
    mutating func printArgument(_ value: TemplateValue, verb: Unicode.Scalar) throws(CallFailure) {
        if value.isNothing {
            if verb == "v" || verb == "T" { return try pad(Bytes("<nil>")) }
            return try writeBadVerb(verb, value)
        }
        switch verb {
        case "T": try pad(Bytes(value.typeName))
        case "p", "w": try writeBadVerb(verb, value)
        default: try print(value, verb: verb, depth: 0)
        }
    }

    private mutating func print(
        _ value: TemplateValue, verb: Unicode.Scalar, depth: Int
    ) throws(CallFailure) {
        try budget.spend()
        guard depth < budget.limits.depth else { throw .tooDeep(limit: budget.limits.depth) }
        if !isErroring, !flags.sharpV, "vsxXq".unicodeScalars.contains(verb),
            let text = value.stringerText
        {
            return try printString(text, verb: verb, of: value)
        }
        switch value {
        case .missing, .null:
            if flags.sharpV { return write("interface {}(nil)") }
            write("<nil>")
        case .bool(let flag): try printBool(flag, verb: verb)
        case .integer(let number, let type): try printInteger(number, type, verb: verb)
        case .float(let number): try printFloat(number, verb: verb)
        case .complex(let real, let imaginary):
            try printComplex(real: real, imaginary: imaginary, verb: verb)
        case .string(let bytes): try printString(bytes, verb: verb, of: value)
        case .list(let list): try print(list, verb: verb, depth: depth)
        case .map(let map): try print(map, verb: verb, depth: depth)
        case .record(let record): try print(record, verb: verb, depth: depth)
        }
    }

    private mutating func print(
        _ list: TemplateList, verb: Unicode.Scalar, depth: Int
    ) throws(CallFailure) {
        if flags.sharpV {
            write(GoType.slice(list.elementType).name)
            if list.isNil { return write("(nil)") }
        }
        write(flags.sharpV ? "{" : "[")
        for (place, element) in list.elements.enumerated() {
            if place > 0 { write(flags.sharpV ? ", " : " ") }
            try print(element, verb: verb, depth: depth + 1)
        }
        write(flags.sharpV ? "}" : "]")
    }

    private mutating func print(
        _ map: TemplateMap, verb: Unicode.Scalar, depth: Int
    ) throws(CallFailure) {
        write(flags.sharpV ? map.type.name + "{" : "map[")
        for (place, entry) in map.sorted.enumerated() {
            if place > 0 { write(flags.sharpV ? ", " : " ") }
            try print(map.value(of: entry.key), verb: verb, depth: depth + 1)
            write(":")
            try print(entry.value, verb: verb, depth: depth + 1)
        }
        write(flags.sharpV ? "}" : "]")
    }

    private mutating func print(
        _ record: TemplateRecord, verb: Unicode.Scalar, depth: Int
    ) throws(CallFailure) {
        write((flags.sharpV ? record.type.name : "") + "{")
        for (place, field) in record.type.fields.enumerated() {
            if place > 0 { write(flags.sharpV ? ", " : " ") }
            if flags.plusV || flags.sharpV { write(field.name + ":") }
            try print(record.values[place], verb: verb, depth: depth + 1)
        }
        write("}")
    }
}

extension TemplateValue {
    /// The result of the method `String`; nil if there is none.
    var stringerText: Bytes? {
        guard case .record(let record) = self, record.type.isStringer else { return nil }
        return record.stringText
    }
}
