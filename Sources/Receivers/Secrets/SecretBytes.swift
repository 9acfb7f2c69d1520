/// A value of a Secret as stored, trailing newline included; no message, log or dump shows it.
package struct SecretBytes: Hashable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// For comparisons and the wire only.
    package let revealed: [UInt8]

    package init(_ bytes: [UInt8]) { revealed = bytes }

    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Nil if the value is not UTF-8.
    package var text: String? { String(validating: revealed, as: UTF8.self) }
}
