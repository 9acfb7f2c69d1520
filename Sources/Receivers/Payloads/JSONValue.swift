import SourceText

/// A JSON value from outside, bounded in depth and count.
///
/// Of a key that repeats, the last counts, as in Go's `encoding/json`.
indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    static let depthLimit = 64
    /// Values and keys; a payload of 3 MiB can have a million.
    static let countLimit = 200_000

    /// Nil if the bytes are no JSON in UTF-8, or beyond a limit.
    init?(_ bytes: [UInt8]) {
        var reader = JSONReader(bytes, depthLimit: Self.depthLimit)
        var count = 0
        guard let value = try? Self.value(&reader, &count), (try? reader.end()) != nil else {
            return nil
        }
        self = value
    }

    private static func value(
        _ reader: inout JSONReader, _ count: inout Int
    ) throws(JSONError) -> JSONValue {
        count += 1
        guard count <= countLimit else { throw .noJSON }
        switch try reader.kind() {
        case .null:
            _ = try reader.null()
            return .null
        case .boolean: return .boolean(try reader.boolean())
        case .number:
            let text = String(decoding: try reader.number(), as: UTF8.self)
            guard let number = Double(text), number.isFinite else { throw .noJSON }
            return .number(number)
        case .string: return .string(text(try reader.string()))
        case .array:
            var items: [JSONValue] = []
            try reader.array { (reader) throws(JSONError) in
                items.append(try value(&reader, &count))
            }
            return .array(items)
        case .object:
            var members: [String: JSONValue] = [:]
            try reader.object { (reader, key) throws(JSONError) in
                members[text(key)] = try value(&reader, &count)
            }
            return .object(members)
        }
    }

    /// Bytes that are not UTF-8 become U+FFFD, as in Go.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value of a key; nil where there is none, or where this is no object.
    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The value at the end of a path of keys.
    subscript(first: String, path: String...) -> JSONValue? {
        path.reduce(self[first]) { value, key in value?[key] }
    }

    /// Nil for other values, and for an empty string.
    var text: String? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    /// None for what is no array.
    var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}
