/// The environments that a repository's directories and files speak of by their names.
///
/// A token is what people call an environment. It counts where it is the whole name of a directory
/// or of a manifest up to its first dot: `clusters/prod/…`, `apps/web/staging.yaml`. Directories
/// that begin with a dot contain tools, not environments, and only YAML files are deployed.
///
/// Some tokens are ordinary words as well, as in `src/test`. Such a word counts only where another
/// token is beside it in the same directory, as in `overlays/test` and `overlays/prod`.
package struct EnvironmentTokens: Sendable {
    /// Source: names of environments in 84 public GitOps repositories.
    package static let known: Set<String> = [
        "dev", "develop", "development", "snd", "sbox", "sandbox", "test", "tst", "qa", "uat",
        "ithc", "demo", "perftest", "pre", "preprod", "stg", "stage", "staging", "aat", "prod",
        "prd", "production", "live",
    ]

    /// The tokens under which real users are served.
    package static let productionClass: Set<String> = ["prod", "production", "prd", "live"]

    static let ordinaryWords: Set<String> = [
        "demo", "develop", "live", "pre", "sandbox", "stage", "test",
    ]

    /// The other tokens for the same environment.
    static func synonyms(of token: String) -> [String] {
        synonyms.first { $0.contains(token) }?.filter { $0 != token } ?? []
    }

    private static let synonyms = [
        ["production", "prod", "prd", "live"], ["staging", "stage", "stg"],
        ["development", "develop", "dev"], ["preprod", "pre"], ["test", "tst"],
        ["sandbox", "sbox", "snd"],
    ]

    /// The tokens in each directory; the root is the empty path.
    private var tokensByDirectory: [Substring: Set<String>] = [:]
    /// Every token that counts at some place.
    package private(set) var present: Set<String> = []

    /// Cost: one pass over the paths of a whole repository; directories are read once where their
    /// files stand together.
    package init(paths: [String]) {
        var latest = Substring()
        for path in paths where Self.isManifest(path) {
            let directory = path.directory
            if directory != latest {
                latest = directory
                note(Self.directoryPlaces(in: directory))
            }
            if let place = Self.filePlace(in: path, directory: directory) { note([place]) }
        }
        for tokens in tokensByDirectory.values {
            present.formUnion(tokens.filter { counts($0, among: tokens) })
        }
    }

    private mutating func note(_ places: [Place]) {
        for place in places { tokensByDirectory[place.directory, default: []].insert(place.token) }
    }

    /// The tokens that a path shows, outermost first; paths count from the repository's root.
    package func tokens(ofPath path: String) -> [String] {
        var seen: Set<String> = []
        return Self.places(in: path).compactMap { place in
            let neighbours = tokensByDirectory[place.directory] ?? []
            return counts(place.token, among: neighbours) && seen.insert(place.token).inserted
                ? place.token : nil
        }
    }

    private func counts(_ token: String, among neighbours: Set<String>) -> Bool {
        !Self.ordinaryWords.contains(token) || neighbours.count > 1
    }

    /// A name that is a token, and the directory that contains it.
    private typealias Place = (directory: Substring, token: String)

    private static func places(in path: String) -> [Place] {
        guard isManifest(path) else { return [] }
        let directory = path.directory
        return directoryPlaces(in: directory)
            + (filePlace(in: path, directory: directory).map { [$0] } ?? [])
    }

    private static func isManifest(_ path: String) -> Bool {
        path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    }

    /// None in and below a directory of tools.
    private static func directoryPlaces(in directory: Substring) -> [Place] {
        let names = directory.utf8.split(separator: slash)
        guard !names.contains(where: { $0.first == dot }) else { return [] }
        return names.compactMap { name in
            token(name).map { (directory[..<name.startIndex], $0) }
        }
    }

    private static func filePlace(in path: String, directory: Substring) -> Place? {
        let stem = path.utf8[directory.endIndex...].prefix { $0 != dot }
        guard let token = token(stem),
            !directory.utf8.split(separator: slash).contains(where: { $0.first == dot })
        else { return nil }
        return (directory, token)
    }

    private static func token(_ name: Substring.UTF8View) -> String? {
        // Most names are told apart here, without the cost of lower case.
        guard lengths.contains(name.count) else { return nil }
        let token = Substring(name).lowercased()
        return known.contains(token) ? token : nil
    }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
    private static let lengths = Set(known.map(\.utf8.count))
}

extension String {
    /// All up to the last slash, and with it.
    fileprivate var directory: Substring {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return Substring(utf8[...slash])
    }
}
