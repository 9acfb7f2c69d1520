package import RegularLanguages

/// The language of the tags that a policy could select, of all possible tags.
///
/// It contains a tag if the image repository does not exclude it, the filter matches it, and the
/// ordering accepts its value. Where automata cannot represent that exactly, they
/// over-approximate: an empty result is a proof, and each member found is confirmed by
/// `TagPolicy` itself.
package struct PolicyLanguage: Sendable {
    package let policy: TagPolicy
    package let exclusions: TagExclusions
    /// Contains every tag that the policy could select, and possibly more.
    package let candidates: Language
    /// The candidates before the exclusions.
    private let scanned: Language

    /// Throws if a pattern is too large for an automaton.
    package init(
        _ policy: TagPolicy, excluding exclusions: TagExclusions
    ) throws(StateLimitExceeded) {
        self.policy = policy
        self.exclusions = exclusions
        scanned = try policy.tags(withValuesIn: policy.restrictingValues())
        var candidates = scanned
        for pattern in exclusions.patterns {
            candidates = candidates.subtracting(try Language(matching: pattern))
        }
        self.candidates = candidates
    }

    /// Whether the policy selects `tag` if there is no other.
    package func contains(_ tag: String) -> Bool {
        TagUniverse.contains(tag)
            && policy.selection(from: [tag], excluding: exclusions).selected == tag
    }

    /// Returns the shortest tag that the policy could select and that `other`, if any, contains.
    package func firstMember(
        in other: Language? = nil, budget: Int = Language.defaultBudget
    ) -> MemberSearch {
        func within(_ language: Language) -> Language {
            other.map(language.intersection) ?? language
        }
        // The shortest tag is rarely excluded, and without the exclusions the search is cheaper.
        let first = within(scanned).shortestMember(budget: budget)
        switch first {
        case .none: return .none
        case .found(let tag) where contains(tag): return first
        case .found, .undecided:
            return within(candidates).firstMember(budget: budget, where: contains)
        }
    }

    /// Whether `other` contains every tag that the policy could select.
    package func containment(
        in other: Language, budget: Int = Language.defaultBudget
    ) -> Containment {
        Containment(
            outside: candidates.subtracting(other).firstMember(budget: budget, where: contains))
    }
}

extension TagPolicy {
    /// Returns at least the tags that the filter matches and to which it gives one of `values`, or
    /// any value if that is nil.
    package func tags(withValuesIn values: Language?) throws(StateLimitExceeded) -> Language {
        guard let filter else { return values ?? .universe }
        let matching = try Language(matching: filter.pattern)
        guard let values else { return matching }
        guard let extract = filter.extract else { return matching.intersection(values) }
        return try Language(matching: filter.pattern, expanding: extract, into: values)
    }
}

extension TagPolicy {
    /// The values that the ordering accepts; nil if it accepts all values of the filter.
    fileprivate func restrictingValues() throws(StateLimitExceeded) -> Language? {
        // A language of values makes the search far more expensive.
        if case .numerical = ordering, filter?.givesDigitsOnly == true { return nil }
        return try ordering.values()
    }
}

extension TagOrdering {
    /// Returns at least the values that the ordering accepts among texts of tags; nil for all.
    package func values() throws(StateLimitExceeded) -> Language? {
        switch self {
        case .semver(let constraint): try Language(constraint.language)
        case .numerical: try Language(.goFloat)
        case .alphabetical: nil
        }
    }
}
