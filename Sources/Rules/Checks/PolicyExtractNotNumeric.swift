import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies

/// Flags numerical policies whose filter admits values that are not numbers.
struct PolicyExtractNotNumeric: PolicyRule {
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding? {
        guard let tagPolicy = policy.reading.policy, case .numerical = tagPolicy.ordering,
            let filter = tagPolicy.filter, let pattern = policy.pattern,
            ExtractFault(of: policy) == nil, !filter.givesDigitsOnly,
            policy.sample != MemberSearch.none
        else { return nil }
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let tag = try example(tagPolicy, deployed: deployed, sample: policy.sample),
            let value = filter.value(of: tag)
        else { return nil }
        let subject =
            value == tag
            ? "is not" : value.isEmpty ? "gives an empty value instead of" : "gives `\(value)`, not"
        let message =
            "a tag such as `\(tag)` matches and \(subject) a number: one such tag stops the "
            + "whole policy; let the group match digits only, as `[0-9]+` does"
        let group = filter.comparedGroup
        return finding(
            message, at: group?.range ?? pattern.all, in: pattern, of: policy,
            severity: filter.givesNumbers(for: deployed) ? .note : nil, witness: tag,
            fix: group.flatMap { fix($0, of: filter, in: pattern, keeping: deployed) })
    }

    /// Words that occur in tags of test builds; the last is part of a hash.
    private static let words = ["dev", "test", "rc1", "1.2.3", "1a2b3c4"]

    /// The most plausible tag whose value is not a number: one similar to a deployed tag, or to one
    /// that the policy selects.
    private func example(
        _ policy: TagPolicy, deployed: [String], sample: MemberSearch?
    ) throws(StateLimitExceeded) -> String? {
        guard let shortest = try tagWithoutNumber(policy) else { return nil }
        var models = deployed
        if case .found(let tag)? = sample { models.append(policy.plausible(tag)) }
        return models.lazy.flatMap { policy.tags(like: $0, valued: Self.words) }
            .first { policy.filter?.value(of: $0).map { goFloat($0) == nil } ?? false }
            ?? policy.plausible(shortest)
    }

    /// The first tag that the filter admits and whose value is not a number; nil if there is none.
    private func tagWithoutNumber(_ policy: TagPolicy) throws(StateLimitExceeded) -> String? {
        let tags = try policy.ordering.values().map { numbers throws(StateLimitExceeded) in
            try policy.tags(withValuesIn: numbers.complement)
        }
        return try tags?.firstMember { tag in
            policy.filter?.value(of: tag).map { goFloat($0) == nil } ?? false
        }.member()
    }

    /// Makes the group match digits only, if that is evidently its purpose.
    private func fix(
        _ group: PatternNode, of filter: TagFilter, in pattern: PolicyText, keeping tags: [String]
    ) -> Fix? {
        guard case .capture(_, _, let inner) = group.kind else { return nil }
        let bytes = Array(pattern.text.utf8)
        for correction in inner.digitCorrections {
            let range = correction.range
            let text =
                String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + correction.text
                + String(decoding: bytes[range.upperBound...], as: UTF8.self)
            guard let corrected = try? Pattern(text),
                tags.allSatisfy({ !filter.pattern.matches($0) || corrected.matches($0) }),
                tags.isEmpty || tags.contains(where: corrected.matches)
            else { continue }
            return pattern.fix("write `\(correction.text)`", range, to: correction.text)
        }
        return nil
    }
}

extension TagFilter {
    /// Whether some of the tags match, and the values of all that do are numbers.
    fileprivate func givesNumbers(for tags: [String]) -> Bool {
        let values = tags.compactMap(value)
        return !values.isEmpty && values.allSatisfy { goFloat($0) != nil }
    }
}

extension PatternNode {
    /// The edits that make a group match digits only: of its whole content if that matches any
    /// text, or of a dot between digits.
    fileprivate var digitCorrections: [(range: Range<Int>, text: String)] {
        switch kind {
        case .repetition(let inner, _):
            let characters = inner.shape?.characters ?? ASCIISet()
            return ASCIISet.digits.isSubset(of: characters) ? [(range, "[0-9]+")] : []
        case .sequence(let pieces):
            let dots = pieces.filter { piece in
                if case .anyScalar = piece.kind { true } else { false }
            }
            let others = pieces.filter { !dots.contains($0) }
            let areDigits = others.allSatisfy {
                $0.shape?.characters.isSubset(of: .digits) ?? false
            }
            guard dots.count == 1, areDigits else { return [] }
            return [(dots[0].range, #"\."#)]
        default: return []
        }
    }
}
