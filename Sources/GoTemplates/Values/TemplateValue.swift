/// A value in an execution, as Go's reflection sees it.
///
/// Slices are values, since no function changes one in place; maps are references, since `set`
/// changes them for all who hold them.
enum TemplateValue {
    /// No value at all: what a missing key gives; prints as `<no value>`.
    case missing
    /// A nil interface, as lists and dictionaries can contain it.
    case null
    case bool(Bool)
    /// Unsigned types keep their bits.
    case integer(Int, IntegerType)
    case float(Double)
    case string(Bytes)
    case list(TemplateList)
    case map(TemplateMap)
    case record(TemplateRecord)

    static func int(_ value: Int) -> TemplateValue { .integer(value, .int) }
    static func int64(_ value: Int) -> TemplateValue { .integer(value, .int64) }
    static func text(_ value: String) -> TemplateValue { .string(Bytes(value)) }

    static func strings(_ values: some Sequence<Bytes>) -> TemplateValue {
        .list(TemplateList(values.map { .string($0) }, of: .string))
    }

    /// Nil for what has no type: `missing` and `null`.
    var type: GoType? {
        switch self {
        case .missing, .null: nil
        case .bool: .bool
        case .integer(_, let type): .integer(type)
        case .float: .float64
        case .string: .string
        case .list(let list): .slice(list.elementType)
        case .map(let map): map.type
        case .record(let record): .record(record.type)
        }
    }

    /// As `%T` prints it.
    var typeName: String { type?.name ?? "<nil>" }

    var isNothing: Bool {
        switch self {
        case .missing, .null: true
        default: false
        }
    }

    /// Nothing, or a nil slice or map.
    var isNil: Bool {
        switch self {
        case .list(let list): list.isNil
        case .map(let map): map.isNil
        default: isNothing
        }
    }

    /// The levels of lists and dictionaries, as far as they were there when it was made.
    var depth: Int {
        switch self {
        case .list(let list): list.depth
        case .map(let map): map.depth
        default: 0
        }
    }

    /// Bytes or elements, those within elements not counted.
    var size: Int {
        switch self {
        case .string(let bytes): bytes.count
        case .list(let list): list.elements.count
        case .map(let map): map.entries.count
        default: 0
        }
    }

    /// The value at the end of a pipeline: a nil interface is no value any more.
    var unwrapped: TemplateValue {
        if case .null = self { .missing } else { self }
    }

    /// The value in an `interface{}` parameter.
    var boxed: TemplateValue {
        if case .missing = self { .null } else { self }
    }

    /// Go's `template.IsTrue`.
    var isTrue: Bool {
        switch self {
        case .missing, .null: false
        case .bool(let value): value
        case .integer(let value, _): value != 0
        case .float(let value): value != 0
        case .string(let bytes): !bytes.isEmpty
        case .list(let list): !list.elements.isEmpty
        case .map(let map): !map.entries.isEmpty
        case .record: true
        }
    }
}

/// A Go slice.
struct TemplateList {
    let elements: [TemplateValue]
    let elementType: GoType
    /// A nil slice prints like an empty one, but is `null` in JSON and equal to nil.
    let isNil: Bool
    let depth: Int

    init(_ elements: [TemplateValue], of elementType: GoType = .any, isNil: Bool = false) {
        self.elements = elements
        self.elementType = elementType
        self.isNil = isNil
        depth = 1 + (elements.lazy.map(\.depth).max() ?? 0)
    }
}

/// A Go map, which all values that refer to it share.
final class TemplateMap {
    let type: GoType
    /// A nil map prints like an empty one, but nothing can be set in it.
    let isNil: Bool
    private(set) var entries: [MapKey: TemplateValue]
    private(set) var depth: Int

    init(
        _ entries: [MapKey: TemplateValue] = [:], type: GoType = .dictionary, isNil: Bool = false
    ) {
        self.entries = entries
        self.type = type
        self.isNil = isNil
        depth = 1 + (entries.values.lazy.map(\.depth).max() ?? 0)
    }

    /// In Go's order for printing and `range`.
    var sorted: [(key: MapKey, value: TemplateValue)] {
        entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var keyType: GoType {
        if case .map(let key, _) = type.underlying { key } else { .string }
    }

    subscript(key: Bytes) -> TemplateValue? {
        get { self[MapKey(key)] }
        set { self[MapKey(key)] = newValue }
    }

    subscript(key: MapKey) -> TemplateValue? {
        get { entries[key] }
        set {
            entries[key] = newValue
            depth = max(depth, 1 + (newValue?.depth ?? 0))
        }
    }

    /// The key as a value.
    func value(of key: MapKey) -> TemplateValue {
        guard case .record(let type) = keyType else { return .string(key.parts[0]) }
        return type.value(fromKey: key)
    }
}

/// A key: a string, or the fields of an object identifier in the order of Go's structure.
struct MapKey: Hashable, Comparable {
    let parts: [Bytes]

    init(_ text: Bytes) { parts = [text] }
    init(parts: [Bytes]) { self.parts = parts }

    static func < (left: MapKey, right: MapKey) -> Bool {
        for (one, other) in zip(left.parts, right.parts) where one != other {
            return one.lexicographicallyPrecedes(other)
        }
        return left.parts.count < right.parts.count
    }
}

/// A Go structure.
struct TemplateRecord {
    let type: RecordType
    /// One for each field of the type; then what methods need beside.
    let values: [TemplateValue]

    func field(_ name: String) -> TemplateValue? {
        guard let path = type.path(to: name) else { return nil }
        return path.places.reduce(TemplateValue.record(self)) { value, place in
            if case .record(let record) = value { record.values[place] } else { value }
        }
    }
}
