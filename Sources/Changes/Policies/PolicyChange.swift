import RegularLanguages
import RepositoryLinking
import TagPolicies

/// The change of the tags that a policy selects.
struct PolicyChange: Sendable {
    /// `NAMESPACE/NAME`.
    let name: String
    let effect: Effect
    /// Where it is after the change, or was where it is gone.
    let place: Declaration

    enum Effect: Sendable {
        case added(PolicyState)
        case removed(PolicyState)
        case changed(PolicyState, PolicyState, PolicyTags)
        /// Several clusters build it in different ways, and which becomes which is not known.
        case several
    }
}

/// One policy on one side of a change.
struct PolicyState: Hashable, Sendable {
    /// Registry and path in full; nil where the repository leaves it open.
    let image: String?
    /// As people read it: the pattern, the range and the order.
    let selector: String
    /// Why nothing new is selected, or why that is not known; nil where tags are.
    let obstacle: String?
    /// The tag that it selects of those that were listed; nil for none, and where none are at hand.
    let selected: String?
    /// Whether the tags of its image are at hand.
    let isListed: Bool
}

/// The tags that a policy newly admits, or no longer.
struct PolicyTags: Sendable {
    enum Answer: Hashable, Sendable {
        /// A short tag of them.
        case some(String)
        /// Proved for every tag there could be.
        case none
        /// With the reason: one clause, lower case, no full stop.
        case unknown(String)
    }

    let admitted: Answer
    let dropped: Answer
}

extension PolicyTags {
    /// In moves that one question looks at.
    private static let budget = 300_000
    /// The tags that are tried where an automaton is larger than the policy.
    private static let candidateLimit = 300

    init(from former: PolicyReading, to latter: PolicyReading) {
        admitted = Self.tags(of: latter, without: former)
        dropped = Self.tags(of: former, without: latter)
    }

    private static func tags(of left: PolicyReading, without right: PolicyReading) -> Answer {
        guard left.policy != nil, right.policy != nil else {
            // A policy that is invalid selects nothing, which is told as its obstacle.
            return .unknown("the repository leaves open which tags it selects")
        }
        guard let all = left.language, let rest = right.language else {
            return .unknown("its pattern is too large to be compared")
        }
        let isConfirmed = { (tag: String) in all.contains(tag) && !rest.contains(tag) }
        let certain = all.candidates.subtracting(rest.candidates)
            .firstMember(candidates: candidateLimit, budget: budget, where: isConfirmed)
        switch certain {
        case .found(let tag): return .some(tag)
        case .undecided: return .unknown("its pattern is too large to be compared")
        case .none where right.policy?.filter?.extract == nil: return .none
        case .none: break
        }
        // The other automaton may hold tags that the policy refuses.
        switch all.candidates.firstMember(
            candidates: candidateLimit, budget: budget, where: isConfirmed)
        {
        case .found(let tag): return .some(tag)
        case .none: return .none
        case .undecided(let limit):
            return .unknown("none of the first \(limit) tags is one")
        }
    }
}
