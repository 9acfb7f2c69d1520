/// What a search for a member came to.
package enum MemberSearch: Hashable, Sendable {
    /// The shortest member, and of the shortest the first by bytes.
    case found(String)
    /// There is none; this is a proof.
    case none
    /// The search was given up after this many moves or candidates.
    case undecided(limit: Int)
}

/// Whether one language lies inside another.
package enum Containment: Hashable, Sendable {
    case yes
    /// The shortest tag that lies outside, and of the shortest the first by bytes.
    case no(witness: String)
    /// The search was given up after this many moves.
    case undecided(limit: Int)
}

extension Language {
    /// In moves that a search looks at: at worst some 40 milliseconds, and 20 megabytes.
    package static let defaultBudget = 500_000

    /// The shortest tag of this language, searched breadth first.
    package func shortestMember(budget: Int = defaultBudget) -> MemberSearch {
        do {
            var search = ShortestMemberSearch(self, budget: budget)
            return try search.run().map(MemberSearch.found) ?? .none
        } catch {
            return .undecided(limit: error.limit)
        }
    }

    /// Whether every tag of this language is one of `other`.
    package func containment(
        in other: Language, budget: Int = defaultBudget
    ) -> Containment {
        switch subtracting(other).shortestMember(budget: budget) {
        case .none: .yes
        case .found(let witness): .no(witness: witness)
        case .undecided(let limit): .undecided(limit: limit)
        }
    }

    /// The first member, shortest first, that `isConfirmed`; for languages that are known to hold
    /// all that is wanted, and perhaps more.
    ///
    /// The answer is undecided once `candidates` members were refuted.
    package func firstMember(
        candidates: Int = 1_000, budget: Int = defaultBudget, where isConfirmed: (String) -> Bool
    ) -> MemberSearch {
        let shortest = shortestMember(budget: budget)
        guard case .found(let tag) = shortest, !isConfirmed(tag) else { return shortest }
        do {
            var refuted = 0
            for member in try MemberGraph(self, budget: budget).members {
                if isConfirmed(member) { return .found(member) }
                refuted += 1
                if refuted >= candidates { return .undecided(limit: candidates) }
            }
            return .none
        } catch {
            return .undecided(limit: error.limit)
        }
    }
}
