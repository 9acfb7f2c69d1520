package import CheckPipeline
package import Triage

/// A planned update, without the writes that bring new errors of `check`.
package struct CheckedUpdate: Sendable {
    /// Every round drops the writes that the previous check rejected.
    private static let roundLimit = 3

    private let marked: MarkedFiles
    private let source: TagSource
    private let failures: [UpdateError]
    private let guards: [any WriteGuard]
    private let workerCount: Int
    private var refused = RefusedWrites()
    /// The plan without what guardrails refuse, before it is checked.
    package private(set) var proposal: UpdatePlan

    /// - Parameters:
    ///   - failures: Why the source lacks some images.
    ///   - guards: Guards that are asked about each write.
    ///   - guardrails: Guards that are asked about all writes together.
    package init(
        of marked: MarkedFiles, from source: TagSource, failures: [UpdateError] = [],
        guards: [any WriteGuard] = [], within guardrails: Guardrails? = nil, workerCount: Int
    ) async {
        self.marked = marked
        self.source = source
        self.failures = failures
        self.guards = guards
        self.workerCount = workerCount
        proposal = await UpdatePlan(
            of: marked, from: source, failures: failures, guards: guards, workerCount: workerCount)
        refused = await guardrails?.refusals(of: proposal) ?? RefusedWrites()
        if !refused.isEmpty { proposal = await plan(without: refused) }
    }

    /// The proposal without what the check refuses.
    ///
    /// An error that cannot be tied to a write, or that persists, rejects the whole plan.
    ///
    /// - Parameter newErrors: The errors of the check in the new bytes of files, by their paths.
    package func plan(
        newErrors: ([String: [UInt8]]) async throws -> [ReportedFinding]
    ) async throws -> UpdatePlan {
        var plan = proposal
        var refused = refused
        var errors: [ReportedFinding] = []
        for _ in 0..<Self.roundLimit {
            if plan.changedFiles.isEmpty { return plan }
            errors = try await newErrors(plan.contents)
            if errors.isEmpty { return plan }
            guard refused.note(errors, in: plan) else { break }
            plan = await self.plan(without: refused)
        }
        plan.refuseAll(Refusal(check: errors))
        return plan
    }

    private func plan(without refused: RefusedWrites) async -> UpdatePlan {
        await UpdatePlan(
            of: marked, from: source, failures: failures, guards: guards + [refused],
            workerCount: workerCount)
    }
}
