import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags ImagePolicies that the API server or Flux refuses, or of which Flux ignores a part.
struct PolicyInvalid: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyInvalid)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        let missing = model.policyLinks.hasPatches ? [] : self.missing(from: policy)
        return missing + surplus(in: policy) + orders(of: policy) + reflection(of: policy)
    }

    /// What a patch could add.
    private func missing(from policy: LinkedPolicy) -> [Finding] {
        let fact = policy.fact
        // Without a name or a spec it is a piece of something else, such as test data, and with a
        // scalar for a spec a template.
        guard fact.object.name != nil, let spec = fact.root["spec"],
            spec.resolved.kind != .scalar || spec.isNull
        else { return [] }
        var faults: [String] = []
        if spec["imageRepositoryRef"]?.text == nil, fact.repositoryName == nil {
            faults.append("the policy names no ImageRepository in `imageRepositoryRef`")
        }
        if fact.members.isEmpty, spec["policy"].map({ $0.text == nil || $0.isNull }) ?? true {
            faults.append(
                "the policy has none of `semver`, `alphabetical` and `numerical`, so Flux selects "
                    + "nothing")
        }
        if fact.members.first == .semver, fact.semverRange == nil {
            faults.append("`semver` has no `range`")
        }
        return faults.map { finding($0, at: policy.location, of: policy) }
    }

    private func surplus(in policy: LinkedPolicy) -> [Finding] {
        let names = policy.fact.members.map { "`\($0.rawValue)`" }
        guard names.count > 1, let first = names.first else { return [] }
        return [
            finding(
                "the policy has \(names.joined(separator: " and ")): Flux follows \(first) and "
                    + "silently ignores the rest", at: policy.location, of: policy)
        ]
    }

    private func orders(of policy: LinkedPolicy) -> [Finding] {
        [ImagePolicyFact.Member.alphabetical, .numerical].compactMap { member in
            guard let order = policy.text("policy", member.rawValue, "order"),
                NamePattern(order.text).isLiteral, !["asc", "desc"].contains(order.text)
            else { return nil }
            let meant = order.text.lowercased()
            let fix =
                ["asc", "desc"].contains(meant)
                ? order.fix("write `\(meant)`", order.all, to: meant, isSafe: true) : nil
            return finding(
                "the order is `\(order.text)` instead of `asc` or `desc`", at: order.all,
                in: order, of: policy, fix: fix)
        }
    }

    private func reflection(of policy: LinkedPolicy) -> [Finding] {
        let text = policy.text("digestReflectionPolicy")
        let interval = policy.text("interval")
        if let text, !NamePattern(text.text).isLiteral { return [] }
        if let text, !["Always", "IfNotPresent", "Never"].contains(text.text) {
            let message =
                "the digest reflection policy is `\(text.text)` instead of `Always`, "
                + "`IfNotPresent` or `Never`"
            return [finding(message, at: text.all, in: text, of: policy)]
        }
        switch (text?.text == "Always", interval) {
        case (true, nil):
            let message = "the digest is reflected `Always`, which takes an `interval`"
            return text.map { [finding(message, at: $0.all, in: $0, of: policy)] } ?? []
        case (false, let interval?):
            let message =
                "an `interval` goes with the digest reflection policy `Always`, and with no other"
            return [finding(message, at: interval.all, in: interval, of: policy)]
        default: return []
        }
    }
}
