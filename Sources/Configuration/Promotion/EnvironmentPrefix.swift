import RegularLanguages

/// The beginning of a tag that names an environment: `staging-` of `staging-v1.4.2`.
struct EnvironmentPrefix {
    /// Without the separator.
    let word: String
    /// Begins with the separator, after which there is at least one character.
    let rest: Substring

    /// The longest such beginning; nil for a tag that names no environment.
    ///
    /// - Parameter names: Those of the configured environments.
    init?(of tag: String, names: [String]) {
        let separators = tag.utf8.indices.reversed().filter {
            ASCIISet.wordSeparators.contains(tag.utf8[$0])
        }
        let words = EnvironmentWords(names)
        let found = separators.first { place in
            tag.utf8.index(after: place) < tag.endIndex && words.contain(String(tag[..<place]))
        }
        guard let found else { return nil }
        word = String(tag[..<found])
        rest = tag[found...]
    }
}

/// The words that tags may begin with to name an environment.
struct EnvironmentWords {
    private let names: [String]
    private let synonyms: Set<String>

    init(_ names: [String]) {
        self.names = names
        synonyms = Set(names.flatMap(Self.words))
    }

    /// Whether a word is the name of a configured environment, or what people call one; a word that
    /// says something else as often has to mean a configured one.
    func contain(_ word: String) -> Bool {
        names.contains(word) || synonyms.contains(word)
            || EnvironmentTokens.known.contains(word)
                && !EnvironmentTokens.ordinaryWords.contains(word)
    }

    /// What tags of an environment may begin with: its name, and then what people call it.
    static func words(ofName name: String) -> [String] {
        let tokens = name.split { "-_.".contains($0) }.map { $0.lowercased() }
            .filter(EnvironmentTokens.known.contains)
        var seen: Set<String> = []
        return ([name] + tokens + tokens.flatMap(EnvironmentTokens.synonyms))
            .filter { seen.insert($0).inserted }
    }
}
