import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Flags patterns that match every number except those with a zero.
struct PolicyPatternLacksZero: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let pattern = policy.pattern, let compiled = policy.reading.pattern else {
            return nil
        }
        var samples = model.policyLinks.deployedTags(of: policy).filter(compiled.matches)
        if case .found(let sample)? = policy.sample { samples.append(sample) }
        guard let gap = samples.lazy.compactMap(compiled.zeroGap).first else { return nil }
        return finding(
            "the pattern matches `\(gap.taken)` but not `\(gap.missed)`: write `[0-9]` for a "
                + "digit, because `[1-9]` excludes numbers with a zero",
            at: pattern.all, in: pattern, of: policy, witness: gap.missed)
    }
}

extension Pattern {
    /// Variants of `sample`: a tag that the pattern matches, and one with a zero that it misses.
    ///
    /// Nil if the pattern matches numbers with a zero, or no numbers of several digits.
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
