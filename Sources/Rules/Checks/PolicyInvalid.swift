import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags ImagePolicies that the API server or Flux rejects, or a part of which Flux ignores.
struct PolicyInvalid: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.policyLinks.policies.flatMap { policy in
            missing(from: policy, in: model) + surplus(in: policy) + orders(of: policy)
                + reflection(of: policy)
        }
    }

    private func missing(from policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        // Without a name or a spec it is not an object, but test data or a part of something else.
        let spec = policy.object.field("spec")
        guard !model.policyLinks.hasUnfollowedPatches, policy.fact.object.name != nil,
            policy.fact.root["spec"] != nil || !spec.isAbsent,
            !spec.isOpen, !model.hasUnknownField(policy.fact.object, in: policy.path)
        else { return [] }
        var faults: [String] = []
        let reference = policy.object.field("spec", "imageRepositoryRef")
        if !reference.isOpen, policy.object.field("spec", "imageRepositoryRef", "name").isAbsent {
            faults.append(
                "the policy names no ImageRepository in `imageRepositoryRef`, so the API server rejects it"
            )
        }
        let members = policy.object.policyMembers
        if members.isEmpty, !policy.object.field("spec", "policy").isOpen {
            faults.append(
                "the policy has no `semver`, `alphabetical` or `numerical` ordering, so Flux selects "
                    + "nothing")
        }
        let semver = policy.object.field("spec", "policy", "semver")
        if members.first == .semver, !semver.isOpen,
            policy.object.field("spec", "policy", "semver", "range").isAbsent
        {
            faults.append("`semver` has no `range`, so the API server rejects the policy")
        }
        return faults.map { finding($0, at: policy.location, of: policy) }
    }

    private func surplus(in policy: LinkedPolicy) -> [Finding] {
        let names = policy.object.policyMembers.map(\.rawValue)
        guard names.count > 1, let first = names.first else { return [] }
        return [
            finding(
                "the policy has \(names.quotedList()): Flux uses `\(first)` and silently ignores the "
                    + "rest; keep one", at: policy.location, of: policy)
        ]
    }

    private func orders(of policy: LinkedPolicy) -> [Finding] {
        [ImagePolicyFact.Member.alphabetical, .numerical].compactMap { member in
            guard let order = policy.text("policy", member.rawValue, "order"),
                order.isLiteral, !["asc", "desc"].contains(order.text)
            else { return nil }
            let meant = order.text.lowercased()
            let fix =
                ["asc", "desc"].contains(meant)
                ? order.fix("write `\(meant)`", order.all, to: meant, isSafe: true) : nil
            return finding(
                "the order has to be `asc` or `desc`, not \(order.text.quoted)", at: order.all,
                in: order, of: policy, fix: fix)
        }
    }

    private func reflection(of policy: LinkedPolicy) -> [Finding] {
        let text = policy.text("digestReflectionPolicy")
        let interval = policy.text("interval")
        if text?.isLiteral == false || policy.object.field("spec").isUnknown { return [] }
        if let text, !["Always", "IfNotPresent", "Never"].contains(text.text) {
            let message =
                "the digest reflection policy has to be `Always`, `IfNotPresent` or `Never`, not "
                + text.text.quoted
            return [finding(message, at: text.all, in: text, of: policy)]
        }
        switch (text?.text == "Always", interval) {
        case (true, nil):
            let message = "the digest reflection policy `Always` requires an `interval`"
            return text.map { [finding(message, at: $0.all, in: $0, of: policy)] } ?? []
        case (false, let interval?):
            let message =
                "an `interval` is only valid with the digest reflection policy `Always`: remove it"
            return [finding(message, at: interval.all, in: interval, of: policy)]
        default: return []
        }
    }
}

extension PolicyText {
    /// Whether the text has no variable of Flux or a template.
    fileprivate var isLiteral: Bool { isKnown && NamePattern(text).isLiteral }
}

extension BuiltField {
    /// Whether the contents are not known; a scalar in the place of a mapping is a template.
    fileprivate var isOpen: Bool { isUnknown || text != nil }
}
