import CheckPipeline
import GitAccess
import RepositoryLinking
import UpdateEngine

/// One visit of a repository: it is fetched, read where it changed, and its automations run.
struct RepositoryVisit: Sendable {
    let mirror: Mirror
    let position: Mirror.Position?
    /// Of that position.
    let plan: RepositoryPlan?
    /// The selections of `plan`.
    let selections: [Int: PolicySelection]
    /// The names of those that are due.
    let automations: [String]
    let memories: [String: RunMemory]
    let tools: RunTools
    let state: any StateStoring
    let clock: any ServiceClock

    struct Outcome: Sendable {
        var position: Mirror.Position?
        /// Nil where it is the one before.
        var plan: RepositoryPlan?
        /// Of the new plan.
        var selections: [Int: PolicySelection] = [:]
        /// Why it could not be fetched or read: one clause.
        var problem: String?
        var runs: [AutomationResult] = []
    }

    @concurrent func outcome() async -> Outcome {
        var outcome = Outcome(position: position)
        do {
            let now = try mirror.fetch(after: position)
            if now != position || plan == nil { try await read(now, &outcome) }
            outcome.position = now
        } catch {
            outcome.problem = "\(error)"
            return outcome
        }
        guard let plan = outcome.plan ?? plan, let position = outcome.position else {
            return outcome
        }
        let selections = outcome.plan == nil ? selections : outcome.selections
        let known = Set(plan.automations.map(\.name))
        let run = AutomationRunning(
            visit: self, plan: plan, position: position, selections: selections)
        outcome.runs = await run.results(of: automations.filter(known.contains))
        outcome.position = outcome.runs.reduce(into: position) { position, result in
            position = result.position(after: position)
        }
        return outcome
    }

    /// Reads the files of a new commit; a clone that lacks some is made anew.
    private func read(_ position: Mirror.Position, _ outcome: inout Outcome) async throws {
        let model: RepositoryModel
        do {
            model = try await self.model(of: position)
        } catch is GitError {
            try mirror.remakeIfDamaged()
            _ = try mirror.fetch(after: nil)
            model = try await self.model(of: position)
        }
        let plan = RepositoryPlan(model, of: mirror.repository)
        outcome.plan = plan
        outcome.selections = await plan.selections { await state.scan(of: $0)?.listing }
    }

    private func model(of position: Mirror.Position) async throws -> RepositoryModel {
        let snapshot = try mirror.workspace().snapshot(of: .revision(position.commit))
        return try await tools.check(at: clock.now).model(of: snapshot)
    }
}
