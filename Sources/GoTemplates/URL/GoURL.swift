/// A URL as Go's `net/url` takes it apart and puts it together.
struct GoURL {
    /// A component, for which the characters that need no escape differ.
    enum Component {
        case path
        case userPassword
        case queryPart
        case fragment
        case host
    }

    private(set) var scheme = Bytes()
    private(set) var opaque = Bytes()
    /// Escaped; nil without `@`.
    var user: Bytes?
    private(set) var host = Bytes()
    private(set) var path = Bytes()
    private(set) var query = Bytes()
    private(set) var fragment = Bytes()

    /// From the parts by their names in `parts`, but for the user.
    init(parts: [String: Bytes]) {
        scheme = parts["scheme"] ?? []
        opaque = parts["opaque"] ?? []
        host = parts["host"] ?? []
        path = parts["path"] ?? []
        query = parts["query"] ?? []
        fragment = parts["fragment"] ?? []
    }

    /// Nil where Go's `url.Parse` reports an error.
    init?(_ text: Bytes) {
        let (body, fragment) = Self.cut(text, at: "#")
        guard !body.contains(where: { $0 < 0x20 || $0 == 0x7F }), let scheme = Self.scheme(of: body)
        else { return nil }
        self.scheme = scheme.mappingRunes(\.goLower)
        var rest = Bytes(body.dropFirst(scheme.isEmpty ? 0 : scheme.count + 1))
        (rest, query) = Self.cut(rest, at: "?")
        guard let fragment = Self.unescaped(fragment) else { return nil }
        self.fragment = fragment
        if rest.first == UInt8(ascii: "/") {
            guard parseHierarchy(&rest) else { return nil }
        } else if !scheme.isEmpty {
            opaque = rest
        } else {
            let segment = rest.prefix { $0 != UInt8(ascii: "/") }
            guard !segment.contains(UInt8(ascii: ":")), let path = Self.unescaped(rest) else {
                return nil
            }
            self.path = path
        }
    }

    private mutating func parseHierarchy(_ rest: inout Bytes) -> Bool {
        let hasAuthority =
            rest.starts(with: "//".utf8)
            && (!scheme.isEmpty || !rest.starts(with: "///".utf8))
        if hasAuthority {
            let authority = Bytes(rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") })
            rest.removeFirst(2 + authority.count)
            guard parseAuthority(authority) else { return false }
        }
        guard let path = Self.unescaped(rest) else { return false }
        self.path = path
        return true
    }

    private mutating func parseAuthority(_ authority: Bytes) -> Bool {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let hostText = Bytes(authority[(at.map { $0 + 1 } ?? 0)...])
        guard let host = Self.host(of: hostText) else { return false }
        self.host = host
        guard let at else { return true }
        let text = Bytes(authority[..<at])
        guard text.allSatisfy({ Self.isAlphanumeric($0) || "-._:~!$&'()*+,;=%@".utf8.contains($0) })
        else { return false }
        let (name, password) = Self.cut(text, at: ":")
        guard let plainName = Self.unescaped(name), let plainPassword = Self.unescaped(password)
        else { return false }
        var user = Self.escaped(plainName, for: .userPassword)
        if text.contains(UInt8(ascii: ":")) {
            user += Bytes(":") + Self.escaped(plainPassword, for: .userPassword)
        }
        self.user = user
        return true
    }

    /// What sprig's `urlParse` gives.
    var parts: [(name: String, value: Bytes)] {
        [
            ("scheme", scheme), ("host", host), ("hostname", hostname), ("path", path),
            ("query", query), ("opaque", opaque), ("fragment", fragment), ("userinfo", user ?? []),
        ]
    }

    /// Go's `URL.String`.
    var text: Bytes {
        var result = scheme.isEmpty ? [] : scheme + Bytes(":")
        if !opaque.isEmpty {
            result += opaque
        } else {
            let hasPlace = !host.isEmpty || user != nil
            if hasPlace || !scheme.isEmpty && !path.isEmpty { result += Bytes("//") }
            if let user { result += user + Bytes("@") }
            result += Self.escaped(host, for: .host)
            result += escapedPath(after: result)
        }
        if !query.isEmpty { result += Bytes("?") + query }
        if !fragment.isEmpty { result += Bytes("#") + Self.escaped(fragment, for: .fragment) }
        return result
    }

    private func escapedPath(after start: Bytes) -> Bytes {
        let escaped = path == Bytes("*") ? path : Self.escaped(path, for: .path)
        if let first = escaped.first, first != UInt8(ascii: "/"), !host.isEmpty {
            return Bytes("/") + escaped
        }
        let segment = escaped.prefix { $0 != UInt8(ascii: "/") }
        return (start.isEmpty && segment.contains(UInt8(ascii: ":")) ? Bytes("./") : []) + escaped
    }

    // MARK: Hosts

    private var hostname: Bytes {
        var name = host
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), Self.isPort(host[colon...]) {
            name = Bytes(host[..<colon])
        }
        guard name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") else { return name }
        return Bytes(name.dropFirst().dropLast())
    }

    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty
            || text.first == UInt8(ascii: ":")
                && text.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func host(of text: Bytes) -> Bytes? {
        guard let open = text.lastIndex(of: UInt8(ascii: "[")) else {
            if let colon = text.firstIndex(of: UInt8(ascii: ":")), !isPort(text[colon...]) {
                return nil
            }
            return unescapedHost(text)
        }
        guard let close = text.lastIndex(of: UInt8(ascii: "]")), open < close,
            isPort(text[(close + 1)...]),
            let name = unescapedHost(Bytes(text[(open + 1)..<close])), IPv6.isAddress(name)
        else { return nil }
        return Bytes("[") + name + Bytes("]") + text[(close + 1)...]
    }

    /// Only bytes beyond ASCII may be escaped in a host, and the `%` before a zone.
    private static func unescapedHost(_ text: Bytes) -> Bytes? {
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            if byte == UInt8(ascii: "%") {
                let code = text[offset...].prefix(3)
                guard code.count == 3, code.last != nil,
                    code.elementsEqual("%25".utf8) || code[offset + 1] >= UInt8(ascii: "8")
                else { return nil }
                offset += 3
            } else {
                guard byte >= 0x80 || needsNoEscape(byte, in: .host) else { return nil }
                offset += 1
            }
        }
        return unescaped(text)
    }

    // MARK: Pieces

    static func cut(_ text: Bytes, at separator: Unicode.Scalar) -> (Bytes, Bytes) {
        guard let place = text.firstIndex(where: { UInt32($0) == separator.value }) else {
            return (text, [])
        }
        return (Bytes(text[..<place]), Bytes(text[(place + 1)...]))
    }

    /// Empty if there is none; nil for a `:` at the start.
    private static func scheme(of text: Bytes) -> Bytes? {
        guard
            let colon = text.firstIndex(where: { !isAlphanumeric($0) && !"+-.".utf8.contains($0) }),
            text[colon] == UInt8(ascii: ":")
        else { return [] }
        guard let first = text.first, colon > 0 else { return nil }
        return isLetter(first) ? Bytes(text[..<colon]) : []
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte)
    }

    static func unescaped(_ text: Bytes) -> Bytes? {
        var result = Bytes()
        var offset = 0
        while offset < text.count {
            guard text[offset] == UInt8(ascii: "%") else {
                result.append(text[offset])
                offset += 1
                continue
            }
            let code = text[(offset + 1)...].prefix(2)
            guard code.count == 2, let value = GoNumber.unsigned(Bytes(code), base: 16) else {
                return nil
            }
            result.append(UInt8(value))
            offset += 3
        }
        return result
    }

    static func escaped(_ text: Bytes, for component: Component) -> Bytes {
        var result = Bytes()
        for byte in text {
            if needsNoEscape(byte, in: component) {
                result.append(byte)
            } else if byte == 0x20, component == .queryPart {
                result.append(UInt8(ascii: "+"))
            } else {
                let digits = GoQuote.hexadecimal(UInt32(byte), width: 2).uppercased()
                result += Bytes("%" + digits)
            }
        }
        return result
    }

    private static func needsNoEscape(_ byte: UInt8, in component: Component) -> Bool {
        if isAlphanumeric(byte) || "-_.~".utf8.contains(byte) { return true }
        let plain =
            switch component {
            case .path: "$&+,/:;=@"
            case .userPassword: "$&+,;="
            case .queryPart: ""
            case .fragment: "$&+,/:;=?@!()*"
            case .host: "!$&'()*+,;=:[]<>\""
            }
        return plain.utf8.contains(byte)
    }
}
