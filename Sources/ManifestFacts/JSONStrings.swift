import SourceText

/// A JSON object whose values are strings, which is all that a setter comment may contain.
///
/// A null counts as the empty string. Source: Go's `encoding/json` into `map[string]string`, as
/// kyaml's `fieldmeta` uses it.
struct JSONStrings {
    let members: [(key: String, value: String)]
    /// The text after the object.
    let rest: ArraySlice<UInt8>

    /// Reads the object that a text begins with; the path of a `wrongType` is the key whose value
    /// is no string.
    init(_ text: ArraySlice<UInt8>) throws(JSONError) {
        var reader = JSONReader(Array(text))
        var members: [(key: String, value: String)] = []
        try reader.object { (reader, key) throws(JSONError) in
            members.append((String(decoding: key, as: UTF8.self), try Self.value(&reader)))
        }
        self.members = members
        rest = reader.rest
    }

    private static func value(_ reader: inout JSONReader) throws(JSONError) -> String {
        if try reader.null() { return "" }
        // Of which type it is counts, however it goes on.
        guard try reader.kind() == .string else { throw .wrongType }
        return String(decoding: try reader.string(), as: UTF8.self)
    }
}
