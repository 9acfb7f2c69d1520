/// Values as Go's `encoding/json` writes them.
struct JSONEncoding {
    let escapesHTML: Bool
    /// Of one level; nil for all in one line.
    let indent: Bytes?
    let budget: Budget
    private(set) var output = Bytes()

    /// Throws `cannotUse` for what has no JSON.
    mutating func append(_ value: TemplateValue, depth: Int) throws(CallFailure) {
        try budget.spend()
        try budget.check(depth: depth + 1)
        switch value {
        case .missing, .null: write("null")
        case .bool(let flag): write(flag ? "true" : "false")
        case .integer(let number, let type):
            write(type.isUnsigned ? String(UInt(bitPattern: number)) : String(number))
        case .float(let number): write(try Self.text(of: number))
        case .string(let bytes): try append(bytes)
        case .list(let list): try append(list, depth: depth)
        case .map(let map): try append(map, depth: depth)
        case .record(let record): try append(record.members, depth: depth)
        }
    }

    private mutating func write(_ text: String) {
        output += text.utf8
    }

    private mutating func startLine(_ depth: Int) throws(CallFailure) {
        guard let indent else { return }
        try budget.reserve(depth, times: indent.count)
        output.append(0x0A)
        for _ in 0..<depth { output += indent }
    }

    private mutating func append(_ list: TemplateList, depth: Int) throws(CallFailure) {
        guard !list.isNil else { return write("null") }
        write("[")
        for (place, element) in list.elements.enumerated() {
            if place > 0 { write(",") }
            try startLine(depth + 1)
            try append(element, depth: depth + 1)
        }
        if !list.elements.isEmpty { try startLine(depth) }
        write("]")
    }

    private mutating func append(_ map: TemplateMap, depth: Int) throws(CallFailure) {
        guard map.keyType == .string else { throw .cannotUse(type: map.type.name) }
        guard !map.isNil else { return write("null") }
        try append(map.sorted.map { ($0.key.parts[0], $0.value) }, depth: depth)
    }

    private mutating func append(
        _ members: [(name: Bytes, value: TemplateValue)], depth: Int
    ) throws(CallFailure) {
        write("{")
        for (place, member) in members.enumerated() {
            if place > 0 { write(",") }
            try startLine(depth + 1)
            try append(member.name)
            write(indent == nil ? ":" : ": ")
            try append(member.value, depth: depth + 1)
        }
        if !members.isEmpty { try startLine(depth) }
        write("}")
    }

    private mutating func append(_ text: Bytes) throws(CallFailure) {
        try budget.reserve(text.count)
        write("\"")
        for rune in text.runes {
            switch rune.scalar {
            case "\"": write("\\\"")
            case "\\": write("\\\\")
            case "\n": write("\\n")
            case "\r": write("\\r")
            case "\t": write("\\t")
            case "\u{8}": write("\\b")
            case "\u{C}": write("\\f")
            case "<" where escapesHTML, ">" where escapesHTML, "&" where escapesHTML,
                "\0"..."\u{1F}", "\u{2028}", "\u{2029}":
                write("\\u" + GoQuote.hexadecimal(rune.scalar.value, width: 4))
            default:
                if rune.isValid { output += text[rune.range] } else { write("\\ufffd") }
            }
        }
        write("\"")
    }

    /// Exponents only for the very small and the very large.
    private static func text(of number: Double) throws(CallFailure) -> String {
        guard number.isFinite else { throw .cannotUse(type: "\(number)") }
        let text = GoFloat.text(number, plainExponents: -6..<21)
        // `e-09` becomes `e-9`.
        guard text.hasSuffix("e-0\(text.last ?? "0")") else { return text }
        return String(text.dropLast(2)) + String(text.suffix(1))
    }
}

extension TemplateRecord {
    /// The fields as JSON names them; embedded ones belong to the outer structure.
    fileprivate var members: [(name: Bytes, value: TemplateValue)] {
        zip(type.fields, values).flatMap { field, value -> [(name: Bytes, value: TemplateValue)] in
            if field.isEmbedded, case .record(let record) = value { return record.members }
            if let name = field.jsonName { return value.isTrue ? [(Bytes(name), value)] : [] }
            return [(Bytes(field.name), value)]
        }
    }
}
