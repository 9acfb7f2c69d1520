/// Untrusted text, escaped for a command that a CI system reads from a log.
///
/// Characters that would end the command or act on a terminal are escaped: as the system escapes
/// them if it does, else visibly.
enum LogCommand {
    static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { scalar in
            escapes[scalar] ?? (scalar.actsOnTerminals ? String(scalar).visible : String(scalar))
        }.joined()
    }
}
