/// The target of the relation `next` in the `Link` fields of an answer.
///
/// ```
/// field = link *("," link)
/// link  = "<" target ">" *(";" parameter)
/// ```
/// Source: RFC 8288, section 3. A link without `rel` counts too, as some registries leave it out.
package enum LinkHeader {
    package static func next(in fields: [String]) -> String? {
        fields.lazy.flatMap(links).first { $0.relations?.contains("next") ?? true }?.target
    }

    private struct Link {
        let target: String
        /// In lower case; nil if nothing is said.
        let relations: [Substring]?
    }

    private static func links(in field: String) -> [Link] {
        var links: [Link] = []
        var rest = field[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = String(rest[rest.index(after: open)..<close])
            let parameters = rest[close...].dropFirst().prefix { $0 != "<" }
            links.append(Link(target: target, relations: relations(in: parameters)))
            rest = parameters.base[parameters.endIndex...]
        }
        return links
    }

    private static func relations(in parameters: Substring) -> [Substring]? {
        for parameter in parameters.lowercased().split(whereSeparator: { ";,".contains($0) }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "rel" else { continue }
            return parts[1].split { $0 == "\"" || $0.isWhitespace }
        }
        return nil
    }
}
