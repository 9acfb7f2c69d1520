import RegularLanguages
import RepositoryLinking
import TagPolicies

/// What a policy gains by a pattern that is open at one end.
struct AnchorCheck {
    enum End {
        case start
        case end
    }

    /// The pattern with the anchor that it lacks.
    let anchored: Pattern
    /// A tag that the policy can select, and would not with the anchor.
    let witness: String

    /// Nil where the anchor would change nothing, where the policy is evidently meant to look
    /// inside of tags, and where the policy is not known.
    ///
    /// It is meant so if the anchor would leave it no tag or a single one, or none of those that
    /// its markers have now.
    init?(_ end: End, of policy: LinkedPolicy, deployed: [String]) throws(Undecided) {
        guard let filter = policy.reading.policy?.filter, !filter.pattern.source.isEmpty,
            !filter.pattern.root.isAnchored(at: end), let language = policy.language
        else { return nil }
        guard let pattern = try? Pattern(filter.pattern.anchoredSource(at: end)) else { return nil }
        anchored = pattern
        let narrow = try Language.of(pattern)
        guard let witness = try language.firstMember(in: narrow.complement).member() else {
            return nil
        }
        self.witness = witness
        let admitted = deployed.filter { policy.admits($0) == true }
        guard admitted.isEmpty || admitted.contains(where: pattern.matches),
            let first = try language.firstMember(in: narrow).member(),
            try language.firstMember(in: narrow.subtracting(.tag(first))).member() != nil
        else { return nil }
    }
}

extension PatternNode {
    /// Whether the anchor stands there, whichever way the pattern is taken.
    fileprivate func isAnchored(at end: AnchorCheck.End) -> Bool {
        switch kind {
        case .assertion(.textStart): end == .start
        case .assertion(.textEnd): end == .end
        case .capture(_, _, let inner): inner.isAnchored(at: end)
        case .sequence(let pieces):
            (end == .start ? pieces.first : pieces.last)?.isAnchored(at: end) ?? false
        case .choice(let pieces): pieces.allSatisfy { $0.isAnchored(at: end) }
        case .empty, .literal, .anyScalar, .set, .assertion, .repetition: false
        }
    }
}

extension Pattern {
    /// The pattern with one more anchor.
    func anchoredSource(at end: AnchorCheck.End) -> String {
        let isChoice = if case .choice = root.kind { true } else { false }
        let group = isChoice ? "(?:\(source))" : source
        return end == .start ? "^" + group : group + "$"
    }
}

extension Language {
    /// The tags that a pattern matches, where they are not too many to be told apart.
    fileprivate static func of(_ pattern: Pattern) throws(Undecided) -> Language {
        do throws(StateLimitExceeded) {
            return try Language(matching: pattern)
        } catch {
            throw Undecided(limit: error.limit)
        }
    }
}
