import RegularLanguages

/// The beginning of a tag that names an environment: `staging-` of `staging-v1.4.2`.
struct EnvironmentPrefix {
    /// Without the separator.
    let word: String
    /// Begins with the separator, after which there is at least one character.
    let rest: Substring

    /// The longest such beginning; nil for a tag that names no environment.
    init?(of tag: String, words: EnvironmentWords) {
        let separators = tag.utf8.indices.reversed().filter {
            ASCIISet.wordSeparators.contains(tag.utf8[$0])
        }
        let found = separators.first { place in
            tag.utf8.index(after: place) < tag.endIndex && words.contain(String(tag[..<place]))
        }
        guard let found else { return nil }
        word = String(tag[..<found])
        rest = tag[found...]
    }
}

/// The words that tags may begin with to name an environment.
struct EnvironmentWords: Sendable {
    /// The names of environments, and what people call these.
    private let configured: Set<String>

    /// - Parameter names: Those of the configured environments.
    init(_ names: [String]) {
        configured = Set(names.flatMap(Self.words))
    }

    /// Whether a word is the name of a configured environment, or what people call one; a word that
    /// says something else as often has to mean a configured one.
    func contain(_ word: String) -> Bool {
        configured.contains(word)
            || EnvironmentTokens.known.contains(word)
                && !EnvironmentTokens.ordinaryWords.contains(word)
    }

    /// The words that tags of an environment may begin with: its name, and then what people call it.
    static func words(ofName name: String) -> [String] {
        let tokens = name.split { "-_.".contains($0) }.map { $0.lowercased() }
            .filter(EnvironmentTokens.known.contains)
        var seen: Set<String> = []
        return ([name] + tokens + tokens.flatMap(EnvironmentTokens.synonyms))
            .filter { seen.insert($0).inserted }
    }
}
