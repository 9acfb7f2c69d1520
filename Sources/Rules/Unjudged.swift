package import SourceText

/// Something that a rule could not judge: neither a finding nor a pass.
package struct Unjudged: Hashable, Sendable {
    package let rule: String
    package let location: SourceLocation
    /// One clause: lower case, no full stop.
    package let reason: String
}
