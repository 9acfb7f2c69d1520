package import CheckPipeline
import Forges
package import GitAccess
package import RegistryAccess
import Reports

/// Promotes images: confirms, proposes on a branch, puts tags, and opens a pull request.
///
/// Each step finds out by itself whether it was done before, so that a run that broke off is
/// repeated, and two at a time come to one result. The branch is pushed before a tag is put: Git
/// compares and swaps a branch, which no registry does with a tag.
package struct Promoter {
    /// A failed attempt means that another writer succeeded.
    private static let attemptLimit = 20

    private let workspace: GitWorkspace
    private let check: RepositoryCheck
    let registry: RegistryClient
    private let remote: RemoteProgram
    let options: PromotionOptions
    private let details: (_ message: String) -> CommitDetails
    private let key: SigningKey?
    let place: ProposalPlace
    let note: @Sendable (PromotionStep) -> Void

    /// - Parameters:
    ///   - details: The author and the time of a commit.
    ///   - note: Shows a step while it is carried out.
    package init(
        _ workspace: GitWorkspace, check: RepositoryCheck, registry: RegistryClient,
        remote: RemoteProgram, options: PromotionOptions,
        details: @escaping (_ message: String) -> CommitDetails, key: SigningKey?,
        request place: ProposalPlace, note: @escaping @Sendable (PromotionStep) -> Void = { _ in }
    ) {
        self.workspace = workspace
        self.check = check
        self.registry = registry
        self.remote = remote
        self.options = options
        self.details = details
        self.key = key
        self.place = place
        self.note = note
    }

    /// Carries out the promotion, or shows it in a dry run.
    package func report() async throws -> PromotionReport {
        do {
            for _ in 0..<Self.attemptLimit {
                if let report = try await attempt() { return report }
            }
            throw PromotionObstacle.outrun(branch: options.base, attempts: Self.attemptLimit)
        } catch let obstacle as PromotionObstacle where obstacle.isRefusal {
            var report = PromotionReport(from: options.source, to: options.target)
            report.failure = "\(obstacle)"
            return report
        }
    }

    /// Nil where a branch moved meanwhile.
    private func attempt() async throws -> PromotionReport? {
        guard let base = try remote.fetch(branches: [options.base])[options.base] else {
            throw PromotionObstacle.noBranch(options.base, remote: remote.name)
        }
        note(PromotionStep("confirming what `\(options.source)` runs"))
        let planner = PromotionPlanner(
            workspace: workspace, check: check, registry: registry, options: options)
        let plan = try await planner.plan(on: base)
        if plan.isStopped || options.isDryRun || plan.planned.isEmpty { return preview(of: plan) }
        if let url = try await declined(plan) { return refusal(of: plan, declinedAt: url) }
        guard plan.hasChanges else { return await carriedOut(plan, nil) }
        guard let proposal = try push(plan) else { return nil }
        return await carriedOut(plan, proposal)
    }

    private func preview(of plan: PromotionPlan) -> PromotionReport {
        var report = report(of: plan) { plan.isStopped ? .untouched : $0.planned }
        guard !plan.isStopped, plan.hasChanges else { return report }
        report.proposal = proposal(of: plan, nil, .planned)
        report.request =
            switch place {
            case .request(.planned(let repository)), .request(.forge(let repository, _)),
                .request(.push(let repository)):
                .planned(repository.name)
            case .file(let path, _): .planned(path)
            case .request(.none(let reason)): PromotionReport.Request.none(reason: reason)
            }
        return report
    }

    private func refusal(of plan: PromotionPlan, declinedAt url: String) -> PromotionReport {
        var report = report(of: plan) { _ in .untouched }
        report.decline(at: url)
        return report
    }

    /// Puts the tags, and opens the pull request if all are there.
    private func carriedOut(
        _ plan: PromotionPlan, _ proposal: PromotionReport.Proposal?
    ) async -> PromotionReport {
        var plan = plan
        for number in plan.images.indices { await plan.images[number].carryOut(registry, note) }
        let copies = plan.planned.map(\.copy)
        var report = report(of: plan, \.outcome)
        report.proposal = proposal
        report.warnings += Set(copies.flatMap(\.warnings)).sorted()
        let failures = copies.compactMap(\.failure)
        report.failure = failures.isEmpty ? nil : failures.joined(separator: "; ")
        if report.failure == nil { await request(plan, &report) }
        return report
    }

    private func report(
        of plan: PromotionPlan, _ tag: (TagCopy) -> PromotionReport.TagOutcome
    ) -> PromotionReport {
        var report = PromotionReport(from: options.source, to: options.target)
        report.images = plan.outcomes(tag)
        report.warnings = plan.warnings
        return report
    }

    // MARK: The branch

    /// Nil where it moved meanwhile.
    private func push(_ plan: PromotionPlan) throws -> PromotionReport.Proposal? {
        note(PromotionStep("pushing the branch"))
        let branch = ProposalBranch(
            name: plan.branchName, base: options.base, remote: remote, workspace: workspace)
        var pushOptions: [String] = []
        if case .request(.push) = place { pushOptions = plan.pullRequest.pushOptions }
        let outcome = try branch.propose(
            plan.treeEdits, on: plan.base, options: pushOptions, details(plan.text.message),
            signedWith: key)
        switch outcome {
        case .outrun: return nil
        case .pushed(let commit): return proposal(of: plan, commit, .pushed)
        case .unchanged(let commit): return proposal(of: plan, commit, .unchanged)
        }
    }

    private func proposal(
        of plan: PromotionPlan, _ commit: String?, _ state: PromotionReport.Proposal.State
    ) -> PromotionReport.Proposal {
        PromotionReport.Proposal(
            branch: plan.branchName, base: options.base, remote: remote.name, commit: commit,
            state: state, text: plan.text)
    }
}
