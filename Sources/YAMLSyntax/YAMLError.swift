/// Why a YAML text could not be read, and where.
package struct YAMLError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// libyaml's scanner or parser rejected the text; `problem` is its message.
        case syntax(problem: String)
        /// Invalid bytes, or control characters, which YAML forbids.
        case invalidEncoding
        case tooDeep(limit: Int)
        /// An alias has no anchor before it in its document.
        case unknownAnchor(name: String)
    }

    package let reason: Reason
    /// UTF-8 offset within the text.
    package let offset: Int

    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// Whether other parsers reject the text as well, which our own limit does not imply.
    package var isCertain: Bool {
        if case .tooDeep = reason { false } else { true }
    }
}

extension YAMLError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .syntax(let problem): "not valid YAML: \(problem)"
        case .invalidEncoding:
            "not text: control characters, or neither UTF-8 nor UTF-16 with a byte-order mark"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .unknownAnchor(let name): "not valid YAML: unknown anchor `\(name)`"
        }
    }
}
