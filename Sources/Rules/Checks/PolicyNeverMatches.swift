import RegularLanguages
import RepositoryLinking
import SemanticVersions
import SourceText
import TagPolicies

/// Flags policies that cannot select any tag.
struct PolicyNeverMatches: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard policy.sample == MemberSearch.none, let language = policy.language,
            ExtractFault(of: policy) == nil
        else { return nil }
        return finding(message(for: language), at: policy.selectorLocation, of: policy)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.policyLinks.policies.compactMap { policy in
            guard let reason = policy.openReason else { return nil }
            return unjudged(reason, at: policy.selectorLocation)
        }
    }

    private func message(for language: PolicyLanguage) -> String {
        guard let filter = language.policy.filter else {
            return "no version satisfies this range, so the policy selects nothing"
        }
        let matching = try? Language(matching: filter.pattern).shortestMember()
        guard case .found(let tag)? = matching else {
            let cause = foreignCharacter(in: filter.pattern)
            return "no tag can match this pattern, so the policy selects nothing"
                + (cause.map { ": \($0.quoted) is part of the pattern" } ?? "")
        }
        return switch language.policy.ordering {
        case .semver(let constraint):
            "no tag that matches this pattern is a version in the range `\(constraint.text)`: "
                + refusal(of: language.policy.plausible(tag), by: language.policy)
        case .numerical:
            "no tag that matches this pattern is a number: "
                + refusal(of: language.policy.plausible(tag), by: language.policy)
        case .alphabetical: "the ImageRepository excludes every tag that matches this pattern"
        }
    }

    /// Why the policy rejects one tag, as an example.
    private func refusal(of tag: String, by policy: TagPolicy) -> String {
        let value = policy.filter?.value(of: tag) ?? tag
        let given = value.isEmpty ? "an empty value" : "`\(value)`"
        let source = value == tag ? "" : "`\(tag)` gives \(given), and "
        return source + (policy.selection(from: [tag]).verdicts.first.map(policy.reason) ?? "")
    }

    /// A quotation mark or line break without which the pattern would match some tag.
    private func foreignCharacter(in pattern: Pattern) -> Unicode.Scalar? {
        let signs = "\"\n".unicodeScalars
        let scalars = pattern.source.unicodeScalars
        guard let sign = scalars.first(where: signs.contains),
            let rest = try? Pattern(
                String(String.UnicodeScalarView(scalars.filter { !signs.contains($0) }))),
            case .found? = try? Language(matching: rest).shortestMember()
        else { return nil }
        return sign
    }
}

extension LinkedPolicy {
    /// Why it is not known what the policy selects; nil if it is known, or the policy is invalid.
    fileprivate var openReason: String? {
        if reading.ordering == nil || reading.filter == nil { return unknownReason }
        guard reading.policy != nil else { return nil }
        return switch sample {
        case nil: "the pattern is too large to be analyzed"
        case .undecided(let limit): "no tag that the policy selects was found in \(limit) steps"
        case .found, .some(.none): nil
        }
    }
}
