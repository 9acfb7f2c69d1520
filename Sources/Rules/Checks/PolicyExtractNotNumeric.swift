import RegularLanguages
import RepositoryLinking
import RuleCatalog
import SourceText
import TagPolicies

/// Flags numerical policies whose filter lets values through that are no numbers.
struct PolicyExtractNotNumeric: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyExtractNotNumeric)

    func findings(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(Undecided) -> [Finding] {
        guard let tagPolicy = policy.reading.policy, case .numerical = tagPolicy.ordering,
            let filter = tagPolicy.filter, let pattern = policy.pattern,
            ExtractFault(of: policy) == nil, !filter.givesDigitsOnly,
            policy.sample != MemberSearch.none
        else { return [] }
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let tag = try example(tagPolicy, deployed: deployed, sample: policy.sample),
            let value = filter.value(of: tag)
        else { return [] }
        let subject =
            value == tag
            ? "is not" : value.isEmpty ? "gives an empty value instead of" : "gives `\(value)`, not"
        let message =
            "a tag such as `\(tag)` matches and \(subject) a number: one such tag stops the "
            + "whole policy"
        let group = filter.comparedGroup
        return [
            finding(
                message, at: group?.range ?? pattern.all, in: pattern, of: policy,
                severity: filter.givesNumbers(for: deployed) ? .note : nil, witness: tag,
                fix: group.flatMap { fix($0, of: filter, in: pattern, keeping: deployed) })
        ]
    }

    /// Words that stand in tags of test builds; the last is part of a hash.
    private static let words = ["dev", "test", "rc1", "1.2.3", "1a2b3c4"]

    /// The likeliest tag whose value is no number: one like a deployed tag, or like one that the
    /// policy selects.
    private func example(
        _ policy: TagPolicy, deployed: [String], sample: MemberSearch?
    ) throws(Undecided) -> String? {
        guard let shortest = try tagWithoutNumber(policy) else { return nil }
        var models = deployed
        if case .found(let tag)? = sample { models.append(policy.plausible(tag)) }
        return models.lazy.flatMap { policy.tags(like: $0, valued: Self.words) }
            .first { policy.filter?.value(of: $0).map { goFloat($0) == nil } ?? false }
            ?? policy.plausible(shortest)
    }

    /// A tag that the filter keeps and whose value is no number; nil if there is none.
    private func tagWithoutNumber(_ policy: TagPolicy) throws(Undecided) -> String? {
        let tags: Language
        do throws(StateLimitExceeded) {
            guard let numbers = try policy.ordering.values() else { return nil }
            tags = try policy.tags(withValuesIn: numbers.complement)
        } catch {
            throw Undecided(limit: error.limit)
        }
        return try tags.firstMember { tag in
            policy.filter?.value(of: tag).map { goFloat($0) == nil } ?? false
        }.member()
    }

    /// Lets the group take digits alone, where that is what it is evidently for.
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
    /// Whether some of these tags match, and the value of each that does is a number.
    fileprivate func givesNumbers(for tags: [String]) -> Bool {
        let values = tags.compactMap(value)
        return !values.isEmpty && values.allSatisfy { goFloat($0) != nil }
    }
}

extension PatternNode {
    /// The edits that make a group take digits: all of its content if it takes anything, or the
    /// dots between digits.
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
