import Forges
import RegistryAccess
import UpdateEngine

extension Promoter {
    /// The address of a pull request for the same that somebody closed: nothing is written then.
    func declined(_ plan: PromotionPlan) async throws -> String? {
        guard plan.hasChanges, case .request(.forge(let repository, let token)) = place else {
            return nil
        }
        let forge = ForgeClient(repository, token: token, web: registry.web)
        return try await forge.declined(plan.pullRequest)?.url
    }

    /// Opens the pull request where it belongs, or says in the report why not.
    func request(_ plan: PromotionPlan, _ report: inout PromotionReport) async {
        do {
            switch place {
            case .request(.forge(let repository, let token)):
                note(PromotionStep("opening the pull request"))
                let forge = ForgeClient(repository, token: token, web: registry.web)
                try await request(plan, at: forge, &report)
            case .request(.push): report.request = report.proposal.map(Self.pushedRequest)
            case .file(let path, let write):
                guard plan.hasChanges else { return }
                try write("\(plan.text.title)\n\n\(plan.text.body)")
                report.request = .file(path)
            case .request(.none(let reason)):
                report.request = PromotionReport.Request.none(reason: reason)
            case .request(.planned): break
            }
        } catch {
            report.failure = "\(error)"
        }
    }

    private static func pushedRequest(
        _ proposal: PromotionReport.Proposal
    ) -> PromotionReport.Request {
        proposal.state == .pushed
            ? .pushOptions : .none(reason: "nothing was pushed, so GitLab was not asked again")
    }

    private func request(
        _ plan: PromotionPlan, at forge: ForgeClient, _ report: inout PromotionReport
    ) async throws {
        if plan.hasChanges {
            let outcome = try await forge.open(plan.pullRequest)
            if outcome.action == .declined { return report.decline(at: outcome.url) }
            report.request = .pullRequest(url: outcome.url, outcome: outcome.action.rawValue)
            if let omission = outcome.omission { report.warnings.append(omission) }
        }
        try await closeObsolete(plan, at: forge, &report)
    }

    /// Closes the pull requests for other versions of the same images.
    private func closeObsolete(
        _ plan: PromotionPlan, at forge: ForgeClient, _ report: inout PromotionReport
    ) async throws {
        let current = RequestKey(plan.planned.map(\.image), to: options.target)
        let reason =
            plan.hasChanges
            ? "`\(plan.branchName)` takes the place of this."
            : "`\(options.target)` has this version already."
        for other in try await forge.openPullRequests(into: options.base) {
            guard let key = other.key.flatMap(RequestKey.init(promotion:)),
                key.isReplaced(by: current),
                other.branch != plan.branchName || !plan.hasChanges
            else { continue }
            let outcome = try await forge.close(
                branch: other.branch, base: options.base, because: reason)
            if outcome?.action == .closed { report.closed.append(other.url) }
        }
    }
}
