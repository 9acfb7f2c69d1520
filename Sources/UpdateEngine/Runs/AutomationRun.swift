import CheckPipeline
import Configuration
import GitAccess
import RepositoryLinking
import SourceText

/// One run of an automation: reads its branches, commits, and moves its branch.
struct AutomationRun {
    /// A failed attempt means that another writer succeeded, so the system makes progress.
    private static let attemptLimit = 50

    let task: AutomationTask
    /// The tree of HEAD.
    let ground: UpdateBase
    let key: SigningKey?
    let branches: any BranchStore
    /// Nil where no pull request is wanted.
    let requests: BranchRequests?
    let cache: RunCache
    let runner: AutomationRunner

    /// Tries again from the new tips of the branches whenever another writer was faster.
    func finish(_ account: inout AutomationAccount) async throws {
        for attempt in 1...Self.attemptLimit {
            // A push that comes too late shows what others have pushed.
            if attempt > 1 { cache.forgetTips() }
            guard case .outrun(let reason) = try await self.attempt(&account) else { return }
            account.outcome = .failed("\(reason), \(attempt) times in a row")
            account.outrunCount = attempt
            // Longer each time, and random, so that waiting writers do not collide again.
            let longest = min(2, 0.05 * Double(1 << min(attempt, 6)))
            try await Task.sleep(for: .seconds(Double.random(in: 0...1) * longest))
        }
    }

    private enum Ending {
        case done
        case outrun(String)
    }

    private func attempt(_ account: inout AutomationAccount) async throws -> Ending {
        let tips = try cache.tips(of: task, at: branches)
        let checkout = try cache.checkout(of: task, at: branches)
        let (declaration, task) = try await declaration(at: checkout)
        let branch = try BranchPlan(
            checkout: checkout, push: tips[task.pushBranch],
            isSameBranch: task.checkout == .branch(task.pushBranch)
        ) { try isRebuildable(tips[task.pushBranch] ?? checkout, on: declaration, checkout) }
        let ground = try await cache.ground(ofCommit: branch.base)
        var plan = try await plan(for: task, on: ground, declaredIn: declaration)
        let contents = plan.contents
        if branch.way == .rebuilt, let tip = branch.tip {
            let there = try runner.workspace.snapshot(of: .revision(tip))
            if try there.holds(ground.snapshot, with: contents) { plan.settle() }
        }
        account.plan = plan
        account.outcome = .unchanged
        let message =
            plan.changedFiles.isEmpty
            ? nil : try plan.message(of: task.automation, in: declaration.model)
        let request = try pullRequest(
            branch, on: ground, with: contents, message, checkout: checkout,
            declaredIn: declaration)
        if let message {
            if try await isDeclined(request, &account) { return .done }
            let ending = try commit(
                plan, on: ground.snapshot, task, branch, message, &account,
                options: request.flatMap { requests?.pushOptions(for: $0) } ?? [])
            guard case .done = ending else { return ending }
        }
        await settle(request, ofBranchAt: branch.tip, &account)
        return .done
    }

    /// The declaration that decides how the automation runs: a branch that is checked out has its
    /// own.
    ///
    /// A tag or commit does not move, so HEAD declares the automation there, as it does for a
    /// cluster.
    private func declaration(
        at checkout: String
    ) async throws -> (UpdateBase, AutomationTask) {
        guard let branch = task.checkout.branch else { return (ground, task) }
        let declaration = try await cache.ground(ofCommit: checkout)
        return (
            declaration,
            try task.renewed(in: declaration.model, ofBranch: branch, runner.options)
        )
    }

    private func plan(
        for task: AutomationTask, on ground: UpdateBase, declaredIn declaration: UpdateBase
    ) async throws -> UpdatePlan {
        let joint = cache.jointCheck
        let planned = joint?.update(by: task.automation, on: ground, declaredIn: declaration)
        let update =
            if let planned {
                planned
            } else {
                try await runner.update(
                    by: task.automation, on: ground, declaredIn: declaration.model)
            }
        return try await update.plan { contents in
            if joint?.covers(contents, of: ground.snapshot) == true { return [] }
            return try await runner.check.newErrors(in: ground.marked, rewritingTo: contents)
        }
    }

    private func isRebuildable(
        _ tip: String, on declaration: UpdateBase, _ checkout: String
    ) throws -> Bool {
        let workspace = runner.workspace
        guard !runner.options.copiesFluxPushBranch,
            let base = try workspace.mergeBase(of: checkout, and: tip),
            let commits = try workspace.commits(of: tip, beyond: checkout)
        else { return false }
        let own = OwnChanges(
            author: task.author, scope: runner.scope(of: task.automation, in: declaration.model))
        guard own.areAll(in: commits.isEmpty ? try last(of: tip) : commits) else { return false }
        return try own.areAll(
            from: workspace.snapshot(of: .revision(base)),
            to: workspace.snapshot(of: .revision(tip)))
    }

    /// A branch that is merged is the automation's where its last commit is.
    private func last(of tip: String) throws -> [RecordedCommit] {
        guard let parent = try runner.workspace.parents(of: tip).first else { return [] }
        return try runner.workspace.commits(of: tip, beyond: parent) ?? []
    }

    /// Writes trees and commit first, and moves the branch last.
    private func commit(
        _ plan: UpdatePlan, on snapshot: Snapshot, _ task: AutomationTask, _ branch: BranchPlan,
        _ message: String, _ account: inout AutomationAccount, options: [String]
    ) throws -> Ending {
        func noted(
            _ id: String?, _ state: AutomationCommit.State, complaint: String? = nil
        ) -> Ending {
            account.outcome = .committed(
                AutomationCommit(
                    id: id, parent: branch.base, message: message, way: branch.way, state: state,
                    complaint: complaint))
            return .done
        }
        if runner.options.isDryRun { return noted(nil, .planned) }
        let time = runner.time()
        let writer = try CommitWriter(runner.workspace)
        let commit = try writer.commit(
            tree: writer.tree(of: branch.base, with: plan.treeEdits(of: snapshot)),
            parents: [branch.base],
            CommitDetails(
                author: task.author, committer: task.author, time: time, message: message),
            signedWith: key)
        let move = AutomationMove(
            commit: commit, branch: task.pushBranch, tip: branch.tip, author: task.author,
            time: time, options: task.pushOptions + options, copy: task.copy)
        switch try branches.move(move) {
        case .moved(let complaint):
            cache.note(commit, asTipOf: task.pushBranch, at: branches)
            return noted(commit, branches.name == nil ? .moved : .pushed, complaint: complaint)
        case .left(let advice): return noted(commit, .loose(advice))
        case .outrun(let reason): return .outrun(reason)
        case .failed(let reason):
            account.outcome = .failed(reason)
            return .done
        }
    }
}
