/// A JSON document, always written in the same way: compact, keys in byte order.
///
/// Unlike Foundation's encoder it also escapes control and invisible characters, so that a
/// document can be printed on a terminal whatever file names it contains.
package enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
    /// An array that is already encoded.
    case list(JSONList)

    package init(_ integer: Int?) {
        self = integer.map(JSONValue.integer) ?? .null
    }

    package init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    /// The document as one line, with its line break.
    package var line: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += value.description.utf8
        case .integer(let value): bytes += value.description.utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .list(let list):
            bytes += list.elements
            bytes.append(UInt8(ascii: "]"))
        case .array(let elements):
            Self.write(elements, between: ("[", "]"), to: &bytes) { element, bytes in
                element.write(to: &bytes)
            }
        case .object(let members):
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            Self.write(sorted, between: ("{", "}"), to: &bytes) { member, bytes in
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], between brackets: (open: String, close: String), to bytes: inout [UInt8],
        item writeItem: (Item, inout [UInt8]) -> Void
    ) {
        bytes += brackets.open.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            writeItem(item, &bytes)
        }
        bytes += brackets.close.utf8
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        let start = bytes.count
        bytes += text.utf8
        // A shortcut, because nearly all strings need no escapes.
        if bytes[start...].allSatisfy(\.standsForItself) { return }
        bytes.removeSubrange(start...)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes += "\\\"".utf8
            case "\\": bytes += "\\\\".utf8
            case "\n": bytes += "\\n".utf8
            case "\t": bytes += "\\t".utf8
            case _ where scalar.actsOnTerminals: bytes += escape(of: scalar).utf8
            default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
    }

    /// `\uXXXX` for each UTF-16 unit of the scalar (RFC 8259, section 7).
    private static func escape(of scalar: Unicode.Scalar) -> String {
        UTF16.width(scalar) == 1
            ? escape(of: UInt16(scalar.value))
            : escape(of: UTF16.leadSurrogate(scalar)) + escape(of: UTF16.trailSurrogate(scalar))
    }

    private static func escape(of unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension UInt8 {
    /// Whether it is a printable character of ASCII that needs no escape.
    fileprivate var standsForItself: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

extension JSONValue {
    /// A command's whole output: its own members in the envelope that all commands share.
    package static func document(
        of command: String, by tool: ToolIdentity, _ members: [String: JSONValue]
    ) -> JSONValue {
        let envelope: [String: JSONValue] = [
            "schema": 1,
            "tool": ["name": .string(tool.name), "version": .string(tool.version)],
            "command": .string(command),
        ]
        return .object(envelope.merging(members) { _, member in member })
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: members))
    }

    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    package init(stringLiteral text: String) {
        self = .string(text)
    }

    package init(integerLiteral value: Int) {
        self = .integer(value)
    }

    package init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

/// A JSON array whose elements are encoded as they are appended.
///
/// It is meant for thousands of elements, which take several times the memory as `JSONValue`s.
package struct JSONList: Equatable, Sendable {
    /// The encoded elements with the opening bracket, but without the closing one.
    private(set) var elements = [UInt8(ascii: "[")]

    package init() {}

    package mutating func append(_ element: JSONValue) {
        if elements.count > 1 { elements.append(UInt8(ascii: ",")) }
        element.write(to: &elements)
    }
}
