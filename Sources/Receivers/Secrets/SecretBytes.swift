import Crypto

/// The value of a key of a Secret, byte by byte as stored; no message, log or dump shows it.
package struct SecretBytes: Hashable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// For signatures and requests only.
    package let revealed: [UInt8]

    package init(_ bytes: [UInt8]) {
        revealed = bytes
    }

    package var isEmpty: Bool { revealed.isEmpty }

    /// Whether a caller sent exactly this value.
    ///
    /// Digests are compared, all bytes of them, so that the time tells nothing of the value, not
    /// even its length.
    func isEqual(to sent: some Sequence<UInt8>) -> Bool {
        let (own, other) = (SHA256.hash(data: revealed), SHA256.hash(data: Array(sent)))
        return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package var description: String { "(secret)" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
