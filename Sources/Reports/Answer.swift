/// The answer of a command, with the same content as text and as JSON.
package protocol Answer: Sendable {
    /// The value of `command` in the JSON output.
    static var command: String { get }
    /// Whether the text that was asked about is valid; if not, the command exits with status 1.
    var isValid: Bool { get }
    /// The members of the JSON output besides the envelope.
    var members: [String: JSONValue] { get }

    /// The answer for people, complete with its last line break.
    func text(in style: TextStyle) -> String
}

/// The output formats of an explanation.
package enum AnswerFormat: String, CaseIterable, Sendable {
    case text
    /// Sluice's own JSON, described by the schemas in `docs/schema`.
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

/// The name and version of the program in a report.
package struct ToolIdentity: Sendable {
    package let name: String
    package let version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
