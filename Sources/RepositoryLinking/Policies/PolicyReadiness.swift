import RegularLanguages
package import TagPolicies

/// Whether Flux selects tags by a policy, as far as the repository tells.
///
/// Every command asks this; which tag is selected of those that a registry has is
/// `RepositoryModel.choice`.
package enum PolicyReadiness: Hashable, Sendable {
    /// Flux selects from the tags that its ImageRepository has; in doubt only for this reason.
    case selects(doubt: String?)
    /// Flux keeps what it selected before, and selects nothing new until it is resumed.
    case suspended(PolicyObstacle)
    /// Flux selects no tag, whatever tags there are.
    case blocked(PolicyObstacle)
    /// The repository does not say what is selected: one clause, lower case, no full stop.
    case open(String)

    /// Why nothing new is selected; nil where something may be.
    package var obstacle: PolicyObstacle? {
        switch self {
        case .suspended(let obstacle), .blocked(let obstacle): obstacle
        case .selects, .open: nil
        }
    }

    /// The reason of whatever keeps it from being certain that tags are selected.
    package var reason: String? {
        switch self {
        case .selects(let doubt): doubt
        case .suspended(let obstacle), .blocked(let obstacle): obstacle.reason
        case .open(let reason): reason
        }
    }
}

/// A reason why Flux selects no tags by a policy.
package struct PolicyObstacle: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case invalidPolicy = "invalid_policy"
        case invalidFilter = "invalid_filter"
        case repositoryMissing = "repository_missing"
        case accessDenied = "access_denied"
        case invalidRepository = "invalid_repository"
        /// Flux never gets tags to select from.
        case noTags = "no_tags"
        case noMatch = "no_match"
        case suspended
    }

    /// By its name in machine output.
    package let kind: Kind
    /// One clause, lower case, no full stop.
    package let reason: String
}

extension PolicyObstacle {
    /// Nil for an error that only this program makes of the policy, and Flux does not.
    init?(_ error: TagPolicyError) {
        if case .invalidPattern(let error) = error, error.isOwnLimit { return nil }
        let failure = SelectionFailure.invalidPolicy(error)
        self.init(kind: Kind(rawValue: failure.kind) ?? .invalidPolicy, reason: "\(failure)")
    }
}

/// The choice of a policy from the tags of a registry.
package struct PolicyChoice: Sendable {
    package let readiness: PolicyReadiness
    /// The selection of the policy itself, even if Flux does not get that far; nil if it is
    /// unknown.
    package let selection: Selection?

    /// Nil where Flux selects nothing, or what it selects is not known.
    package var selected: String? {
        if case .selects = readiness { selection?.selected } else { nil }
    }

    /// Why nothing is selected, with its kind in machine output; nil where something is, and where
    /// that is not known.
    package var failure: (kind: String, message: String)? {
        if let obstacle = readiness.obstacle { return (obstacle.kind.rawValue, obstacle.reason) }
        return selection?.failure.map { ($0.kind, $0.description) }
    }

    /// Why no tag is selected, or why that is not known; nil where one is.
    package var reason: String? {
        selected == nil ? failure?.message ?? readiness.reason : nil
    }
}
