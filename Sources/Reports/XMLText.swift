/// Untrusted text, escaped for XML 1.0, in an element or in a double-quoted attribute.
enum XMLText {
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            // Unescaped, a parser turns them into spaces in an attribute.
            case "\n", "\t", "\r": "&#\(scalar.value);"
            // XML 1.0 does not allow most of these, not even as references.
            case _ where scalar.actsOnTerminals || scalar.value & 0xFFFE == 0xFFFE:
                String(scalar).visible
            default: String(scalar)
            }
        }.joined()
    }

    /// An element with its attributes in the given order; `content` must already be escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, content: String? = nil
    ) -> String {
        let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.map { "<\(name)\(list)>\($0)</\(name)>" } ?? "<\(name)\(list)/>"
    }
}
