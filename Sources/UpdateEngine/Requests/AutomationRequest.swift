package import Forges

/// The pull request for the branch of an automation, after a run.
package enum AutomationRequest: Equatable, Sendable {
    /// A dry run names the repository.
    case planned(String)
    /// The forge has it; one that was declined is left alone, and so is its branch.
    case known(url: String, PullRequestOutcome.Action)
    /// GitLab was asked for it with the push.
    case pushed
    /// With the reason: one clause, lower case, no full stop.
    case none(String)
    /// With the reason; the next run tries again.
    case failed(String)

    /// The address of the one that is open.
    package var openURL: String? {
        switch self {
        case .known(let url, .created), .known(let url, .updated), .known(let url, .unchanged): url
        case .known(_, .declined), .known(_, .closed), .planned, .pushed, .none, .failed: nil
        }
    }
}
