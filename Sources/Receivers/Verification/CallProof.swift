import Crypto

/// Proofs of calls, compared in constant time.
enum CallProof {
    enum Hash: String {
        case sha1, sha256, sha512

        var byteCount: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// Whether two values are equal; the time tells neither the place of a difference nor a length.
    static func areEqual(_ given: some Sequence<UInt8>, _ secret: SecretBytes) -> Bool {
        let (left, right) = (
            SHA256.hash(data: Array(given)), SHA256.hash(data: secret.revealed)
        )
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether `text` is `hash=HEX` of the body, with one of the hashes.
    static func isSignature(
        _ text: String, of body: [UInt8], key: SecretBytes, hashes: [Hash]
    ) -> Bool {
        guard let equals = text.firstIndex(of: "="),
            let hash = Hash(rawValue: String(text[..<equals])), hashes.contains(hash)
        else { return false }
        return isCode(text[text.index(after: equals)...], of: body, key: key, hash: hash)
    }

    /// Whether `digits` is the code of the body in hexadecimal digits.
    static func isCode(
        _ digits: some StringProtocol, of body: [UInt8], key: SecretBytes, hash: Hash
    ) -> Bool {
        guard let code = Hexadecimal.bytes(digits, count: hash.byteCount) else { return false }
        let key = SymmetricKey(data: key.revealed)
        return switch hash {
        case .sha1:
            HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: body, using: key)
        case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key)
        case .sha512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: body, using: key)
        }
    }
}
