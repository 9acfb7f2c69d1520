import CheckPipeline
import GitAccess
import RepositoryLinking
import TagSnapshots
import UpdateEngine

/// The runs of some automations of one commit, one after the other.
struct AutomationRunning {
    let visit: RepositoryVisit
    let plan: RepositoryPlan
    let position: Mirror.Position
    let selections: [Int: PolicySelection]

    func results(of names: [String]) async -> [AutomationResult] {
        let now = visit.clock.now
        var results: [AutomationResult] = []
        var fingerprints: [String: RunFingerprint] = [:]
        for name in names {
            let fingerprint = fingerprint(of: name, at: now)
            if let fingerprint, let memory = visit.memories[name],
                memory.covers(fingerprint, at: now)
            {
                results.append(AutomationResult(name: name, memory: memory))
            } else {
                fingerprints[name] = fingerprint
                await results.append(result(of: name, fingerprint))
            }
        }
        return results
    }

    // MARK: What decides

    /// Nil where more than branches and selections decides, or that cannot be had.
    private func fingerprint(of name: String, at now: Timestamp) -> RunFingerprint? {
        guard let planned = plan.automations.first(where: { $0.name == name }) else { return nil }
        var branches: Set<String> = []
        for automation in planned.automations {
            guard
                let task = try? AutomationTask(
                    automation, in: plan.model, visit.tools.automation),
                let checkout = task.checkout.branch
            else { return nil }
            branches.formUnion([checkout, task.pushBranch])
        }
        guard let tips = try? tips(of: branches) else { return nil }
        let own = plan.policies.filter {
            planned.mayUse(policyOf: $0.identity.namespace.known)
        }.map(\.number)
        return RunFingerprint(
            tips: tips,
            selections: Dictionary(own.map { ($0, selections[$0] ?? PolicySelection()) }) { $1 },
            day: now.dayNumber)
    }

    /// The remote is asked where a branch is another one than that which has just been fetched.
    private func tips(of branches: Set<String>) throws -> [String: String] {
        var tips = [position.branch: position.commit].filter { branches.contains($0.key) }
        let others = branches.subtracting(tips.keys)
        guard !others.isEmpty else { return tips }
        let workspace = try visit.mirror.workspace()
        guard let origin = try workspace.remotes().first else { return [:] }
        let remote = try RemoteProgram(origin, of: workspace)
        tips.merge(try remote.tips(of: others.sorted())) { $1 }
        return tips
    }

    // MARK: The run

    private func result(of name: String, _ fingerprint: RunFingerprint?) async -> AutomationResult {
        let start = visit.clock.now
        let key = ObjectKey(repository: visit.mirror.repository.name, name: name)
        var result = AutomationResult(name: name, memory: RunMemory())
        var record = RunRecord(
            automation: key, start: start, duration: 0,
            outcome: .failed("it is not named NAMESPACE/NAME"))
        do {
            if let objectName = ObjectName(name) {
                let accounts = try await runner(at: start).accounts(of: [objectName])
                result.note(accounts, in: &record)
                result.memory = memory(of: accounts, fingerprint, at: start)
            }
        } catch {
            record.outcome = .failed("\(error)")
        }
        record.duration = visit.clock.now - start
        result.record = record
        return result
    }

    private func memory(
        of accounts: [AutomationAccount], _ fingerprint: RunFingerprint?, at now: Timestamp
    ) -> RunMemory {
        // What failed is tried again.
        let hasFailed = accounts.contains {
            if case .failed = $0.statusOutcome { true } else { false }
        }
        guard var fingerprint, !hasFailed else { return RunMemory() }
        for commit in accounts.compactMap(\.pushedCommit) {
            fingerprint.tips[commit.branch] = commit.id
        }
        return RunMemory(
            fingerprint: fingerprint,
            end: accounts.allSatisfy(\.isClean) ? nil : now + RunMemory.patience)
    }

    private func runner(at now: Timestamp) async throws -> AutomationRunner {
        let (clock, state, plan, tools) = (visit.clock, visit.state, plan, visit.tools)
        return AutomationRunner(
            try visit.mirror.workspace(), check: tools.check(at: now), options: tools.automation,
            signing: tools.signing,
            inquiry: ImageInquiry(
                today: now.day, secondsSince1970: now.secondsSince1970,
                formerTags: try await plan.formerTags(in: state),
                ages: { await plan.ages(of: $0, from: tools.clients) },
                verify: tools.verify),
            workerCount: tools.workerCount,
            time: { CommitTime(secondsSince1970: clock.now.secondsSince1970) },
            requests: tools.requests, tags: { try await plan.tags(for: $0, in: state) })
    }
}

extension AutomationResult {
    fileprivate mutating func note(_ accounts: [AutomationAccount], in record: inout RunRecord) {
        record.outcome =
            accounts.map(\.statusOutcome).max { $0.weight < $1.weight }
            ?? .failed("it is not declared any more")
        outrunCount = accounts.map(\.outrunCount).reduce(0, +)
        record.refusals = accounts.flatMap(\.refusals)
        record.pullRequest = accounts.lazy.compactMap { $0.request?.openURL }.first
        commits = accounts.compactMap(\.pushedCommit)
    }
}
