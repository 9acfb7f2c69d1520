/// The line of a pull request's body that holds its key, and that no forge shows.
///
/// It is a comment of HTML; on Bitbucket Cloud, which shows those, the definition of a link.
struct KeyLine: Equatable {
    enum State {
        case current
        /// Closed by this program: it may be proposed again.
        case obsolete
    }

    let kind: ForgeKind
    /// With only such characters as neither form has a use for.
    private let key: String

    init(_ key: String, for kind: ForgeKind) {
        self.kind = kind
        self.key = Self.escaped(key)
    }

    func text(_ state: State = .current) -> String {
        let isCurrent = state == .current
        return kind == .bitbucket
            ? "[sluice]: #\(key)\(isCurrent ? "" : ",obsolete")"
            : "<!-- sluice: \(key)\(isCurrent ? "" : " (obsolete)") -->"
    }

    func isIn(_ body: String) -> Bool {
        let line = text()
        return Self.lines(of: body).contains { $0 == line }
    }

    /// The key in such a line of a body, whether it is obsolete or not, as `init` takes it.
    static func key(in body: String, kind: ForgeKind) -> String? {
        let (start, end) = kind == .bitbucket ? ("[sluice]: #", "") : ("<!-- sluice: ", " -->")
        let obsolete = kind == .bitbucket ? ",obsolete" : " (obsolete)"
        for line in lines(of: body) where line.hasPrefix(start) && line.hasSuffix(end) {
            var key = line.dropFirst(start.count).dropLast(end.count)
            if key.hasSuffix(obsolete) { key = key.dropLast(obsolete.count) }
            return PercentEncoding.decoded(String(key))
        }
        return nil
    }

    /// The body with its key made obsolete; nil for one without a key.
    static func obsoleteBody(of body: String, kind: ForgeKind) -> String? {
        guard let key = key(in: body, kind: kind) else { return nil }
        let keyLine = KeyLine(key, for: kind)
        return lines(of: body).map { $0 == keyLine.text() ? keyLine.text(.obsolete) : String($0) }
            .joined(separator: "\n")
    }

    private static func lines(of body: String) -> [Substring] {
        body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// Percent-encoded but for a few signs; two hyphens in a row would end a comment.
    private static func escaped(_ key: String) -> String {
        var previous: Unicode.Scalar?
        return key.unicodeScalars.reduce(into: "") { result, scalar in
            let isPlain =
                ".:/@+=_".unicodeScalars.contains(scalar) || scalar == "-" && previous != "-"
            previous = scalar
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else if scalar == "-" {
                result += "%2D"
            } else {
                result += PercentEncoding.segment(String(scalar))
            }
        }
    }
}
