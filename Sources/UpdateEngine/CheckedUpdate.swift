package import CheckPipeline
package import Triage

/// A planned update, and what becomes of it where `check` has something new against its result.
package struct CheckedUpdate: Sendable {
    /// Each round takes back what the one before was found fault with.
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
    ///   - guards: What else has a say in each write.
    ///   - guardrails: What has a say in all of them together.
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
        if !refused.isEmpty { proposal = await plan(without: [refused]) }
    }

    /// The proposal without what the check refuses.
    ///
    /// An error that names no write speaks against all of them, as do errors that stay.
    ///
    /// - Parameter newErrors: What the check has against the new bytes of files, by their paths.
    package func plan(
        newErrors: ([String: [UInt8]]) async throws -> [ReportedFinding]
    ) async throws -> UpdatePlan {
        var plan = proposal
        var faulty = FaultyWrites()
        var errors: [ReportedFinding] = []
        for _ in 0..<Self.roundLimit {
            if plan.changedFiles.isEmpty { return plan }
            errors = try await newErrors(plan.contents)
            if errors.isEmpty { return plan }
            guard faulty.note(errors, in: plan) else { break }
            plan = await self.plan(without: [refused, faulty])
        }
        plan.refuseAll(Refusal(check: errors))
        return plan
    }

    private func plan(without refused: [any WriteGuard]) async -> UpdatePlan {
        await UpdatePlan(
            of: marked, from: source, failures: failures, guards: guards + refused,
            workerCount: workerCount)
    }
}
