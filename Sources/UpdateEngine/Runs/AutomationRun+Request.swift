import CheckPipeline
import Forges
import GitAccess
import SourceText

extension AutomationRun {
    /// The pull request for the branch as it is after this run; nil where it has nothing to offer.
    ///
    /// - Parameters:
    ///   - contents: The files that the branch has beside those of `ground`, also where it has
    ///     them already.
    ///   - message: Of the commit that is made now; nil where there is none.
    func pullRequest(
        _ branch: BranchPlan, on ground: UpdateBase, with contents: [String: [UInt8]],
        _ message: String?, checkout: String, declaredIn declaration: UpdateBase
    ) throws -> PullRequest? {
        guard let requests else { return nil }
        let workspace = runner.workspace
        var start = ground.snapshot
        var message = message
        if branch.way == .appended, let tip = branch.tip {
            // As forges compare branches.
            let base = try workspace.mergeBase(of: checkout, and: tip) ?? checkout
            start = try workspace.snapshot(of: .revision(base))
        }
        if message == nil, let tip = branch.tip {
            let commits = try workspace.commits(of: tip, beyond: checkout) ?? []
            // Of a branch that is merged, nothing is left to offer.
            guard let last = commits.first else { return nil }
            message = last.message
        }
        return try BranchChanges(from: start, to: ground.snapshot, with: contents).pullRequest(
            from: requests.branch, into: requests.base, message: message ?? "",
            in: declaration.model)
    }

    /// Asks, before anything is written, whether somebody declined the same; tells so then.
    func isDeclined(
        _ request: PullRequest?, _ account: inout AutomationAccount
    ) async throws -> Bool {
        guard let request, let requests, let url = try await requests.declined(request) else {
            return false
        }
        let reason = "somebody closed \(url), which proposed the same, without merging it"
        account.plan?.refuseAll(Refusal(reason))
        account.outcome = .skipped(reason)
        account.request = .known(url: url, .declined)
        return true
    }

    /// Opens, refreshes or closes the pull request after a run that did not fail.
    func settle(
        _ request: PullRequest?, ofBranchAt tip: String?, _ account: inout AutomationAccount
    ) async {
        guard let requests else { return }
        var isPushed = false
        switch account.outcome {
        case .committed(let commit):
            if case .pushed = commit.state { isPushed = true }
        case .unchanged: break
        case .skipped, .failed: return
        }
        if let request {
            account.request = await requests.open(request, isPushed: isPushed)
        } else if tip != nil, !runner.options.isDryRun {
            account.request = await requests.close()
        }
    }
}
