extension DecodingError {
    /// The error in a JSON text, and its key: one clause, lower case, no full stop.
    package var words: String {
        switch self {
        case .keyNotFound(let key, let context):
            "`\(Self.path(context.codingPath + [key]))` is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            (context.codingPath.isEmpty ? "it" : "`\(Self.path(context.codingPath))`")
                + " has the wrong type"
        default: "it is not valid JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
