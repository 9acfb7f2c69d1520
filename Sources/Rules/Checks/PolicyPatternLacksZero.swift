import RegularLanguages
import RepositoryLinking
import RuleCatalog
import TagPolicies

/// Flags patterns that take every number but those with a zero.
struct PolicyPatternLacksZero: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyPatternLacksZero)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        guard let pattern = policy.pattern, let compiled = policy.reading.pattern else { return [] }
        var samples = model.policyLinks.deployedTags(of: policy).filter(compiled.matches)
        if case .found(let sample)? = policy.sample { samples.append(sample) }
        guard let gap = samples.lazy.compactMap(compiled.zeroGap).first else { return [] }
        return [
            finding(
                "the pattern takes `\(gap.taken)` but not `\(gap.missed)`: write `[0-9]` for a "
                    + "digit, as `[1-9]` leaves out each number with a zero",
                at: pattern.all, in: pattern, of: policy, witness: gap.missed)
        ]
    }
}

extension Pattern {
    /// A tag that the pattern takes and one with a zero that it does not take, made of the digits
    /// of `sample`; nil if the pattern takes numbers with a zero, or no larger numbers at all.
    fileprivate func zeroGap(in sample: String) -> (taken: String, missed: String)? {
        let bytes = Array(sample.utf8)
        let numbers = bytes.indices.split { !ASCIISet.digits.contains(bytes[$0]) }
        for number in numbers {
            func tag(_ digits: String) -> String {
                var tag = bytes
                tag.replaceSubrange(number.startIndex..<number.endIndex, with: digits.utf8)
                return String(decoding: tag, as: UTF8.self)
            }
            if ["9", "11", "21"].allSatisfy({ matches(tag($0)) }),
                !["10", "20", "30", "100"].contains(where: { matches(tag($0)) })
            {
                return (tag("11"), tag("10"))
            }
        }
        return nil
    }
}
