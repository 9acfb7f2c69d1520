import Crypto
import SourceText

/// sprig's checksums, in hexadecimal digits.
extension TemplateFunction {
    static let digests: [String: TemplateFunction] = [
        "sha1sum": text { Bytes(Insecure.SHA1.hash(data: $0).hexadecimal) },
        "sha256sum": text { Bytes(SHA256.hash(data: $0).hexadecimal) },
        "sha512sum": text { Bytes(SHA512.hash(data: $0).hexadecimal) },
    ]
}
