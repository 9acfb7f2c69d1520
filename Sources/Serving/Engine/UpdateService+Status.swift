import RepositoryLinking

extension UpdateService {
    /// Whether it works: each repository was tried once, and it is not told to stop.
    ///
    /// A remote that fails makes it no less ready: it answers, and tries again.
    package var isReady: Bool {
        isRunning
            && repositories.values.allSatisfy { $0.lastFetch != nil || $0.problem != nil }
    }

    /// Everything that the page shows of it.
    package func status() async -> ServiceStatus {
        var status = ServiceStatus(version: options.version, started: started, now: clock.now)
        let summaries = await state.scanSummaries()
        for repository in options.repositories {
            guard let current = repositories[repository.name] else { continue }
            status.repositories.append(await self.status(of: current, summaries))
        }
        status.registries = await registries(summaries)
        return status
    }

    private func status(
        of current: RepositoryState, _ summaries: [ImageKey: ScanSummary]
    ) async -> RepositoryStatus {
        var status = RepositoryStatus(name: current.name)
        status.branch = current.position?.branch ?? current.repository.branch
        status.commit = current.position?.commit
        status.lastFetch = current.lastFetch
        status.problem = current.problem ?? current.plan?.problems.first
        guard let plan = current.plan else { return status }
        status.receivers = await receivers?.statuses(of: current.name) ?? []
        for automation in plan.automations {
            status.automations.append(await self.status(of: automation, in: current.name))
        }
        for policy in plan.policies {
            await status.policies.append(
                self.status(of: policy, current.selections[policy.number], in: current.name))
        }
        status.images = plan.images.keys
            .sorted { ($0.name, $0.login) < ($1.name, $1.login) }
            .map { self.status(of: $0, summaries[$0]) }
        return status
    }

    private func status(
        of automation: PlannedAutomation, in name: String
    ) async -> AutomationStatus {
        let key = ObjectKey(repository: name, name: automation.name)
        let recurrence = schedule.repositories[name]?.automations[automation.name]
        let record = await state.runs(of: key, limit: 1).first
        var status = AutomationStatus(
            name: automation.name, path: automation.path, line: automation.line,
            interval: Int(automation.interval))
        status.isSuspended = automation.isSuspended
        status.lastRun = recurrence?.last ?? record?.start
        status.nextRun = recurrence?.due
        status.outcome = record?.outcome
        status.lastCommit = await state.lastPush(of: key)?.commit
        status.refusals = record?.refusals ?? []
        status.pullRequest = record?.pullRequest
        return status
    }

    private func status(
        of policy: LinkedPolicy, _ selection: PolicySelection?, in name: String
    ) async -> PolicyStatus {
        var status = PolicyStatus(name: policy.name)
        status.image = selection?.image
        status.tag = selection?.tag
        status.digest = selection?.digest
        status.problem = selection?.problem
        let known = await state.selection(of: ObjectKey(repository: name, name: policy.name))
        if let known, known.tag == selection?.tag { status.since = known.since }
        return status
    }

    private func status(of key: ImageKey, _ summary: ScanSummary?) -> ImageStatus {
        let recurrence = schedule.images[key]?.recurrence
        var status = ImageStatus(name: key.name, interval: Int(recurrence?.interval ?? 0))
        status.lastScan = summary?.lastSuccess
        status.nextScan = recurrence?.due
        status.tagCount = summary.flatMap { $0.lastSuccess == nil ? nil : $0.tagCount }
        status.problem = summary?.failure?.reason
        return status
    }

    private func registries(_ summaries: [ImageKey: ScanSummary]) async -> [RegistryStatus] {
        let expiries = await state.loginExpiries()
        let keys = Dictionary(grouping: schedule.images.keys) { key in
            Self.host(of: key) ?? ""
        }
        return keys.sorted { $0.key < $1.key }.map { host, keys in
            let failures = keys.compactMap { summaries[$0]?.failure }
            let first = failures.min { $0.since < $1.since }
            var status = RegistryStatus(
                host: host, imageCount: keys.count, failingCount: failures.count)
            status.failingSince = first?.since
            status.problem = first?.reason
            status.loginExpiry = expiries[host]
            return status
        }
    }
}
