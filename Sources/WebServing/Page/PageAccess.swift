import Crypto
import WebAccess

/// Who may see the page.
enum PageAccess: Sendable {
    /// Open to all on this machine who ask for it by a name of this machine: other names are those
    /// of pages elsewhere that point their own name here.
    case localhost
    /// Open to all who know the token.
    case token(PageKeys)
    case off

    static func isLocal(authority: String?) -> Bool {
        guard let authority else { return false }
        let host =
            authority.hasPrefix("[")
            ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        return ListenAddress(host: host.lowercased(), port: 0).isLoopback
    }
}

/// Compares what browsers send with the page's token, in a time that tells nothing of it.
struct PageKeys: Sendable {
    /// Seconds that a session lasts.
    static let sessionTime: Int64 = 12 * 3600

    private let token: Secret
    /// Of this process: after a restart, people sign in again.
    private let key = SymmetricKey(size: .bits256)

    init(token: Secret) {
        self.token = token
    }

    func isToken(_ text: some StringProtocol) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            code(of: "token \(text)"), authenticating: Array("token \(token.revealed)".utf8),
            using: key)
    }

    /// The value of a cookie that proves a sign-in, and holds nothing of the token.
    func session(at seconds: Int64) -> String {
        let end = String(seconds + Self.sessionTime)
        return end + "." + code(of: "session \(end)").map { Self.hex($0) }.joined()
    }

    func isSession(_ value: some StringProtocol, at seconds: Int64) -> Bool {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = Int64(parts[0]), end > seconds,
            let code = Self.bytes(hex: parts[1])
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Array("session \(parts[0])".utf8), using: key)
    }

    private func code(of text: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }

    private static func bytes(hex: some StringProtocol) -> [UInt8]? {
        let digits = hex.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).reduce([]) { bytes, index -> [UInt8]? in
            guard let bytes, let high = digits[index], let low = digits[index + 1] else {
                return nil
            }
            return bytes + [UInt8(high << 4 | low)]
        }
    }
}
