/// The result of a search for a member.
package enum MemberSearch: Hashable, Sendable {
    /// The shortest member; of several, the first by bytes.
    case found(String)
    /// Proof that there are no members.
    case none
    /// The search stopped after this many moves or candidates.
    case undecided(limit: Int)
}

/// Whether one language is a subset of another.
package enum Containment: Hashable, Sendable {
    case yes
    /// The shortest tag outside of the other language; of several, the first by bytes.
    case no(witness: String)
    /// The search stopped after this many moves.
    case undecided(limit: Int)

    /// The answer to a search for a tag outside of the other language.
    package init(outside search: MemberSearch) {
        switch search {
        case .none: self = .yes
        case .found(let witness): self = .no(witness: witness)
        case .undecided(let limit): self = .undecided(limit: limit)
        }
    }
}

extension Language {
    /// In moves visited: at worst some 40 milliseconds and 30 megabytes.
    package static let defaultBudget = 1_000_000

    /// Returns the shortest member, found by a breadth-first search.
    package func shortestMember(budget: Int = defaultBudget) -> MemberSearch {
        do {
            var search = ShortestMemberSearch(self, budget: budget)
            return try search.run().map(MemberSearch.found) ?? .none
        } catch {
            return .undecided(limit: error.limit)
        }
    }

    /// Whether `other` contains every member.
    package func containment(
        in other: Language, budget: Int = defaultBudget
    ) -> Containment {
        Containment(outside: subtracting(other).shortestMember(budget: budget))
    }

    /// Returns the shortest member that `isConfirmed`, for languages that over-approximate a set.
    ///
    /// The result is undecided once `candidates` members were rejected.
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
