import Crypto
import SourceText

/// The digest of a receiver's path, by which it is found.
///
/// The path itself is a secret and is kept nowhere. As digests are looked up, the time tells nothing
/// of the paths that there are.
package struct ReceiverPath: Hashable, Sendable {
    private let digest: [UInt8]

    /// The target of a request, byte by byte: with a query, another slash or an escape, it is
    /// another path, as in Flux.
    package init(target: String) {
        digest = Array(SHA256.hash(data: Array(target.utf8)))
    }

    /// `/hook/` and the SHA-256 of token, name and namespace, with nothing between.
    init(token: SecretBytes, name: String, namespace: String) {
        let text = token.revealed + Array(name.utf8) + Array(namespace.utf8)
        self.init(target: "/hook/" + SHA256.hash(data: text).hexadecimal)
    }
}
