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
        let rest: Substring
    }

    /// Why the text is no such object.
    struct Fault: Error {
        /// The key whose value is of another type, if that is what is wrong.
        let key: String?
        /// Whether the text got as far as a first key.
        let isClose: Bool
    }

    private var rest: Substring
    private var members: [(key: String, value: String)] = []

    static func parse(_ text: Substring) -> Result<Object, Fault> {
        var parser = JSONStrings(rest: text)
        do throws(Fault) {
            try parser.object()
            return .success(Object(members: parser.members, rest: parser.rest))
        } catch {
            return .failure(error)
        }
    }

    private init(rest: Substring) {
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
        skipBlanks()
        if rest.hasPrefix("null") {
            rest = rest.dropFirst(4)
            members.append((key, ""))
        } else if rest.first == "\"" {
            members.append((key, try string()))
        } else if let first = rest.first, "-0123456789tf[{".contains(first) {
            throw Fault(key: key, isClose: true)
        } else {
            throw fault
        }
    }

    private mutating func string() throws(Fault) -> String {
        try expect("\"")
        var units: [UInt16] = []
        while let character = rest.unicodeScalars.popFirst() {
            switch character {
            case "\"": return String(decoding: units, as: UTF16.self)
            case "\\": units.append(contentsOf: try escape())
            case "\u{0}"..."\u{1F}": throw fault
            default: units.append(contentsOf: String(character).utf16)
            }
        }
        throw fault
    }

    private mutating func escape() throws(Fault) -> [UInt16] {
        guard let letter = rest.unicodeScalars.popFirst() else { throw fault }
        switch letter {
        case "\"", "\\", "/": return Array(String(letter).utf16)
        case "b": return [0x08]
        case "f": return [0x0C]
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "u":
            let digits = rest.prefix(4).utf8.map(\.hexadecimalValue)
            guard digits.count == 4 else { throw fault }
            var unit: UInt16 = 0
            for digit in digits {
                guard let digit else { throw fault }
                unit = unit << 4 | UInt16(digit)
            }
            rest = rest.dropFirst(4)
            return [unit]
        default: throw fault
        }
    }

    private mutating func expect(_ character: Character) throws(Fault) {
        guard take(character) else { throw fault }
    }

    private mutating func take(_ character: Character) -> Bool {
        skipBlanks()
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
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
