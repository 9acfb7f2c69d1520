import SourceText

/// A value of CEL, as far as filters have them.
indirect enum FilterValue: Sendable {
    case null
    case boolean(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case list([FilterValue])
    case map([String: FilterValue])
    /// A map of which only some keys are known.
    case partial([String: FilterValue])
    case optional(FilterValue?)

    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        // Go decodes all numbers of JSON as `float64`.
        case .number(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .array(let items): self = .list(items.map { FilterValue($0) })
        case .object(let members): self = .map(members.mapValues { FilterValue($0) })
        }
    }

    /// Whether values are equal: of different types never, but numbers by value.
    func isEqual(to other: FilterValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
        case (.map(let left), .map(let right)):
            left.count == right.count
                && left.allSatisfy { key, value in right[key]?.isEqual(to: value) ?? false }
        case (.optional(let left), .optional(let right)):
            switch (left, right) {
            case (nil, nil): true
            case (let left?, let right?): left.isEqual(to: right)
            default: false
            }
        default: number.flatMap { left in other.number.map { left == $0 } } ?? false
        }
    }

    /// Whether it is less than a value; nil for values that have no order.
    func isLess(than other: FilterValue) -> Bool? {
        switch (self, other) {
        case (.int(let left), .int(let right)): left < right
        case (.string(let left), .string(let right)):
            left.bytesPrecede(right)
        case (.boolean(let left), .boolean(let right)): !left && right
        default: number.flatMap { left in other.number.map { left < $0 } }
        }
    }

    private var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The position that it means in a list.
    var position: Int? {
        switch self {
        case .int(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }
}
