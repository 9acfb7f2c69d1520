import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags ImagePolicies that the API server or Flux refuses, or of which Flux ignores a part.
struct PolicyInvalid: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyInvalid)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        missing(from: policy, in: model) + surplus(in: policy) + orders(of: policy)
            + reflection(of: policy)
    }

    private func missing(from policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        // Without a name or a spec it is a piece of something else, such as test data.
        let spec = policy.object.field("spec")
        guard !model.policyLinks.hasUnfollowedPatches, policy.fact.object.name != nil,
            policy.fact.root["spec"] != nil || spec.isThere,
            !spec.isOpen, !model.hasUnknownField(policy.fact.object, in: policy.path)
        else { return [] }
        var faults: [String] = []
        let reference = policy.object.field("spec", "imageRepositoryRef")
        if !reference.isOpen, !policy.object.field("spec", "imageRepositoryRef", "name").isThere {
            faults.append("the policy names no ImageRepository in `imageRepositoryRef`")
        }
        let members = policy.object.policyMembers
        if members.isEmpty, !policy.object.field("spec", "policy").isOpen {
            faults.append(
                "the policy has none of `semver`, `alphabetical` and `numerical`, so Flux selects "
                    + "nothing")
        }
        let semver = policy.object.field("spec", "policy", "semver")
        if members.first == .semver, !semver.isOpen,
            !policy.object.field("spec", "policy", "semver", "range").isThere
        {
            faults.append("`semver` has no `range`")
        }
        return faults.map { finding($0, at: policy.location, of: policy) }
    }

    private func surplus(in policy: LinkedPolicy) -> [Finding] {
        let names = policy.object.policyMembers.map { "`\($0.rawValue)`" }
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
                order.isLiteral, !["asc", "desc"].contains(order.text)
            else { return nil }
            let meant = order.text.lowercased()
            let fix =
                ["asc", "desc"].contains(meant)
                ? order.fix("write `\(meant)`", order.all, to: meant, isSafe: true) : nil
            return finding(
                "the order is \(order.text.quoted) instead of `asc` or `desc`", at: order.all,
                in: order, of: policy, fix: fix)
        }
    }

    private func reflection(of policy: LinkedPolicy) -> [Finding] {
        let text = policy.text("digestReflectionPolicy")
        let interval = policy.text("interval")
        if text?.isLiteral == false || policy.object.field("spec").isUnknown { return [] }
        if let text, !["Always", "IfNotPresent", "Never"].contains(text.text) {
            let message =
                "the digest reflection policy is \(text.text.quoted) instead of `Always`, "
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

extension PolicyText {
    /// Whether nothing in it is filled in by Flux or a template.
    fileprivate var isLiteral: Bool { isKnown && NamePattern(text).isLiteral }
}

extension BuiltField {
    fileprivate var isThere: Bool {
        if case .absent = self { false } else { true }
    }

    /// Whether it may hold anything: what is not known, and a scalar in the place of a mapping,
    /// which is a template.
    fileprivate var isOpen: Bool { isUnknown || text != nil }
}
