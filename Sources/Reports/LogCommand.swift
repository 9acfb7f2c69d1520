/// Text of somebody else within a command that a CI system reads from a log.
///
/// What would end the command or act on a terminal is escaped: characters that the system knows
/// an escape for by that, others visibly.
enum LogCommand {
    static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { scalar in
            escapes[scalar] ?? (scalar.actsOnTerminals ? String(scalar).visible : String(scalar))
        }.joined()
    }
}
