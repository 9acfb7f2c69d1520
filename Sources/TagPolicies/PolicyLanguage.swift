package import RegularLanguages

/// The tags that a policy could select, of all the tags that there can be.
///
/// A tag belongs to it if the image repository does not exclude it, the filter matches it, and the
/// ordering takes its value. What the languages of patterns cannot tell exactly, they
/// over-approximate: so that there is no member is a proof, and each member that is found was
/// confirmed by `TagPolicy` itself.
package struct PolicyLanguage: Sendable {
    package let policy: TagPolicy
    package let exclusions: TagExclusions
    /// Holds every tag that the policy could select, and perhaps more.
    package let candidates: Language
    /// The candidates and what the exclusions drop of them.
    private let scanned: Language

    /// Fails where a pattern is too large to be looked at as a language.
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

    /// Whether the policy would select `tag` if there were no other.
    package func contains(_ tag: String) -> Bool {
        TagUniverse.contains(tag)
            && policy.selection(from: [tag], excluding: exclusions).selected == tag
    }

    /// The shortest tag that the policy could select and that `other` holds; nil for any tag.
    package func firstMember(
        in other: Language? = nil, budget: Int = Language.defaultBudget
    ) -> MemberSearch {
        func within(_ language: Language) -> Language {
            other.map(language.intersection) ?? language
        }
        // Mostly the shortest tag is not excluded, and then the exclusions need not be looked at.
        let first = within(scanned).shortestMember(budget: budget)
        switch first {
        case .none: return .none
        case .found(let tag) where contains(tag): return first
        case .found, .undecided:
            return within(candidates).firstMember(budget: budget, where: contains)
        }
    }

    /// Whether `other` holds every tag that the policy could select.
    package func containment(
        in other: Language, budget: Int = Language.defaultBudget
    ) -> Containment {
        switch candidates.subtracting(other).firstMember(budget: budget, where: contains) {
        case .none: .yes
        case .found(let witness): .no(witness: witness)
        case .undecided(let limit): .undecided(limit: limit)
        }
    }
}

extension TagPolicy {
    /// At least the tags that the filter matches and of which it makes one of `values`; any value
    /// counts where that is nil.
    package func tags(withValuesIn values: Language?) throws(StateLimitExceeded) -> Language {
        guard let filter else { return values ?? .universe }
        let matching = try Language(matching: filter.pattern)
        guard let values else { return matching }
        guard let extract = filter.extract else { return matching.intersection(values) }
        return try Language(matching: filter.pattern, expanding: extract, into: values)
    }
}

extension TagPolicy {
    /// The values that the ordering takes; nil where it takes all that the filter gives.
    fileprivate func restrictingValues() throws(StateLimitExceeded) -> Language? {
        // Looking at values as a language costs far more than looking at the pattern.
        if case .numerical = ordering, filter?.givesDigitsOnly == true { return nil }
        return try ordering.values()
    }
}

extension TagOrdering {
    /// At least the values that the ordering takes, of those with a tag's characters; nil for all.
    package func values() throws(StateLimitExceeded) -> Language? {
        switch self {
        case .semver(let constraint): try Language(constraint.language)
        case .numerical: try Language(.goFloat)
        case .alphabetical: nil
        }
    }
}
