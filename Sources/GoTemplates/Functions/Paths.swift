/// Slash-separated paths, as Go's `path` package has them; `filepath` is the same on Linux.
extension TemplateFunction {
    static let paths: [String: TemplateFunction] = {
        let functions: [String: TemplateFunction] = [
            "base": text(GoPath.base),
            "clean": text(GoPath.clean),
            "dir": text(GoPath.directory),
            "ext": text(GoPath.fileExtension),
            "isAbs": Self(.string, gives: .bool) { a in
                .bool(a.string(0).first == GoPath.slash)
            },
        ]
        var result = functions
        for (name, function) in functions {
            result["os" + name.prefix(1).uppercased() + name.dropFirst()] = function
        }
        return result
    }()
}

/// Go's `path.Base`, `Clean`, `Dir` and `Ext`.
enum GoPath {
    static let slash = UInt8(ascii: "/")
    private static let dot = Bytes(".")

    static func base(_ path: Bytes) -> Bytes {
        guard !path.isEmpty else { return dot }
        let parts = path.split(separator: slash)
        return parts.last.map { Bytes($0) } ?? [slash]
    }

    static func clean(_ path: Bytes) -> Bytes {
        let isRooted = path.first == slash
        var parts: [Bytes] = []
        for part in path.split(separator: slash).map({ Bytes($0) }) where part != dot {
            if part != Bytes("..") {
                parts.append(part)
            } else if let last = parts.last, last != part {
                parts.removeLast()
            } else if !isRooted {
                parts.append(part)
            }
        }
        let body = Bytes(parts.joined(separator: [slash]))
        if isRooted { return [slash] + body }
        return body.isEmpty ? dot : body
    }

    static func directory(_ path: Bytes) -> Bytes {
        clean(path.lastIndex(of: slash).map { Bytes(path[...$0]) } ?? [])
    }

    static func fileExtension(_ path: Bytes) -> Bytes {
        let name = path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
        return name.lastIndex(of: UInt8(ascii: ".")).map { Bytes(name[$0...]) } ?? []
    }
}
