package import Rules

/// Whether text for people has colours and links; the caller decides by the terminal and the
/// options.
package enum TextStyle: Sendable {
    case plain
    case coloured
    /// With colours and with links that a terminal opens.
    case linked

    /// The parts of a text with a colour of their own.
    package enum Role: Sendable {
        case severity(Severity)
        case emphasis
        case gutter
        case rule
        case success
    }

    /// `text` in the role's colour; untrusted text must already be escaped.
    package func applied(_ role: Role, to text: String) -> String {
        switch self {
        case .plain: text
        case .coloured, .linked: "\u{1B}[\(role.parameters)m\(text)\u{1B}[0m"
        }
    }

    /// `text` as a link to an address, if the style has links.
    ///
    /// Source: "Hyperlinks in Terminal Emulators", which specifies the control sequence OSC 8.
    package func linked(_ text: String, to address: String) -> String {
        switch self {
        case .plain, .coloured: text
        case .linked: "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
        }
    }
}

extension TextStyle.Role {
    /// The parameters of the control sequence SGR (ECMA-48, section 8.3.117).
    fileprivate var parameters: String {
        switch self {
        case .severity(.error): "1;31"
        case .severity(.warning): "1;33"
        case .severity(.note): "1;36"
        case .emphasis: "1"
        case .gutter: "34"
        case .rule: "2"
        case .success: "32"
        }
    }
}
