import SourceText

/// A server that requests go through.
///
/// ```
/// proxy = [("http" | "socks5") "://"] [user ":" password "@"] host [":" port] ["/"]
/// ```
struct Proxy: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case http
        case socks
    }

    let kind: Kind
    let host: WebHost
    /// `user:password`.
    let credential: Secret?

    init?(_ text: String) {
        let parts = text.split(
            separator: "://", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        switch parts.count == 2 ? parts[0].lowercased() : "http" {
        case "http": kind = .http
        case "socks5", "socks5h": kind = .socks
        default: return nil
        }
        guard let rest = parts.last else { return nil }
        let authority = rest.prefix { $0 != "/" }
        let at = authority.lastIndex(of: "@")
        let name = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let host = WebHost(String(name)), kind == .http || at == nil else { return nil }
        self.host = host
        guard let at else {
            credential = nil
            return
        }
        guard let text = percentDecoded(authority[..<at]) else { return nil }
        credential = Secret(text)
    }

    var port: Int { host.port ?? (kind == .http ? 80 : 1080) }
}

/// Nil if a `%` is not followed by two digits, or if the decoded bytes are not UTF-8.
private func percentDecoded(_ text: Substring) -> String? {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    var bytes = Array((parts.first ?? "").utf8)
    for part in parts.dropFirst() {
        let digits = part.prefix(2)
        guard digits.utf8.count == 2, digits.utf8.allSatisfy(\.isHexadecimal),
            let byte = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(byte)
        bytes += part.dropFirst(2).utf8
    }
    return String(validating: bytes, as: UTF8.self)
}
