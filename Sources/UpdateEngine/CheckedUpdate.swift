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

    /// The plan, with what the guardrails and what `newErrors` finds in its result refused; it is
    /// given the new bytes of files by their paths.
    ///
    /// An error that names no write speaks against all of them, as do errors that stay.
    package func plan(
        within guardrails: Guardrails,
        newErrors: ([String: [UInt8]]) async throws -> [ReportedFinding]
    ) async throws -> UpdatePlan {
        var faulty = FaultyWrites()
        var plan = await plan(without: [])
        let refused = await guardrails.refusals(of: plan)
        if !refused.isEmpty { plan = await self.plan(without: [refused]) }
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
