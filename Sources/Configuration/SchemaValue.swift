/// A JSON value whose members keep their order, so that a schema can be read from top to bottom.
indirect enum SchemaValue: Sendable {
    case boolean(Bool)
    case integer(Int)
    case string(String)
    case array([SchemaValue])
    case object([(key: String, value: SchemaValue)])

    private static let width = 100

    /// The document's text: two blanks a level, short values on one line.
    ///
    /// `used` is how much of the first line is taken already.
    func text(indent: String = "", used: Int = 0) -> String {
        let line = onOneLine
        guard used + line.count > Self.width else { return line }
        let inner = indent + "  "
        switch self {
        case .boolean, .integer, .string: return line
        case .array(let items):
            let lines = items.map { inner + $0.text(indent: inner, used: inner.count) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { key, value in
                let name = "\(inner)\(key.jsonQuoted): "
                return name + value.text(indent: inner, used: name.count)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private var onOneLine: String {
        switch self {
        case .boolean(let value): value.description
        case .integer(let value): value.description
        case .string(let text): text.jsonQuoted
        case .array(let items): "[" + items.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ "
                + members.map { "\($0.key.jsonQuoted): \($0.value.onOneLine)" }
                .joined(separator: ", ") + " }"
        }
    }

    /// An object's members, followed by those of another.
    func with(contentsOf other: SchemaValue) -> SchemaValue {
        guard case .object(let own) = self, case .object(let added) = other else { return self }
        return .object(own + added)
    }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral items: SchemaValue...) { self = .array(items) }
    init(dictionaryLiteral members: (String, SchemaValue)...) {
        self = .object(members.map { (key: $0, value: $1) })
    }
}
