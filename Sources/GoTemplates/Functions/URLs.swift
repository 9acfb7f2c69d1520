/// sprig's functions for URLs.
extension TemplateFunction {
    static let urls: [String: TemplateFunction] = [
        "urlParse": Self(.string, gives: .dictionary) { a throws(CallFailure) in
            guard let url = GoURL(a.string(0)) else {
                throw .invalid(a.string(0).text, of: "URL")
            }
            let map = TemplateMap()
            for (name, value) in url.parts { map[Bytes(name)] = .string(value) }
            return .map(map)
        },
        "urlJoin": Self(.dictionary, gives: .string) { a throws(CallFailure) in
            try joined(a.map(0))
        },
    ]

    private static func joined(_ map: TemplateMap) throws(CallFailure) -> TemplateValue {
        var parts: [String: Bytes] = [:]
        let names = ["scheme", "host", "path", "query", "opaque", "fragment", "userinfo"]
        for name in names {
            guard let value = map[Bytes(name)] else { continue }
            guard case .string(let text) = value else { throw .cannotUse(type: value.typeName) }
            parts[name] = text
        }
        var url = GoURL(parts: parts)
        if let userinfo = parts["userinfo"], !userinfo.isEmpty {
            guard let parsed = GoURL(Bytes("proto://") + userinfo + Bytes("@host")) else {
                throw .invalid(userinfo.text, of: "user of a URL")
            }
            url.user = parsed.user
        }
        return .string(url.text)
    }
}
