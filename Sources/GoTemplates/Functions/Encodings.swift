import Crypto
import FoundationEssentials
import SourceText

/// sprig's functions for base 64, and its checksums in hexadecimal digits.
extension TemplateFunction {
    static let encodings: [String: TemplateFunction] = [
        "b64enc": text { Bytes(Data($0).base64EncodedString()) },
        "b64dec": Self(.string, gives: .string) { a throws(CallFailure) in
            try a.budget.reserve(a.string(0).count)
            // Go skips the ends of lines, and gives an error's text for what is not base 64.
            let text = a.string(0).filter { $0 != 0x0A && $0 != 0x0D }
            guard let data = Data(base64Encoded: Data(text)) else { throw .notRendered }
            return .string(Bytes(data))
        },
        "sha1sum": text { Bytes(Insecure.SHA1.hash(data: $0).hexadecimal) },
        "sha256sum": text { Bytes(SHA256.hash(data: $0).hexadecimal) },
        "sha512sum": text { Bytes(SHA512.hash(data: $0).hexadecimal) },
    ]
}
