import SourceText

/// Where a request goes: an address of `http` or `https`, without user and fragment.
///
/// ```
/// address   = scheme "://" host [path] ["?" query] ["#" fragment]
/// reference = address | "//" host … | "/" path | "?" query | path
/// ```
/// Source: RFC 3986, sections 3 and 4.2, without user information. Dot segments stay: only the
/// server resolves them. Its text for people has no query, for that may contain a secret.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    package let host: WebHost
    /// Begins with a slash.
    package let path: String
    /// Without the question mark.
    package let query: String?

    package init(scheme: Scheme, host: WebHost, path: String, query: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.path = path
        self.query = query
    }

    package init?(_ text: String) {
        guard text.utf8.allSatisfy(\.isAddressCharacter) else { return nil }
        let start = text.prefix(8).lowercased()
        if start == "https://" {
            self.init(.https, rest: text.dropFirst(8))
        } else if start.hasPrefix("http://") {
            self.init(.http, rest: text.dropFirst(7))
        } else {
            return nil
        }
    }

    /// Reads everything behind the scheme.
    private init?(_ scheme: Scheme, rest: Substring) {
        let rest = rest.prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let host = WebHost(String(authority)) else { return nil }
        let tail = rest[authority.endIndex...]
        let path = tail.prefix { $0 != "?" }
        self.init(
            scheme: scheme, host: host, path: path.isEmpty ? "/" : String(path),
            query: path.endIndex < tail.endIndex ? String(tail[path.endIndex...].dropFirst()) : nil)
    }

    /// The address that a reference resolves to; nil for other schemes.
    package func resolving(_ reference: String) -> WebAddress? {
        if let address = WebAddress(reference) { return address }
        let start = "\(scheme.rawValue)://"
        if reference.hasPrefix("//") { return WebAddress("\(scheme.rawValue):\(reference)") }
        if reference.hasPrefix("/") { return WebAddress("\(start)\(host)\(reference)") }
        if reference.hasPrefix("?") { return WebAddress("\(start)\(host)\(path)\(reference)") }
        guard !reference.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") else { return nil }
        let directory = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return WebAddress("\(start)\(host)\(directory)\(reference)")
    }

    /// With names and values percent-encoded and put behind what the query contains already.
    package func appending(query fields: [(name: String, value: String)]) -> WebAddress {
        let form = FormEncoding.text(fields)
        return WebAddress(
            scheme: scheme, host: host, path: path,
            query: query.map { $0.isEmpty ? form : "\($0)&\(form)" } ?? form)
    }

    package func hasSameOrigin(as other: WebAddress) -> Bool {
        scheme == other.scheme && host.name == other.host.name
            && (host.port ?? scheme.defaultPort) == (other.host.port ?? other.scheme.defaultPort)
    }

    /// With the query: for the wire, not for people.
    package var requestText: String { description + (query.map { "?\($0)" } ?? "") }

    package var description: String { "\(scheme.rawValue)://\(host)\(path)" }
}

/// Names and values as a form sends them.
package enum FormEncoding {
    package static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Percent-encoded, but for letters, digits and `-._~`.
    package static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if byte.isHostCharacter || byte == UInt8(ascii: "~") {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}

extension UInt8 {
    /// Printable ASCII but for what no part of an address contains.
    fileprivate var isAddressCharacter: Bool {
        0x21...0x7E ~= self && !"\"<>\\^`{|}".utf8.contains(self)
    }
}
