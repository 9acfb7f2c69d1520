/// The static types that values of a template can have, named as Go's `%T` names them.
indirect enum GoType: Hashable, Sendable {
    case bool
    case integer(IntegerType)
    case float64
    case string
    /// `interface {}`.
    case any
    case slice(GoType)
    case map(key: GoType, value: GoType)
    /// A type with a name of its own that is otherwise `underlying`.
    case named(String, underlying: GoType)
    case record(RecordType)
    /// `time.Time`.
    case time
    /// `*semver.Version`.
    case version

    static let int = GoType.integer(.int)
    static let list = GoType.slice(.any)
    static let dictionary = GoType.map(key: .string, value: .any)

    var name: String {
        switch self {
        case .bool: "bool"
        case .integer(let type): type.rawValue
        case .float64: "float64"
        case .string: "string"
        case .any: "interface {}"
        case .slice(let element): "[]" + element.name
        case .map(let key, let value): "map[\(key.name)]\(value.name)"
        case .named(let name, _): name
        case .record(let type): type.name
        case .time: "time.Time"
        case .version: "*semver.Version"
        }
    }

    /// As Go's `reflect.Kind` prints it.
    var kind: String {
        switch self {
        case .any: "interface"
        case .slice: "slice"
        case .map: "map"
        case .named(_, let underlying): underlying.kind
        case .record, .time: "struct"
        case .version: "ptr"
        case .bool, .integer, .float64, .string: name
        }
    }

    /// The type without its name.
    var underlying: GoType {
        if case .named(_, let underlying) = self { underlying.underlying } else { self }
    }

    /// The type of a collection's elements or values.
    var element: GoType? {
        switch underlying {
        case .slice(let element): element
        case .map(_, let value): value
        default: nil
        }
    }

    /// Whether Go's `==` works on values of this type.
    var isComparable: Bool {
        switch underlying {
        case .slice, .map: false
        case .record(let type): type.fields.allSatisfy { $0.type.isComparable }
        default: true
        }
    }
}

/// Go's integer types that values of a template can have.
enum IntegerType: String, Sendable {
    case int
    case int64
    case uint8
    case uint64

    var isUnsigned: Bool { self == .uint8 || self == .uint64 }
}

/// A Go structure: its exported fields in order, and its methods without arguments.
struct RecordType: Hashable, Sendable {
    struct Field: Sendable {
        let name: String
        let type: GoType
        /// An embedded field lends its own fields.
        var isEmbedded = false
        /// The field's name in JSON, which leaves it out when empty.
        var jsonName: String?
    }

    struct Method: Sendable {
        let name: String
        let result: GoType
    }

    let name: String
    var fields: [Field] = []
    var methods: [Method] = []
    /// The method `String` decides how values print.
    var isStringer: Bool { methods.contains { $0.name == "String" } }

    func method(_ name: String) -> Method? { methods.first { $0.name == name } }

    /// The places to go through to reach a field, embedded ones included.
    func path(to name: String) -> (places: [Int], type: GoType)? {
        for (place, field) in fields.enumerated() where field.name == name {
            return ([place], field.type)
        }
        for (place, field) in fields.enumerated() where field.isEmbedded {
            if case .record(let type) = field.type, let rest = type.path(to: name) {
                return ([place] + rest.places, rest.type)
            }
        }
        return nil
    }

    static func == (left: RecordType, right: RecordType) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
