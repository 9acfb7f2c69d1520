import RegularLanguages
import Reports
import TagPolicies

/// A few tags of a language, as far as it can be searched.
struct LanguageSketch {
    private static let sampleCount = 5

    /// Shortest first.
    let samples: [String]
    /// The common prefix of all tags of the language; empty if there is none, or it is unknown.
    let prefix: String
    /// Whether samples may be missing, because the search was given up.
    let isUndecided: Bool

    /// The members of `language` that are confirmed; it is known to contain all of them.
    init(of language: Language, where isConfirmed: (String) -> Bool = { _ in true }) {
        let first = language.firstMember(where: isConfirmed)
        guard case .found(let shortest) = first else {
            self.init([], isUndecided: first != .none)
            return
        }
        do {
            let graph = try MemberGraph(language)
            let others = graph.samples(Self.sampleCount + 1).filter(isConfirmed)
            let samples = [shortest] + others.filter { $0 != shortest }
            self.init(Array(samples.prefix(Self.sampleCount)), prefix: graph.literalPrefix)
        } catch {
            self.init([shortest], isUndecided: true)
        }
    }

    private init(_ samples: [String], prefix: String = "", isUndecided: Bool = false) {
        self.samples = samples
        self.prefix = prefix
        self.isUndecided = isUndecided
    }

    init(of pattern: Pattern) {
        do {
            self.init(of: try Language(matching: pattern))
        } catch {
            self.init([], isUndecided: true)
        }
    }

    init(of policy: TagPolicy, excluding exclusions: TagExclusions) {
        do {
            let language = try PolicyLanguage(policy, excluding: exclusions)
            self.init(of: language.candidates, where: language.contains)
        } catch {
            self.init([], isUndecided: true)
        }
    }

    /// The samples, one below the other.
    var rows: [[TextTable.Cell]] {
        let texts =
            samples.isEmpty
            ? [isUndecided ? "none found, the search was given up" : "there is no such tag"]
            : samples
        return texts.enumerated().map { index, text in
            [.init(index == 0 ? "samples" : "", .gutter), .init(text)]
        }
    }
}
