import HTTPTypes
import Hummingbird

/// The fields of the sign-in page, as browsers send them: `application/x-www-form-urlencoded`.
struct SignInForm {
    let token: String?

    init(_ text: String) {
        token = text.split(separator: "&").first { $0.hasPrefix("token=") }
            .map { Self.decoded($0.dropFirst("token=".count)) }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).map { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits[0],
                let low = digits[1]
            {
                bytes.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Request {
    static let sessionCookie = "sluice-session"

    /// The values of the session's cookie; a browser may send several of other paths.
    var sessions: [Substring] {
        headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("\(Self.sessionCookie)=") }
            .map { $0.dropFirst(Self.sessionCookie.count + 1) }
    }

    var bearerToken: Substring? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else {
            return nil
        }
        return value.dropFirst("bearer ".count)
    }

    /// Whether a proxy tells that it was asked over TLS.
    var isForwardedFromTLS: Bool {
        headers.contains { $0.name.canonicalName == "x-forwarded-proto" && $0.value == "https" }
    }
}
