import CheckPipeline
import Fixes
import Rules
import SourceText
package import Triage

extension LiveRepository {
    /// Whether a finding's fix removes the finding and causes no other.
    ///
    /// Cost: two checks of the repository.
    package func canFix(_ finding: ReportedFinding) async throws -> Bool {
        let request = FixRequest(
            includesUnsafe: true, minimumSeverity: .note,
            paths: ReportPaths([finding.finding.location.path]),
            admits: { $0.fingerprint == finding.fingerprint },
            judge: { try await checked(facts(of: $0)).report })
        let plan = try await check.plan(for: request, in: snapshot)
        return plan.fixed.contains { $0.fingerprint == finding.fingerprint }
    }
}
