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
    private let registry: RegistryClient
    private let remote: RemoteProgram
    private let options: PromotionOptions
    private let details: (_ message: String) -> CommitDetails
    private let key: SigningKey?
    private let place: RequestPlace
    private let note: @Sendable (String) -> Void

    /// - Parameters:
    ///   - details: The author and the time of a commit.
    ///   - note: Shows a step while it is carried out.
    package init(
        _ workspace: GitWorkspace, check: RepositoryCheck, registry: RegistryClient,
        remote: RemoteProgram, options: PromotionOptions,
        details: @escaping (_ message: String) -> CommitDetails, key: SigningKey?,
        request place: RequestPlace, note: @escaping @Sendable (String) -> Void = { _ in }
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
        note("confirming what `\(options.source)` runs")
        let plan = try await planner.plan(on: base)
        var copies = plan.copies
        var report = PromotionReport(from: options.source, to: options.target)
        report.warnings = plan.warnings(options)
        // What was named together is promoted together.
        let isStopped = plan.isRefused && options.images != nil
        if isStopped || options.isDryRun || plan.planned.isEmpty {
            report.images = plan.outcomes(copies.mapValues { isStopped ? .untouched : $0.planned })
            if !isStopped { planProposal(of: plan, &report) }
            return report
        }
        let text = plan.text(options)
        if !plan.contents.isEmpty {
            if let url = try await declined(plan.pullRequest(text, options)) {
                report.images = plan.outcomes(copies.mapValues { _ in .untouched })
                report.request = .pullRequest(url: url, outcome: "declined")
                report.failure =
                    "somebody closed \(url), which proposed the same; reopen it to promote"
                return report
            }
            note("pushing the branch")
            guard let proposal = try push(plan, text) else { return nil }
            report.proposal = proposal
        }
        for (name, copy) in copies { copies[name] = await carriedOut(copy) }
        report.images = plan.outcomes(copies.mapValues(\.outcome))
        report.warnings += Set(copies.values.flatMap(\.warnings)).sorted()
        let failures = copies.sorted { $0.key < $1.key }.compactMap(\.value.failure)
        report.failure = failures.isEmpty ? nil : failures.joined(separator: "; ")
        if report.failure == nil { await request(plan, text, &report) }
        return report
    }

    private var planner: PromotionPlanner {
        PromotionPlanner(
            workspace: workspace, check: check, registry: registry, options: options)
    }

    // MARK: The branch

    private func branch(of plan: PromotionPlan) -> ProposalBranch {
        ProposalBranch(
            name: plan.branchName(options), base: options.base, remote: remote,
            workspace: workspace)
    }

    private func push(
        _ plan: PromotionPlan, _ text: ProposalText
    ) throws -> PromotionReport.Proposal? {
        let branch = branch(of: plan)
        var pushOptions: [String] = []
        if case .push = place { pushOptions = plan.pullRequest(text, options).pushOptions }
        let outcome = try branch.propose(
            plan.treeEdits, on: plan.base, options: pushOptions, details(text.message),
            signedWith: key)
        switch outcome {
        case .outrun: return nil
        case .pushed(let commit): return proposal(of: plan, text, commit, .pushed)
        case .unchanged(let commit): return proposal(of: plan, text, commit, .unchanged)
        }
    }

    private func proposal(
        of plan: PromotionPlan, _ text: ProposalText, _ commit: String?,
        _ state: PromotionReport.Proposal.State
    ) -> PromotionReport.Proposal {
        PromotionReport.Proposal(
            branch: plan.branchName(options), base: options.base, remote: remote.name,
            commit: commit, state: state, text: text)
    }

    private func planProposal(of plan: PromotionPlan, _ report: inout PromotionReport) {
        guard !plan.contents.isEmpty else { return }
        report.proposal = proposal(of: plan, plan.text(options), nil, .planned)
        report.request =
            switch place {
            case .forge(let repository, _), .push(let repository): .planned(repository.name)
            case .file(let path, _): .planned(path)
            case .none(let reason): PromotionReport.Request.none(reason: reason)
            }
    }

    // MARK: The tags

    private func carriedOut(_ copy: TagCopy) async -> TagCopy {
        var copy = copy
        await copy.carryOut(registry, note: note)
        return copy
    }

    // MARK: The pull request

    /// The address of a pull request for the same that somebody closed: nothing is written then.
    private func declined(_ request: PullRequest) async throws -> String? {
        guard case .forge(let repository, let token) = place else { return nil }
        let forge = ForgeClient(repository, token: token, web: registry.web)
        return try await forge.declined(request)?.url
    }

    private func request(
        _ plan: PromotionPlan, _ text: ProposalText, _ report: inout PromotionReport
    ) async {
        do {
            switch place {
            case .forge(let repository, let token):
                note("opening the pull request")
                let forge = ForgeClient(repository, token: token, web: registry.web)
                try await request(plan, text, at: forge, &report)
            case .push:
                report.request =
                    report.proposal?.state == .pushed
                    ? .pushOptions
                    : report.proposal.map { _ in
                        PromotionReport.Request.none(
                            reason: "nothing was pushed, so GitLab was not asked again")
                    }
            case .file(let path, let write):
                if plan.contents.isEmpty { return }
                try write("\(text.title)\n\n\(text.body)")
                report.request = .file(path)
            case .none(let reason): report.request = PromotionReport.Request.none(reason: reason)
            }
        } catch {
            report.failure = "\(error)"
        }
    }

    private func request(
        _ plan: PromotionPlan, _ text: ProposalText, at forge: ForgeClient,
        _ report: inout PromotionReport
    ) async throws {
        let request = plan.pullRequest(text, options)
        if !plan.contents.isEmpty {
            let outcome = try await forge.open(request)
            report.request = .pullRequest(url: outcome.url, outcome: outcome.action.rawValue)
            if let omission = outcome.omission { report.warnings.append(omission) }
        }
        let current = RequestKey(plan.planned.map(\.image), to: options.target)
        for other in try await forge.openPullRequests(into: options.base) {
            guard let key = other.key.flatMap(RequestKey.init), key.isReplaced(by: current),
                other.branch != request.branch || plan.contents.isEmpty
            else { continue }
            let reason =
                plan.contents.isEmpty
                ? "`\(options.target)` has this version already."
                : "`\(request.branch)` takes the place of this."
            let outcome = try await forge.close(
                branch: other.branch, base: options.base, because: reason)
            if outcome?.action == .closed { report.closed.append(other.url) }
        }
    }
}

extension PromotionPlan {
    func branchName(_ options: PromotionOptions) -> String {
        PromotionBranch(
            environment: options.target,
            images: changed.map { ($0.target.name, $0.identity) }
        ).name
    }

    /// By the name that was asked for.
    fileprivate var copies: [String: TagCopy] {
        Dictionary(
            images.compactMap { image in
                guard case .success(let planned) = image.result else { return nil }
                return (image.name, planned.copy)
            }
        ) { $1 }
    }

    fileprivate func warnings(_ options: PromotionOptions) -> [String] {
        changed.filter(\.isOlder).map { image in
            "`\(image.target.versionText)` is older than what `\(options.target)` runs of "
                + "`\(image.target.name)`"
        }
    }

    func text(_ options: PromotionOptions) -> ProposalText {
        ProposalText(from: options.source, to: options.target, images: changed)
    }

    func pullRequest(_ text: ProposalText, _ options: PromotionOptions) -> PullRequest {
        PullRequest(
            branch: branchName(options), base: options.base, title: text.title, body: text.body,
            key: RequestKey(changed, to: options.target).text)
    }

    /// The images that the target does not have yet; all of them if it has them all.
    private var changed: [PromotedImage] {
        let all = planned.map(\.image)
        let changed = all.filter { !$0.changes.isEmpty }
        return changed.isEmpty ? all : changed
    }

    fileprivate func outcomes(
        _ tags: [String: PromotionReport.TagOutcome]
    ) -> [(name: String, outcome: PromotionReport.Outcome)] {
        images.map { image in
            switch image.result {
            case .failure(let obstacle): (image.name, .refused(obstacle))
            case .success(let planned):
                (
                    planned.image.target.name,
                    planned.image.changes.isEmpty
                        ? .current(planned.image, tags[image.name] ?? .untouched)
                        : .promoted(planned.image, tags[image.name] ?? .untouched)
                )
            }
        }
    }
}
