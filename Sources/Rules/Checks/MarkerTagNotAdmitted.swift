import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies

/// Flags tags at markers that the marker's policy would never select.
struct MarkerTagNotAdmitted: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let deployed = DeployedTag(marker), TagUniverse.contains(deployed.tag) else {
                return nil
            }
            let policies = model.policyLinks.policies(of: marker)
            guard let policy = policies.first,
                policies.allSatisfy({ $0.admits(deployed.tag) == false })
            else { return nil }
            return finding(deployed, policy, isReplaced: model.isReplaced(marker))
        }
    }

    private func finding(
        _ deployed: DeployedTag, _ policy: LinkedPolicy, isReplaced: Bool
    ) -> Finding {
        finding(
            "the policy `\(policy.name)` never selects the tag `\(deployed.tag)`: "
                + reason(deployed.tag, policy) + (isReplaced ? Self.replacement : ""),
            at: deployed.location, severity: isReplaced ? .note : nil,
            related: [
                RelatedLocation("what the policy selects", at: policy.selectorLocation)
            ],
            object: deployed.object, subject: "\(policy.name) \(deployed.tag)",
            topic: FindingTopic(image: deployed.image?.full, policy: policy.name))
    }

    private func reason(_ tag: String, _ policy: LinkedPolicy) -> String {
        guard let tagPolicy = policy.reading.policy,
            let verdict = tagPolicy.selection(from: [tag]).verdicts.first
        else { return "it is not admitted" }
        let reason = tagPolicy.reason(for: verdict)
        return verdict.fate == .notMatched ? "it \(reason)" : reason
    }
}
