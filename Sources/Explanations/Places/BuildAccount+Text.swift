import ManifestFacts
import Reports

extension BuildAccount {
    /// More roots than these are counted.
    private static let rootLimit = 8

    /// One row for each root.
    func rows(label: String) -> [[TextTable.Cell]] {
        guard !roots.isEmpty else {
            return [.row(label, "as its file is: nothing in the repository builds it")]
        }
        let rest = roots.count - Self.rootLimit
        let words =
            roots.prefix(Self.rootLimit).map(\.words)
            + (rest > 0 ? ["and from \(rest) more directories"] : [])
        return words.enumerated().map { .row($0.offset == 0 ? label : "", $0.element) }
    }
}

extension BuildAccount.Root {
    fileprivate var words: String {
        let place = directory.isEmpty ? "the repository's root" : directory
        guard let builder else { return "from \(place), which nothing in the repository builds" }
        return "from \(place), by the Kustomization \(builder.name) (\(builder.declaration))"
    }
}

extension ObjectIdentity {
    /// `KIND NAMESPACE/NAME`, as far as they are written.
    var words: String {
        let name = [namespace, name].compactMap(\.self).joined(separator: "/")
        return [kind ?? "", name].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
