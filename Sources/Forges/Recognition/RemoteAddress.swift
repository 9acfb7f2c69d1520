import WebAccess

/// The server and the path in a remote's URL, without user, password and `.git`.
///
/// ```
/// remote = ("https" | "http" | "ssh") "://" [user "@"] host [":" port] "/" path
///        | [user "@"] host ":" path
/// ```
struct RemoteAddress: Equatable {
    enum Scheme { case https, http, ssh }

    let scheme: Scheme
    /// Of the web server; without the port of ssh, which is not that of the web.
    let host: WebHost
    /// Without percent-encoding, in the case as written; none is empty, `.` or `..`.
    let path: [String]

    /// Nil for local paths, and for everything else that names no server.
    init?(_ text: String) {
        let rest: Substring
        if let mark = text.firstRange(of: "://") {
            switch text[..<mark.lowerBound].lowercased() {
            case "https": scheme = .https
            case "http": scheme = .http
            case "ssh", "git+ssh", "ssh+git": scheme = .ssh
            default: return nil
            }
            rest = text[mark.upperBound...]
        } else {
            scheme = .ssh
            rest = text[...]
        }
        let isShort = !text.contains("://")
        guard let parts = Self.split(rest, isShort: isShort),
            let host = Self.host(parts.server, scheme), let path = Self.segments(parts.path)
        else { return nil }
        self.host = host
        self.path = path
    }

    private static func split(
        _ text: Substring, isShort: Bool
    ) -> (server: Substring, path: Substring)? {
        let authority = text.prefix { $0 != "/" }
        let user = authority.lastIndex(of: "@").map { text.index(after: $0) }
        let rest = text[(user ?? text.startIndex)...]
        guard isShort else {
            let server = rest.prefix { $0 != "/" }
            return (server, rest[server.endIndex...].prefix { $0 != "?" && $0 != "#" })
        }
        let from = rest.hasPrefix("[") ? rest.firstIndex(of: "]") : rest.startIndex
        guard let from, let colon = rest[from...].firstIndex(of: ":"),
            !rest[..<colon].contains("/")
        else { return nil }
        return (rest[..<colon], rest[rest.index(after: colon)...])
    }

    private static func host(_ text: Substring, _ scheme: Scheme) -> WebHost? {
        guard let host = WebHost(String(text)) else { return nil }
        guard scheme == .ssh else {
            return host.port == (scheme == .https ? 443 : 80) ? WebHost(host.name) : host
        }
        let web = [
            "ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com",
            "altssh.bitbucket.org": "bitbucket.org",
        ]
        return WebHost(web[host.name] ?? host.name)
    }

    private static func segments(_ path: Substring) -> [String]? {
        var segments: [String] = []
        for part in path.split(separator: "/") {
            guard let text = PercentEncoding.decoded(String(part)), text != ".", text != "..",
                !text.contains("/"), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
            else { return nil }
            segments.append(text)
        }
        if let last = segments.last, last.hasSuffix(".git") {
            segments[segments.count - 1] = String(last.dropLast(4))
        }
        return segments.isEmpty || segments.contains("") ? nil : segments
    }
}

enum PercentEncoding {
    /// One segment of a path: what is not a letter, digit or one of `-._~` becomes `%XX`.
    static func segment(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-._~".unicodeScalars.contains(scalar)
            {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    /// Nil where a percent sign is not followed by two digits, or the result is not UTF-8.
    static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
