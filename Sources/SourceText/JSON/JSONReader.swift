/// A streaming reader of JSON (RFC 8259), which takes one value after the other.
///
/// It builds no tree: few strings matter of the megabytes in which a cluster lists its objects,
/// and a decoder that first builds everything takes ten times as long. It accepts the same texts
/// as Go's `encoding/json`, with the same values.
package struct JSONReader {
    package enum Kind: Sendable {
        case object
        case array
        case string
        case number
        case boolean
        case null
    }

    let text: [UInt8]
    var position = 0
    private let depthLimit: Int
    /// The number of open objects and arrays.
    private var depth = 0

    /// - Parameter depthLimit: The depth from which nested values are rejected.
    package init(_ text: [UInt8], depthLimit: Int = 512) {
        self.text = text
        self.depthLimit = depthLimit
    }

    /// Returns the kind of the next value.
    package mutating func kind() throws(JSONError) -> Kind {
        skipBlanks()
        guard depth < depthLimit, let byte else { throw .noJSON }
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        default: throw .noJSON
        }
    }

    /// Reads an object; `member` must read or skip the value of each key.
    ///
    /// Keys may repeat.
    package mutating func object(
        _ member: (inout JSONReader, _ key: ArraySlice<UInt8>) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(.object)
        if take("}") { return close() }
        repeat {
            let key = try key()
            do throws(JSONError) {
                try member(&self, key)
            } catch {
                throw error.inside(String(decoding: key, as: UTF8.self))
            }
        } while try hasMore(before: "}")
        close()
    }

    /// Reads an array; `element` must read or skip each element.
    package mutating func array(
        _ element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(.array)
        if take("]") { return close() }
        var number = 0
        repeat {
            do throws(JSONError) {
                try element(&self)
            } catch {
                throw error.inside(String(number))
            }
            number += 1
        } while try hasMore(before: "]")
        close()
    }

    /// Reads a number and returns it as written.
    package mutating func number() throws(JSONError) -> ArraySlice<UInt8> {
        try expect(.number)
        let start = position
        _ = take("-")
        if !take("0") { try takeDigits() }
        if take(".") { try takeDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try takeDigits()
        }
        return text[start..<position]
    }

    package mutating func boolean() throws(JSONError) -> Bool {
        try expect(.boolean)
        let isTrue = byte == UInt8(ascii: "t")
        try takeWord(isTrue ? "true" : "false")
        return isTrue
    }

    /// Reads a `null`, if the next value is one, and returns whether it was.
    package mutating func null() throws(JSONError) -> Bool {
        guard try kind() == .null else { return false }
        try takeWord("null")
        return true
    }

    /// Skips a value, and checks that it is valid JSON.
    package mutating func skip() throws(JSONError) {
        switch try kind() {
        case .object: try object { (reader, _) throws(JSONError) in try reader.skip() }
        case .array: try array { (reader) throws(JSONError) in try reader.skip() }
        case .string: _ = try string()
        case .number: _ = try number()
        case .boolean: _ = try boolean()
        case .null: _ = try null()
        }
    }

    /// The unread part of the text.
    package var rest: ArraySlice<UInt8> { text[position...] }

    /// Throws if anything but blanks follows.
    package mutating func end() throws(JSONError) {
        skipBlanks()
        guard position == text.count else { throw .noJSON }
    }

    // MARK: Pieces

    var byte: UInt8? { position < text.count ? text[position] : nil }

    /// Skips blanks and throws if the next value has another kind.
    mutating func expect(_ wanted: Kind) throws(JSONError) {
        if try kind() == wanted { return }
        // Invalid JSON is reported as such, not as a wrong type.
        try skip()
        throw .wrongType
    }

    private mutating func open(_ kind: Kind) throws(JSONError) {
        try expect(kind)
        position += 1
        depth += 1
        skipBlanks()
    }

    private mutating func close() { depth -= 1 }

    private mutating func key() throws(JSONError) -> ArraySlice<UInt8> {
        skipBlanks()
        guard byte == UInt8(ascii: "\"") else { throw .noJSON }
        let key = try stringBytes()
        skipBlanks()
        guard take(":") else { throw .noJSON }
        return key
    }

    /// Reads a comma or the end, and returns whether it was a comma.
    private mutating func hasMore(before end: Unicode.Scalar) throws(JSONError) -> Bool {
        skipBlanks()
        if take(",") { return true }
        guard take(end) else { throw .noJSON }
        return false
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func takeWord(_ word: String) throws(JSONError) {
        guard text[position...].starts(with: word.utf8) else { throw .noJSON }
        position += word.utf8.count
    }

    private mutating func takeDigits() throws(JSONError) {
        let start = position
        while let byte, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw .noJSON }
    }

    mutating func skipBlanks() {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
