internal import ImageReferences
import SourceText

internal import struct Crypto.SHA256
internal import struct Crypto.SHA384
internal import struct Crypto.SHA512

extension Digest {
    /// The digest of `bytes`; nil for algorithms that images do not use.
    init?(of bytes: [UInt8], algorithm: String = "sha256") {
        let hash: any Sequence<UInt8>
        switch algorithm {
        case "sha256": hash = SHA256.hash(data: bytes)
        case "sha384": hash = SHA384.hash(data: bytes)
        case "sha512": hash = SHA512.hash(data: bytes)
        default: return nil
        }
        self.init("\(algorithm):\(hash.hexadecimal)")
    }
}
