import SourceText

/// JSON as Go's `encoding/json` reads it into an `interface{}`: numbers are floats.
enum JSONDecoding {
    /// Nil for what is no JSON, or nested deeper than `depth`; a number too large for a float is
    /// null, and the value not complete.
    static func value(of text: Bytes, depth: Int) -> (value: TemplateValue, isComplete: Bool)? {
        var reader = JSONReader(text, depthLimit: depth)
        var isComplete = true
        do throws(JSONError) {
            let value = try value(from: &reader, &isComplete)
            try reader.end()
            return (value, isComplete)
        } catch {
            return nil
        }
    }

    private static func value(
        from reader: inout JSONReader, _ isComplete: inout Bool
    ) throws(JSONError) -> TemplateValue {
        switch try reader.kind() {
        case .object:
            let map = TemplateMap()
            try reader.object { (reader, key) throws(JSONError) in
                map[Bytes(key).withValidRunes] = try value(from: &reader, &isComplete)
            }
            return .map(map)
        case .array:
            var elements: [TemplateValue] = []
            try reader.array { (reader) throws(JSONError) in
                elements.append(try value(from: &reader, &isComplete))
            }
            return .list(TemplateList(elements))
        case .string: return .string(Bytes(try reader.string()).withValidRunes)
        case .number:
            let text = String(decoding: try reader.number(), as: UTF8.self)
            if let number = goFloat(text) { return .float(number) }
            isComplete = false
            return .null
        case .boolean: return .bool(try reader.boolean())
        case .null:
            _ = try reader.null()
            return .null
        }
    }
}

extension Bytes {
    fileprivate var withValidRunes: Bytes { mappingRunes { $0 } }
}
