/// Where a repository is, whichever of Git's spellings says so.
///
/// Two URLs are equal where they differ in the user, the password, the case of the host, a port
/// that is the scheme's own, slashes around the path, or `.git` at its end; `git@host:path` is
/// `ssh://host/path`. Other differences count: whether `https` and `ssh` lead to one repository
/// only its host knows.
package struct RemoteURL: Hashable, Sendable {
    /// In lower case; `file` also for a path.
    package let scheme: String
    private let host: String
    private let port: String
    private let path: String

    /// Nil for what names no repository; so does `ext::COMMAND`, and the like of it.
    package init?(_ text: String) {
        let first = text.prefix { $0 != ":" && $0 != "[" }
        if text[first.endIndex...].hasPrefix("::") { return nil }
        let location: Location?
        if let mark = text.firstRange(of: "://") {
            location = Location(
                scheme: text[..<mark.lowerBound], authorityAndPath: text[mark.upperBound...])
        } else {
            location = Location(shorthand: text)
        }
        guard let location else { return nil }
        scheme = location.scheme
        host = location.host.lowercased()
        port = Self.standingPorts[scheme] == location.port ? "" : location.port
        path = Self.normalized(location.path)
        if path.isEmpty || host.isEmpty && scheme != "file" { return nil }
    }

    private static let standingPorts = ["ssh": "22", "https": "443", "http": "80"]

    /// Whether the host is the machine that asks.
    package var isLoopback: Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
        return ["localhost", "::1"].contains(host) || isIPv4 && numbers[0] == "127"
    }

    /// Whether a URL contains a password in front of the host.
    static func holdsPassword(_ text: String) -> Bool {
        guard let mark = text.firstRange(of: "://") else { return false }
        let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        return authority.lastIndex(of: "@").map { authority[..<$0].contains(":") } ?? false
    }

    /// The place for reports, without user, password and query; nil for a directory of a machine,
    /// and for what would have to be written in another way in a URI.
    package var uri: String? {
        let isPlain = { (byte: UInt8) in
            byte.isLetter || byte.isDigit || ".-_~".utf8.contains(byte)
        }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard ["https", "http", "ssh", "git"].contains(scheme), host.utf8.allSatisfy(isPlain),
            segments.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isPlain) }),
            port.isEmpty || UInt16(port) != nil
        else { return nil }
        return "\(scheme)://\(host)\(port.isEmpty ? "" : ":\(port)")/\(path)"
    }

    private static func normalized(_ path: Substring) -> String {
        func withoutSlashes(_ path: Substring) -> Substring {
            path.drop { $0 == "/" }.prefix(
                upTo: path.lastIndex { $0 != "/" }.map { path.index(after: $0) } ?? path.endIndex)
        }
        var path = withoutSlashes(path)
        if path.hasSuffix(".git") { path = withoutSlashes(path.dropLast(4)) }
        return String(path)
    }
}

/// The parts of a URL or of its short form, as they are written.
private struct Location {
    let scheme: String
    var host: Substring = ""
    var port = ""
    let path: Substring

    /// Reads `[USER[:PASSWORD]@]HOST[:PORT]/PATH[?QUERY][#FRAGMENT]`.
    init?(scheme: Substring, authorityAndPath text: Substring) {
        let name = scheme.lowercased()
        self.scheme = ["git+ssh", "ssh+git"].contains(name) ? "ssh" : name
        let authority = text.prefix { $0 != "/" }
        var path = text[authority.endIndex...]
        if name.hasPrefix("http") { path = path.prefix { $0 != "?" && $0 != "#" } }
        // Relative to the user's home, as the short form is anyway.
        if self.scheme == "ssh", path.hasPrefix("/~/") { path = path.dropFirst(2) }
        self.path = path
        (host, port) = Self.hostAndPort(Self.withoutUser(authority))
    }

    /// Reads `[USER@]HOST:PATH`, or a path where a slash comes before the colon.
    init?(shorthand text: String) {
        let server = Self.withoutUser(text[...])
        let end = server.hasPrefix("[") ? server.firstIndex(of: "]") : server.startIndex
        guard let end, let colon = server[end...].firstIndex(of: ":"),
            !server[end..<colon].contains("/")
        else {
            guard text.hasPrefix("/") else { return nil }
            scheme = "file"
            path = text[...]
            return
        }
        scheme = "ssh"
        path = server[server.index(after: colon)...]
        (host, port) = Self.hostAndPort(server[..<colon])
    }

    private static func withoutUser(_ text: Substring) -> Substring {
        let authority = text.prefix { $0 != "/" }
        return authority.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
    }

    /// Reads `HOST`, `HOST:PORT`, `[ADDRESS]`, `[ADDRESS]:PORT` or `[HOST:PORT]`.
    private static func hostAndPort(_ text: Substring) -> (Substring, String) {
        guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts.first ?? "", parts.count > 1 ? String(parts[1]) : "")
        }
        let inner = text[text.index(after: text.startIndex)..<end]
        let port = text[text.index(after: end)...].drop { $0 == ":" }
        let isAddress = inner.count { $0 == ":" } > 1
        return isAddress ? (inner, String(port)) : hostAndPort(inner)
    }
}
