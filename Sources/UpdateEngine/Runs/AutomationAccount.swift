/// The outcome of one automation.
package struct AutomationAccount: Sendable {
    package enum Outcome: Sendable {
        case committed(AutomationCommit)
        /// There is nothing to write, or the branch has it already.
        case unchanged
        /// The automation is left alone here on purpose; with the reason.
        case skipped(String)
        /// With the reason.
        case failed(String)
    }

    /// `NAMESPACE/NAME`.
    package let name: String
    /// Of its manifest.
    package let path: String
    package let line: Int
    package internal(set) var branch: String?
    /// The name of the remote; nil for this clone, and where none was chosen.
    package internal(set) var remote: String?
    /// The outcome at its markers; nil if it was not planned.
    package internal(set) var plan: UpdatePlan?
    package internal(set) var outcome: Outcome
    /// Nil where none is wanted, or nothing is to be said of it.
    package internal(set) var request: AutomationRequest?
    /// How often another writer was faster.
    package internal(set) var outrunCount = 0

    /// Whether something was refused or failed.
    var hasFailed: Bool {
        if case .failed? = request { return true }
        return switch outcome {
        case .failed: true
        case .committed(let commit) where commit.complaint != nil: true
        case .committed, .unchanged, .skipped: plan?.hasFailed ?? false
        }
    }
}

/// The commit of an automation.
package struct AutomationCommit: Sendable {
    package enum State: Sendable {
        /// Nothing was written.
        case planned
        /// The branch of the remote is there.
        case pushed
        /// The branch of this clone is there.
        case moved
        /// No branch has it; with what people can do about it.
        case loose(String)
    }

    /// Nil where nothing was written.
    package let id: String?
    package let parent: String
    package let message: String
    package let way: BranchPlan.Way
    package let state: State
    /// A failure after that: one clause, lower case, no full stop.
    package let complaint: String?
}
