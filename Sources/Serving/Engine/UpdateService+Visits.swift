internal import Logging
import RepositoryLinking

extension UpdateService {
    func visit(of name: String, running automations: [String]) -> RepositoryVisit? {
        guard let repository = repositories[name] else { return nil }
        repositories[name]?.isVisited = true
        repositories[name]?.missedImages = []
        return RepositoryVisit(
            mirror: repository.mirror, position: repository.position, plan: repository.plan,
            selections: repository.selections, automations: automations,
            memories: repository.memories, tools: tools, state: state, clock: clock)
    }

    func note(_ outcome: RepositoryVisit.Outcome, of name: String, since start: Timestamp) async {
        guard let former = repositories[name] else { return }
        let now = clock.now
        repositories[name]?.isVisited = false
        repositories[name]?.problem = outcome.problem
        repositories[name]?.position = outcome.position
        if outcome.problem == nil { repositories[name]?.lastFetch = now }
        tell(outcome.problem, after: former)
        observe(
            .fetched(
                repository: name, seconds: now - start, isChanged: outcome.plan != nil,
                problem: outcome.problem))
        for run in outcome.runs { await note(run, in: name) }
        if let plan = outcome.plan { await adopt(plan, outcome.selections, in: name) }
        await tidy(name, at: now)
        schedule.finishVisit(
            of: name, fetched: outcome.problem == nil,
            runs: Dictionary(outcome.runs.map { ($0.name, $0.succeeded) }) { $0 && $1 }, at: now)
        if let plan = outcome.plan {
            let ran = Set(outcome.runs.map(\.name))
            // New files may have new markers, or another policy.
            schedule.hasten(
                automations: plan.automations.map(\.name).filter { !ran.contains($0) }, of: name,
                at: now)
        }
        if let plan = outcome.plan {
            await receivers?.set(plan.model, of: name)
        } else {
            await receivers?.readSecrets(of: name)
        }
        for key in repositories[name]?.missedImages ?? [] {
            await select(from: state.scan(of: key)?.listing, of: key, in: name)
        }
        letRun(name)
    }

    private func tell(_ problem: String?, after former: RepositoryState) {
        switch (former.problem, problem) {
        case (let before, let problem?) where before != problem:
            hasFailed = true
            logger.warning(
                "fetch failed",
                metadata: ["repository": "\(former.name)", "reason": "\(problem)"])
        case (_?, nil):
            logger.notice("fetched again", metadata: ["repository": "\(former.name)"])
        default: break
        }
    }

    private func note(_ run: AutomationResult, in name: String) async {
        repositories[name]?.memories[run.name] = run.memory
        let key = ObjectKey(repository: name, name: run.name)
        if run.outrunCount > 0 { observe(.outrun(automation: key, count: run.outrunCount)) }
        guard let record = run.record else { return observe(.unchanged(automation: key)) }
        // A run that the end of the service interrupted says nothing about the automation.
        if !isRunning, record.commit == nil { return }
        await state.record(record)
        observe(.ran(record))
        var metadata: Logger.Metadata = ["repository": "\(name)", "automation": "\(run.name)"]
        switch record.outcome {
        case .pushed(let commit, let branch, let subject):
            metadata["commit"] = "\(commit)"
            metadata["branch"] = "\(branch)"
            metadata["subject"] = "\(subject)"
            logger.notice("pushed", metadata: metadata)
        case .failed(let reason):
            hasFailed = true
            metadata["reason"] = "\(reason)"
            logger.warning("run failed", metadata: metadata)
        case .skipped(let reason):
            metadata["reason"] = "\(reason)"
            logger.info("run skipped", metadata: metadata)
        case .unchanged: logger.debug("nothing to write", metadata: metadata)
        }
        for refusal in record.refusals {
            hasFailed = true
            metadata["marker"] = "\(refusal.marker)"
            metadata["reason"] = "\(refusal.reason)"
            metadata["place"] = "\(refusal.path):\(refusal.line)"
            logger.info("update refused", metadata: metadata)
        }
    }

    /// Takes what a new commit asks for; what stays the same keeps its time.
    private func adopt(
        _ plan: RepositoryPlan, _ selections: [Int: PolicySelection], in name: String
    ) async {
        let former = repositories[name]?.plan?.problems ?? []
        for problem in plan.problems where !former.contains(problem) {
            logger.warning(
                "manifest", metadata: ["repository": "\(name)", "reason": "\(problem)"])
        }
        repositories[name]?.plan = plan
        repositories[name]?.selections = selections
        let names = Set(plan.automations.map(\.name))
        let memories = (repositories[name]?.memories ?? [:]).filter { names.contains($0.key) }
        repositories[name]?.memories = memories
        var lastScans: [ImageKey: Timestamp] = [:]
        for key in plan.images.keys where !isOnce && schedule.images[key] == nil {
            lastScans[key] = await state.scan(of: key)?.lastTime
        }
        schedule.set(plan.wishes, of: name, at: clock.now) { lastScans[$0] }
        for policy in plan.policies {
            guard let selection = selections[policy.number] else { continue }
            await record(selection, of: policy, in: name)
            if plan.lacksDigest(selection, of: policy),
                let key = plan.imagesOfPolicies[policy.number]
            {
                schedule.hasten(image: key, at: clock.now)
            }
        }
    }
}

extension ScanRecord {
    /// When it was scanned last, whether or not that succeeded.
    fileprivate var lastTime: Timestamp? {
        [listing?.time, failure?.time].compactMap(\.self).max()
    }
}
