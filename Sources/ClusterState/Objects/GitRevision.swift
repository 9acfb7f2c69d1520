/// A revision as Flux's status names it: a commit, and the branch or tag that it was read from.
///
/// ```
/// revision = [ name "@" ] algorithm ":" hash | name "/" hash     the latter until Flux 0.36
/// ```
/// Source: fluxcd/pkg, `git` (`TransformRevision`). Names of branches may contain `@` and `/`, so
/// it is read from its end.
struct GitRevision: Hashable, Sendable {
    let name: String?
    /// 40 or 64 digits, in lower case.
    let commit: String

    init?(_ text: String) {
        let cut: (name: Substring?, rest: Substring)
        if let colon = text.lastIndex(of: ":") {
            let head = text[..<colon]
            let at = head.lastIndex(of: "@")
            let algorithm = head[(at.map { text.index(after: $0) } ?? text.startIndex)...]
            guard ["sha1", "sha256"].contains(algorithm) else { return nil }
            cut = (at.map { head[..<$0] }, text[text.index(after: colon)...])
        } else {
            guard let slash = text.lastIndex(of: "/") else { return nil }
            cut = (text[..<slash], text[text.index(after: slash)...])
        }
        guard [40, 64].contains(cut.rest.utf8.count),
            cut.rest.utf8.allSatisfy({ Self.isDigit($0) })
        else { return nil }
        name = cut.name.map(String.init)
        commit = String(cut.rest)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Short, for messages: `main@1a2b3c4`.
    var words: String { "`" + (name.map { "\($0)@" } ?? "") + commit.prefix(7) + "`" }
}
