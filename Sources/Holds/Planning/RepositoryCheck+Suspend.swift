import CheckPipeline
import Configuration
import Fixes
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

extension RepositoryCheck {
    /// Suspends the one automation that writes the policy's markers.
    func suspend(
        _ policy: LinkedPolicy, _ request: HoldRequest, _ model: RepositoryModel,
        _ draft: inout ManifestDraft
    ) async throws -> PlannedHold {
        if let hold = model.suspension(of: policy, badTag: request.badTags.first) {
            return PlannedHold(
                way: .suspend, object: hold.name, path: hold.path, line: model.line(of: hold),
                account: "ImageUpdateAutomation `\(hold.name)` is suspended already", notes: [])
        }
        let automation = try model.writer(of: policy)
        let path = automation.built.fact.path
        guard let file = model.file(at: path),
            let place = ObjectPlace(of: automation.built.fact.fact.root, .automation, in: file),
            let namespace = automation.built.identity.namespace.known,
            let name = automation.built.identity.name.known
        else { throw HoldError.layout(path) }
        let former = automation.built.fact.fact.root[path: "spec", "suspend"]
        let target = SuspensionPlan.Target(.update, namespace: namespace, name: name)
        let plan = try await plan(
            toSuspend: true, target, in: draft.snapshot, paths: ReportPaths([path]))
        try draft.replace(plan.path, with: plan.after)
        guard
            let statement = HoldStatement(
                .suspend(former: former == nil ? nil : "false"), badTag: request.badTags.first,
                reason: request.reason, until: request.until?.description)
        else { throw HoldError.unwritableReason }
        try draft.annotate(place, with: statement, role: file.facts.role)
        let after = try await self.model(of: draft.snapshot)
        try prove(statement, at: place, in: after)
        return PlannedHold(
            way: .suspend, object: automation.name, path: path,
            line: after.hold(statement, at: place).map(after.line) ?? 1,
            account: "ImageUpdateAutomation `\(automation.name)` is suspended",
            notes: model.note(on: automation, besides: policy))
    }
}

extension RepositoryModel {
    /// The hold by which the policy's automation is suspended already because of a tag.
    fileprivate func suspension(of policy: LinkedPolicy, badTag: String?) -> LinkedHold? {
        holds.first { hold in
            hold.fact.holder == .automation && hold.verdict == .holds
                && hold.statement.badTag == badTag
                && hold.policies.contains { $0.number == policy.number }
        }
    }

    /// The one automation that writes the markers of a policy.
    fileprivate func writer(of policy: LinkedPolicy) throws(HoldError) -> LinkedAutomation {
        var found: [LinkedAutomation] = []
        for marker in policyLinks.followers(of: policy) {
            guard let setter = marker.fact.obeyedSetter else { continue }
            for automation in automations.writers(of: setter, at: marker.path)
            where !found.contains(where: { $0.number == automation.number }) {
                found.append(automation)
            }
        }
        guard let first = found.first else {
            throw .unsuited("no automation of this repository writes what `\(policy.name)` selects")
        }
        guard found.count == 1 else {
            throw .unsuited(
                "`\(policy.name)` is written by several automations, "
                    + Set(found.map(\.name)).sorted().quoted
                    + (Set(found.map(\.name)).count == 1 ? " of several clusters" : "")
                    + ": suspend them with `sluice suspend image update`")
        }
        return first
    }

    /// The other policies whose images a suspended automation does not write, either.
    fileprivate func note(
        on automation: LinkedAutomation, besides policy: LinkedPolicy
    ) -> [String] {
        let others = policyLinks.policies.filter { other in
            other.name != policy.name
                && policyLinks.followers(of: other).contains { marker in
                    marker.fact.obeyedSetter.map { setter in
                        automations.verdict(on: setter, at: marker.path, by: automation) == .writes
                    } ?? false
                }
        }
        let names = Set(others.map(\.name)).sorted()
        return names.isEmpty ? [] : ["that stops the updates of \(names.quoted) as well"]
    }
}
