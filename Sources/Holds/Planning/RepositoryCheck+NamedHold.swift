package import CheckPipeline
package import Configuration
import ManifestFacts
import RepositoryLinking
import TagPolicies

extension RepositoryCheck {
    /// Holds the policy that a name means; a tag that is not given is the deployed one.
    ///
    /// - Parameter tag: The one to stay on with a pin, else the one to be kept from.
    package func hold(
        _ name: String, way: HoldRequest.Way?, tag: String?, reason: String, until: CalendarDay?,
        in draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        let model = try await model(of: draft.snapshot)
        let place = try model.policy(named: name)
        let policies = model.policies(at: place)
        let deployed = Set(policies.flatMap { model.policyLinks.deployedTags(of: $0) })
        let isPin = way == .pin || way == nil && policies.first?.isSemver == true
        var good: String?
        var bad: [String] = []
        if isPin {
            good = tag ?? (deployed.count == 1 ? deployed.first : nil)
            if good == nil {
                throw HoldError.unsuited(
                    "`\(name)` is deployed with \(deployed.isEmpty ? "no tag" : deployed.sorted().quoted)"
                        + ": say with --tag which one to stay on")
            }
        } else {
            bad = tag.map { [$0] } ?? []
            // What is deployed and admitted stays.
            good = deployed.count == 1 ? deployed.first { $0 != tag } : nil
            if let tag = good, policies.first?.admits(tag) != true { good = nil }
        }
        // A pin that fails cannot be replaced by an exclusion: there is no bad tag.
        return try await hold(
            place,
            HoldRequest(
                way: way ?? (isPin ? .pin : .exclude), goodTag: good, badTags: bad, reason: reason,
                until: until),
            in: &draft)
    }
}
