import ManifestFacts
package import RegularLanguages
package import RepositoryLinking
import SourceText
import YAMLSyntax

/// A rule that judges policies one by one.
package protocol PolicyRule: Rule {
    /// Throws if a search in the policy's language was abandoned; the policy is then not checked.
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding?
}

extension MemberSearch {
    /// The member that was found; nil if there is none.
    func member() throws(StateLimitExceeded) -> String? {
        switch self {
        case .found(let tag): tag
        case .none: nil
        case .undecided(let limit): throw StateLimitExceeded(limit: limit)
        }
    }
}

extension PolicyRule {
    package func findings(in model: RepositoryModel) -> [Finding] { judgement(of: model).findings }

    package func judgement(of model: RepositoryModel) -> RuleOutcome {
        var judgement = RuleOutcome(unjudged: unjudged(in: model))
        for policy in model.policyLinks.policies {
            do throws(StateLimitExceeded) {
                let finding = try finding(about: policy, in: model)
                if let finding { judgement.findings.append(finding) }
            } catch {
                judgement.unjudged.append(
                    unjudged(
                        "what it can select was not decided in \(error.limit) steps",
                        at: policy.selectorLocation))
            }
        }
        return judgement
    }
}

extension Rule {
    /// A finding about a policy.
    func finding(
        _ message: String, at location: SourceLocation, of policy: LinkedPolicy,
        scalar: SourceSpan? = nil, severity: Severity? = nil, related: [RelatedLocation] = [],
        environments: [String] = [], witness: Witness? = nil, fix: Fix? = nil
    ) -> Finding {
        finding(
            message, at: location, severity: severity, scalar: scalar, related: related,
            object: policy.fact.object.identity, subject: policy.name,
            environments: environments, witness: witness, fix: fix,
            topic: FindingTopic(policy: policy.name))
    }

    /// A finding at a range of bytes in one of a policy's texts.
    func finding(
        _ message: String, at range: Range<Int>, in text: PolicyText, of policy: LinkedPolicy,
        severity: Severity? = nil, witness: String? = nil, fix: Fix? = nil
    ) -> Finding {
        finding(
            message, at: text.location(of: range), of: policy, scalar: text.location.span,
            severity: severity, witness: witness.map { Witness(environment: nil, tag: $0) },
            fix: fix)
    }
}

extension PolicyText {
    /// All of the text's bytes.
    var all: Range<Int> { 0..<text.utf8.count }

    /// The fix that replaces a range of bytes; nil if the scalar's style does not allow it.
    func fix(
        _ description: String, _ range: Range<Int>, to new: String, isSafe: Bool = false
    ) -> Fix? {
        edit(range, to: new).map { Fix(isSafe: isSafe, description: description, edits: [$0]) }
    }
}
