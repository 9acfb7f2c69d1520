/// The environments that a repository's folders and files speak of by their names.
///
/// A token is what people call an environment. It counts where it is the whole name of a folder
/// or of a manifest up to its first dot: `clusters/prod/…`, `apps/web/staging.yaml`. Folders that
/// begin with a dot hold tools, not environments, and files that are no YAML are not deployed.
///
/// Some tokens are ordinary words as well, as in `src/test`. Such a word counts only where another
/// token stands beside it in the same folder, as in `overlays/test` and `overlays/prod`.
package struct EnvironmentTokens: Sendable {
    /// Source: names of environments in 84 public GitOps repositories.
    package static let known: Set<String> = [
        "dev", "develop", "development", "snd", "sbox", "sandbox", "test", "tst", "qa", "uat",
        "ithc", "demo", "perftest", "pre", "preprod", "stg", "stage", "staging", "aat", "prod",
        "prd", "production", "live",
    ]

    /// The tokens under which real users are served.
    package static let productionClass: Set<String> = ["prod", "production", "prd", "live"]

    private static let ordinaryWords: Set<String> = [
        "demo", "develop", "live", "pre", "sandbox", "stage", "test",
    ]

    /// The tokens in each folder; the root is the empty path.
    private var tokensByFolder: [Substring: Set<String>] = [:]
    /// Every token that counts at some place.
    package private(set) var present: Set<String> = []

    /// Cost: one pass over the paths of a whole repository.
    package init(paths: some Sequence<String>) {
        for path in paths {
            for place in Self.places(in: path) {
                tokensByFolder[place.folder, default: []].insert(place.token)
            }
        }
        for tokens in tokensByFolder.values {
            present.formUnion(tokens.filter { counts($0, among: tokens) })
        }
    }

    /// The tokens that a path shows, outermost first; paths count from the repository's root.
    package func tokens(ofPath path: String) -> [String] {
        var seen: Set<String> = []
        return Self.places(in: path).compactMap { place in
            let neighbours = tokensByFolder[place.folder] ?? []
            return counts(place.token, among: neighbours) && seen.insert(place.token).inserted
                ? place.token : nil
        }
    }

    private func counts(_ token: String, among neighbours: Set<String>) -> Bool {
        !Self.ordinaryWords.contains(token) || neighbours.count > 1
    }

    /// Where a path has a token for a name, and in which folder that stands.
    private static func places(in path: String) -> [(folder: Substring, token: String)] {
        guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else { return [] }
        let names = path.utf8.split(separator: slash)
        guard !names.dropLast().contains(where: { $0.first == dot }) else { return [] }
        return names.compactMap { name in
            let isFile = name.endIndex == path.endIndex
            let stem = isFile ? name.prefix { $0 != dot } : name
            // Most names end here, without the cost of lower case.
            guard lengths.contains(stem.count) else { return nil }
            let token = Substring(stem).lowercased()
            return known.contains(token) ? (path[..<name.startIndex], token) : nil
        }
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
    private static let lengths = Set(known.map(\.utf8.count))
}
