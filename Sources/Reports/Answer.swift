/// An answer about one thing, with the same content for people and for programs.
package protocol Answer: Sendable {
    /// As machine output names it.
    static var command: String { get }
    /// Whether what was asked about means something; the exit status tells.
    var isValid: Bool { get }
    /// The members of the machine output besides the envelope.
    var members: [String: JSONValue] { get }

    /// For a person at a prompt, complete with its last line break.
    func text(in style: TextStyle) -> String
}

/// The forms in which an explanation can be told.
package enum AnswerFormat: String, CaseIterable, Sendable {
    case text
    /// The tool's own, described by the schemas in `docs/schema`.
    case json
}

extension Answer {
    package var isValid: Bool { true }

    package func rendered(
        as format: AnswerFormat, by tool: ToolIdentity, in style: TextStyle
    ) -> String {
        switch format {
        case .text: text(in: style)
        case .json: JSONValue.document(of: Self.command, by: tool, members).line
        }
    }
}
