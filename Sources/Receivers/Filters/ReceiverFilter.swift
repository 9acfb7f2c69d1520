/// A filter of a Receiver: CEL, as far as it is evaluated here.
///
/// ```
/// expression = or [ "?" or ":" expression ]
/// or         = and { "||" and }
/// and        = relation { "&&" relation }
/// relation   = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum ]
/// sum        = unary { "+" unary }            (strings, lists, two ints, two doubles)
/// unary      = "!" unary | "-" number | member
/// member     = primary { "." name | "[" expression "]" | "." call }
/// primary    = literal | name | "(" expression ")" | "[" [ expression { "," expression } ] "]"
///            | "has" "(" member "." name ")" | "size" "(" expression ")"
/// call       = function "(" [ expression { "," expression } ] ")"
///            | macro "(" name "," expression ")"
/// function   = "contains" | "startsWith" | "endsWith" | "matches" | "size" | "lowerAscii"
///            | "upperAscii" | "split" | "replace" | "join" | "trim"
///            | "first" | "last" | "value" | "hasValue" | "orValue"
/// macro      = "all" | "exists" | "exists_one" | "filter" | "map"
/// literal    = int | double | string | raw string | "true" | "false" | "null"
/// name       = "req" | "res" | a macro's variable
/// ```
///
/// `req` is the body, if its content type is `application/json`, else an empty map. `res` is the
/// object with `apiVersion`, `kind` and, of its metadata, name, namespace and labels. Numbers of
/// JSON are doubles, and numbers of different types compare by value. `&&`, `||`, `all` and `exists`
/// hold in spite of an operand that fails, if another one decides.
///
/// Source: cel-spec, "Language Definition", as Flux configures it (fluxcd/pkg, `runtime/cel`). All
/// else, also what only fails on a call, counts as a match: an authentic call costs one scan then.
package struct ReceiverFilter: Hashable, Sendable {
    static let lengthLimit = 8 << 10

    package let text: String
    let expression: FilterExpression
    /// Whether it depends on the object, and not on the call alone.
    let mentionsResource: Bool

    package init(_ text: String) throws(FilterProblem) {
        guard text.utf8.count <= Self.lengthLimit else {
            throw .tooLong(limit: Self.lengthLimit)
        }
        self.text = text
        expression = try FilterParser.expression(of: text)
        mentionsResource = text.contains("res")
    }

    package static func == (left: ReceiverFilter, right: ReceiverFilter) -> Bool {
        left.text == right.text
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
