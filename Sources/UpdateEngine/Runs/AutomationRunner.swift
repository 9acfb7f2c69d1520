package import CheckPipeline
package import GitAccess
package import RepositoryLinking
import SourceText

/// Runs the automations of a repository, one after the other.
package struct AutomationRunner {
    /// Gives the tags for some markers, and tells which images could not be had.
    package typealias Tags = (MarkedFiles) async throws -> (TagSource, [UpdateError])

    let workspace: GitWorkspace
    let check: RepositoryCheck
    let options: AutomationOptions
    let signing: SigningChoice
    let inquiry: ImageInquiry
    let workerCount: Int
    let time: () -> CommitTime
    private let clusters: ClusterPolicies?
    private let requests: AutomationRequests?
    let tags: Tags

    /// - Parameters:
    ///   - inquiry: What the guardrails of the configuration ask.
    ///   - time: When a commit is made.
    ///   - clusters: The policies of clusters, where the tags are what they have selected.
    ///   - requests: Nil where no pull requests are wanted.
    package init(
        _ workspace: GitWorkspace, check: RepositoryCheck, options: AutomationOptions,
        signing: SigningChoice, inquiry: ImageInquiry, workerCount: Int,
        time: @escaping () -> CommitTime, clusters: ClusterPolicies? = nil,
        requests: AutomationRequests? = nil, tags: @escaping Tags
    ) {
        self.workspace = workspace
        self.check = check
        self.options = options
        self.signing = signing
        self.inquiry = inquiry
        self.workerCount = workerCount
        self.time = time
        self.clusters = clusters
        self.requests = requests
        self.tags = tags
    }

    /// Runs the automations of HEAD's commit with these names; all if none is given.
    package func accounts(of names: [ObjectName]) async throws -> [AutomationAccount] {
        let cache = RunCache(workspace, check)
        let snapshot = try workspace.snapshot(of: .revision("HEAD"))
        let ground = try await cache.ground(of: snapshot)
        let automations = try ground.model.automations(named: names)
        cache.jointCheck = await jointCheck(of: automations, in: ground, cache)
        var accounts: [AutomationAccount] = []
        for automation in automations {
            var account = await account(of: automation, in: ground, cache)
            if case .failed = account.outcome {
                account.plan?.refuseAll(Refusal("nothing was committed"))
            }
            accounts.append(account)
        }
        return accounts
    }

    private func account(
        of automation: LinkedAutomation, in ground: UpdateBase, _ cache: RunCache
    ) async -> AutomationAccount {
        var account = AutomationAccount(automation, in: ground.model)
        do {
            let task = try AutomationTask(automation, in: ground.model, options)
            account.branch = task.pushBranch
            let key = try signing.key(for: task.signature)
            let branches = try branches(of: task, cache)
            account.remote = branches.name
            let run = AutomationRun(
                task: task, ground: ground, key: key, branches: branches,
                requests: try branchRequests(of: task, at: branches, &account), cache: cache,
                runner: self)
            try await run.finish(&account)
        } catch let obstacle as AutomationObstacle {
            account.outcome = obstacle.isExpected ? .skipped("\(obstacle)") : .failed("\(obstacle)")
        } catch {
            account.outcome = .failed("\(error)")
        }
        return account
    }

    func scope(
        of automation: LinkedAutomation, in model: RepositoryModel
    ) -> AutomationScope {
        AutomationScope(automation: automation, model: model, clusters: clusters)
    }

    func branches(
        of task: AutomationTask, _ cache: RunCache
    ) throws -> any BranchStore {
        guard options.pushes else { return LocalBranches(workspace: workspace) }
        let remote = try remote(of: task, cache)
        return RemoteBranches(
            place: remote, remote: try RemoteProgram(remote, of: workspace),
            workspace: workspace, name: remote.name)
    }

    /// The pull request of its branch, with all that it takes: nothing is written before.
    private func branchRequests(
        of task: AutomationTask, at branches: any BranchStore, _ account: inout AutomationAccount
    ) throws -> BranchRequests? {
        guard let requests, let branches = branches as? RemoteBranches,
            task.checkout != .branch(task.pushBranch)
        else { return nil }
        guard let base = task.checkout.branch else {
            account.request = AutomationRequest.none(
                "it checks out no branch that its own could be merged into")
            return nil
        }
        // A token goes to no server that only a manifest names.
        guard try workspace.remotes().contains(branches.place) else {
            throw AutomationObstacle.noRequest(remote: branches.place.name)
        }
        return try requests.requests(for: task.pushBranch, into: base, of: branches.place)
    }

    /// The one that is named, else the first that is where the manifests say.
    private func remote(of task: AutomationTask, _ cache: RunCache) throws -> GitRemote {
        if let name = options.remoteName {
            guard let remote = try workspace.remotes().first(where: { $0.name == name }) else {
                throw AutomationObstacle.noRemote(GitRemote.name(ofURL: name))
            }
            return remote
        }
        for address in task.addresses {
            if let remote = try cache.remotes(at: address).first { return remote }
        }
        let places = task.addresses.compactMap { GitRemote(trustedURL: $0) }
        if options.trustsManifests, let place = places.first { return place }
        throw task.addresses.isEmpty
            ? AutomationObstacle.sourceMissing
            : .otherRemote(addresses: task.addresses.map(GitRemote.name(ofURL:)))
    }
}
