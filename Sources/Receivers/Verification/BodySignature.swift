import Crypto

/// An HMAC of a body, as senders put it into a header field.
struct BodySignature: Sendable {
    enum Algorithm: String, CaseIterable, Sendable {
        case sha1
        case sha256
        case sha512

        var length: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    private let algorithm: Algorithm
    private let code: [UInt8]

    /// Reads `sha256=` and hexadecimal digits, or the same with another algorithm.
    ///
    /// Nil where the number of digits is not the algorithm's: Gitea sends none where it has no
    /// secret.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let algorithm = Algorithm(rawValue: String(parts[0])) else {
            return nil
        }
        self.init(digits: String(parts[1]), algorithm)
    }

    /// Reads digits alone.
    init?(digits: String, _ algorithm: Algorithm) {
        guard let code = [UInt8](hexadecimal: digits), code.count == algorithm.length else {
            return nil
        }
        self.algorithm = algorithm
        self.code = code
    }

    /// Whether it is the body's; takes the same time wherever it differs.
    func isValid(for body: [UInt8], key: SecretBytes) -> Bool {
        let key = SymmetricKey(data: key.revealed)
        return switch algorithm {
        case .sha1:
            HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: body, using: key)
        case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key)
        case .sha512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: body, using: key)
        }
    }
}

extension [UInt8] {
    /// Nil for anything but pairs of digits.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.utf8.map { Unicode.Scalar($0) }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Character(digits[place]).hexDigitValue,
                let low = Character(digits[place + 1]).hexDigitValue
            else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
