import SourceText

/// The functions of `text/template` itself, but for comparisons; sprig replaces `slice`.
extension TemplateFunction {
    static let builtins: [String: TemplateFunction] = [
        "and": shortCircuit,
        "or": shortCircuit,
        "not": Self(.reflected, gives: .bool) { a in .bool(!a[0].isTrue) },
        "len": Self(.reflected, gives: .int) { a throws(CallFailure) in .int(try length(of: a[0]))
        },
        "index": Self(.reflected, rest: .reflected) { a throws(CallFailure) in
            try element(of: a[0], at: a.rest(1))
        },
        "call": Self(.reflected, rest: .reflected) { a throws(CallFailure) in
            throw .cannotUse(type: a[0].typeName)
        },
        "print": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            .string(try GoPrinter.print(a.values, budget: a.budget))
        },
        "println": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            .string(try GoPrinter.print(a.values, asLine: true, budget: a.budget))
        },
        "printf": Self(.string, rest: .any, gives: .string) { a throws(CallFailure) in
            .string(try GoPrinter.format(a.string(0), a.rest(1), budget: a.budget))
        },
        "urlquery": Self(rest: .any, gives: .string) { a throws(CallFailure) in
            .string(escapedForQuery(try joinedText(a)))
        },
    ]

    private static let shortCircuit: TemplateFunction = {
        var function = TemplateFunction(.reflected, rest: .reflected) { a in a[a.count - 1] }
        function.isShortCircuit = true
        return function
    }()

    private static func length(of value: TemplateValue) throws(CallFailure) -> Int {
        switch value {
        case .string(let bytes): bytes.count
        case .list(let list): list.elements.count
        case .map(let map): map.entries.count
        default: throw .cannotUse(type: value.typeName)
        }
    }

    /// One index after the other; a map's missing key gives its type's zero.
    private static func element(
        of value: TemplateValue, at indexes: ArraySlice<TemplateValue>
    ) throws(CallFailure) -> TemplateValue {
        guard !value.isNothing else { throw .cannotUse(type: "nil") }
        var value = value
        for index in indexes {
            switch value {
            case .string(let bytes):
                value = .integer(Int(bytes[try position(index, below: bytes.count)]), .uint8)
            case .list(let list):
                value = list.elements[try position(index, below: list.elements.count)]
            case .map(let map): value = try entry(of: map, at: index)
            default: throw .cannotUse(type: value.typeName)
            }
        }
        return value
    }

    private static func position(
        _ index: TemplateValue, below count: Int
    ) throws(CallFailure) -> Int {
        guard case .integer(let place, _) = index else { throw .cannotUse(type: index.typeName) }
        guard place >= 0, place < count else { throw .outOfRange(place) }
        return place
    }

    private static func entry(
        of map: TemplateMap, at index: TemplateValue
    ) throws(CallFailure) -> TemplateValue {
        guard let type = index.type, type == map.keyType else {
            throw .cannotUse(type: index.typeName)
        }
        let key: MapKey
        switch index {
        case .string(let text): key = MapKey(text)
        case .record(let record): key = MapKey(parts: record.texts)
        default: throw .cannotUse(type: index.typeName)
        }
        return map.entries[key] ?? map.type.element?.zero ?? .null
    }

    /// A single string as it is; else what `print` makes of the arguments.
    private static func joinedText(_ arguments: Arguments) throws(CallFailure) -> Bytes {
        if arguments.count == 1, case .string(let text) = arguments[0] { return text }
        let values = arguments.values.map { value in
            value.isNothing ? TemplateValue.text("<no value>") : value
        }
        return try GoPrinter.print(values, budget: arguments.budget)
    }

    /// Go's `url.QueryEscape`.
    private static func escapedForQuery(_ text: Bytes) -> Bytes {
        text.flatMap { byte -> Bytes in
            switch byte {
            case 0x20: return Bytes("+")
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: return [byte]
            default: return Bytes("%" + [byte].hexadecimal.uppercased())
            }
        }
    }
}

extension GoType {
    /// Go's zero value.
    var zero: TemplateValue {
        switch underlying {
        case .bool: .bool(false)
        case .integer(let type): .integer(0, type)
        case .float64: .float(0)
        case .string: .string([])
        case .any, .time, .version, .named: .null
        case .slice(let element): .list(TemplateList([], of: element, isNil: true))
        case .map: .map(TemplateMap(type: self, isNil: true))
        case .record(let type):
            .record(TemplateRecord(type: type, values: type.fields.map(\.type.zero)))
        }
    }
}
