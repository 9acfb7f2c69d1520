/// A set of tags: the matches of a pattern or expression, or a combination of such sets.
///
/// Cost: combining is free; the queries in `LanguageQueries.swift` search the automata lazily.
package struct Language: Sendable {
    indirect enum Form: Sendable {
        case automaton(NFA)
        case union(Form, Form)
        case intersection(Form, Form)
        case complement(Form)
    }

    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    /// The tags that `pattern` matches somewhere, as Flux's filters do.
    package init(matching pattern: Pattern) throws(StateLimitExceeded) {
        form = .automaton(try NFABuilder.automaton(of: pattern.program))
    }

    /// The tags that `expression` matches as a whole.
    package init(_ expression: TagExpression) throws(StateLimitExceeded) {
        form = .automaton(try NFABuilder.automaton(of: expression.program))
    }

    /// All tags.
    package static let universe = Language(
        .automaton(
            NFA(
                moves: [[NFA.Move(bytes: TagUniverse.characters, target: 0)]],
                isAccepting: [true], universalState: 0)))

    /// No tag.
    package static let empty = Language(
        .automaton(NFA(moves: [[]], isAccepting: [false], universalState: nil)))

    /// The tag `text` alone; empty if `text` is not a valid tag.
    package static func tag(_ text: String) -> Language {
        guard TagUniverse.contains(text) else { return .empty }
        let moves = text.utf8.enumerated().map { index, byte in
            [NFA.Move(bytes: ASCIISet(byte), target: Int32(index + 1))]
        }
        let isAccepting = Array(repeating: false, count: moves.count) + [true]
        return Language(
            .automaton(NFA(moves: moves + [[]], isAccepting: isAccepting, universalState: nil)))
    }

    package func union(_ other: Language) -> Language {
        Language(.union(form, other.form))
    }

    package func intersection(_ other: Language) -> Language {
        Language(.intersection(form, other.form))
    }

    package func subtracting(_ other: Language) -> Language {
        Language(.intersection(form, .complement(other.form)))
    }

    /// All other tags.
    package var complement: Language { Language(.complement(form)) }

    /// Whether a search finds the tag; for tests.
    package func contains(_ tag: String) -> Bool {
        intersection(.tag(tag)).shortestMember() == .found(tag)
    }

    /// Traps if an automaton violates the invariants of `NFA`; for tests.
    package func checkInvariants() { form.checkInvariants() }
}

extension Language.Form {
    func checkInvariants() {
        switch self {
        case .automaton(let automaton): automaton.checkInvariants()
        case .union(let left, let right), .intersection(let left, let right):
            left.checkInvariants()
            right.checkInvariants()
        case .complement(let inner): inner.checkInvariants()
        }
    }
}
