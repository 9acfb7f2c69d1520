/// Reads one JSON object whose values are strings, which is all that a setter comment may hold.
///
/// ```
/// object = "{" [ member { "," member } ] "}"
/// member = string ":" ( string | "null" )
/// ```
/// A null counts as the empty string. Source: Go's `encoding/json` into `map[string]string`, as
/// kyaml's `fieldmeta` uses it.
struct JSONStrings {
    struct Object {
        let members: [(key: String, value: String)]
        /// What follows the object.
        let rest: ArraySlice<UInt8>
    }

    /// Why the text is no such object.
    struct Fault: Error {
        /// The key whose value is of another type, if that is what is wrong.
        let key: String?
        /// Whether the text got as far as a first key.
        let isClose: Bool
    }

    private var rest: ArraySlice<UInt8>
    private var members: [(key: String, value: String)] = []

    static func parse(_ text: ArraySlice<UInt8>) -> Result<Object, Fault> {
        var parser = JSONStrings(rest: text)
        do throws(Fault) {
            try parser.object()
            return .success(Object(members: parser.members, rest: parser.rest))
        } catch {
            return .failure(error)
        }
    }

    private init(rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    private mutating func object() throws(Fault) {
        try expect("{")
        if take("}") { return }
        repeat { try member() } while take(",")
        try expect("}")
    }

    private mutating func member() throws(Fault) {
        let key = try string()
        try expect(":")
        rest = rest.trimmingBlanksBefore()
        if rest.starts(with: "null".utf8) {
            rest = rest.dropFirst(4)
            members.append((key, ""))
        } else if rest.first == UInt8(ascii: "\"") {
            members.append((key, try string()))
        } else if let first = rest.first, "-0123456789tf[{".utf8.contains(first) {
            throw Fault(key: key, isClose: true)
        } else {
            throw fault
        }
    }

    private mutating func string() throws(Fault) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0x00...0x1F: throw fault
            default: text.append(byte)
            }
        }
        throw fault
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        guard let letter = rest.popFirst() else { throw fault }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var units = [try unit()]
            while UTF16.isLeadSurrogate(units[units.count - 1]), rest.starts(with: "\\u".utf8) {
                rest = rest.dropFirst(2)
                units.append(try unit())
            }
            // A surrogate without its partner becomes U+FFFD, as in Go.
            text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        default: throw fault
        }
    }

    /// The four digits of a `\u` escape.
    private mutating func unit() throws(Fault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst()?.hexadecimalValue else { throw fault }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Fault) {
        guard take(character) else { throw fault }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        rest = rest.trimmingBlanksBefore()
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private var fault: Fault { Fault(key: nil, isClose: !members.isEmpty) }
}

extension UInt8 {
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
