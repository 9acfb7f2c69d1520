import Crypto

/// sprig's checksums, in hexadecimal digits but for Adler-32.
extension TemplateFunction {
    static let digests: [String: TemplateFunction] = [
        "sha1sum": text { hexadecimal(Insecure.SHA1.hash(data: $0)) },
        "sha256sum": text { hexadecimal(SHA256.hash(data: $0)) },
        "sha512sum": text { hexadecimal(SHA512.hash(data: $0)) },
        "adler32sum": text { Bytes(String(adler32($0))) },
    ]

    private static func hexadecimal(_ digest: some Sequence<UInt8>) -> Bytes {
        Bytes(digest.map { GoQuote.hexadecimal(UInt32($0), width: 2) }.joined())
    }

    private static func adler32(_ bytes: Bytes) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}
