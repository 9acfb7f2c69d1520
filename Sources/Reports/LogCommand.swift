/// Untrusted text, escaped for a command that a CI system reads from a log.
///
/// Characters in `escapes` get the escape of the CI system; other control and invisible
/// characters are shown as by `VisibleText`.
enum LogCommand {
    static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { scalar in
            escapes[scalar] ?? (scalar.actsOnTerminals ? String(scalar).visible : String(scalar))
        }.joined()
    }
}
