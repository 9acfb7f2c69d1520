package import RepositoryCheck
package import Triage

/// Plans an update whose result `check` has nothing new against.
package struct CheckedUpdate: Sendable {
    /// Each round takes back what the one before was found fault with.
    private static let roundLimit = 3

    private let marked: MarkedFiles
    private let source: TagSource
    private let failures: [UpdateError]
    private let guards: [any WriteGuard]
    private let workerCount: Int

    /// - Parameters:
    ///   - failures: Why the source lacks some images.
    ///   - guards: What else has a say in each write.
    package init(
        of marked: MarkedFiles, from source: TagSource, failures: [UpdateError] = [],
        guards: [any WriteGuard] = [], workerCount: Int
    ) {
        self.marked = marked
        self.source = source
        self.failures = failures
        self.guards = guards
        self.workerCount = workerCount
    }

    /// The plan, without what guardrails refuse.
    package func plan(within guardrails: Guardrails?) async -> UpdatePlan {
        await guarded(by: guardrails).plan
    }

    /// The plan, without what guardrails and the check refuse.
    ///
    /// An error that names no write speaks against all of them, as do errors that stay.
    ///
    /// - Parameter newErrors: What the check has against the new bytes of files, by their paths.
    package func plan(
        within guardrails: Guardrails? = nil,
        newErrors: ([String: [UInt8]]) async throws -> [ReportedFinding]
    ) async throws -> UpdatePlan {
        var faulty = FaultyWrites()
        var (plan, refused) = await guarded(by: guardrails)
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

    private func guarded(
        by guardrails: Guardrails?
    ) async -> (plan: UpdatePlan, refused: RefusedWrites) {
        let plan = await plan(without: [])
        let refused = await guardrails?.refusals(of: plan) ?? RefusedWrites()
        return (refused.isEmpty ? plan : await self.plan(without: [refused]), refused)
    }

    private func plan(without refused: [any WriteGuard]) async -> UpdatePlan {
        await UpdatePlan(
            of: marked, from: source, failures: failures, guards: guards + refused,
            workerCount: workerCount)
    }
}
