import ManifestFacts
package import RegularLanguages
import Synchronization
package import TagPolicies

/// What a policy's own texts say; policies of the same texts share one.
package final class PolicyReading: Sendable {
    /// Nil where a variable stands in what the ordering needs.
    package let ordering: Result<TagOrdering, TagPolicyError>?
    /// Nil where a variable stands in the pattern or in the template.
    package let filter: Result<TagFilter?, TagPolicyError>?
    package let exclusions: TagExclusions
    /// Nil where a variable or a fault leaves open what the policy selects.
    package let policy: TagPolicy?
    /// How a match of the pattern can begin; nil without a pattern, and where that is open.
    package let beginnings: [PatternBeginning]?
    private let knownLanguage = Mutex<Result<PolicyLanguage, StateLimitExceeded>?>(nil)

    init(_ texts: PolicyTexts) {
        ordering = texts.ordering
        filter = texts.filter
        exclusions = texts.tagExclusions
        var pattern: Pattern?
        if case .success(let filter?)? = filter { pattern = filter.pattern }
        beginnings = pattern?.beginnings
        if case .success(let ordering)? = ordering, case .success(let filter)? = filter {
            policy = TagPolicy(ordering: ordering, filter: filter)
        } else {
            policy = nil
        }
    }

    /// The pattern, if there is a valid one.
    package var pattern: Pattern? {
        if case .success(let filter)? = filter { filter?.pattern } else { nil }
    }

    /// What the policy can select; nil where that is not known, or too large to be looked at.
    package var language: PolicyLanguage? {
        guard let policy else { return nil }
        let result = knownLanguage.withLock { known in
            let result =
                known
                ?? Result { () throws(StateLimitExceeded) in
                    try PolicyLanguage(policy, excluding: exclusions)
                }
            known = result
            return result
        }
        return try? result.get()
    }

    /// Whether the policy would select this tag if there were no other; nil where that is open.
    package func admits(_ tag: String) -> Bool? {
        policy.map { $0.selection(from: [tag]).selected == tag }
    }
}

/// The texts that make a `PolicyReading`.
struct PolicyTexts: Hashable {
    let specification: TagPolicySpecification
    let isOrderingKnown: Bool
    let isFilterKnown: Bool
    /// Nil where the image repository does not tell.
    let exclusions: [String]?

    var ordering: Result<TagOrdering, TagPolicyError>? {
        guard isOrderingKnown else { return nil }
        return Result { () throws(TagPolicyError) in try specification.ordering() }
    }

    var filter: Result<TagFilter?, TagPolicyError>? {
        guard isFilterKnown else { return nil }
        return Result { () throws(TagPolicyError) in try specification.tagFilter() }
    }

    /// None where they are not known, so that the policy's language is rather too large.
    var tagExclusions: TagExclusions {
        guard let exclusions else { return .none }
        return (try? TagExclusions(exclusions)) ?? .none
    }
}

extension PolicyTexts {
    /// - Parameter isSubstituted: Whether Flux fills in variables somewhere in this repository.
    init(_ fact: ImagePolicyFact, exclusions: [String]?, isSubstituted: Bool) {
        let template = ExtractText(fact.filterExtract?.text ?? "", isSubstituted: isSubstituted)
        let pattern = fact.filterPattern?.text ?? ""
        func text(_ member: ImagePolicyFact.Member, _ value: LocatedText?) -> String? {
            fact.members.contains(member) ? value?.text ?? "" : nil
        }
        let filter =
            fact.filterPattern == nil && fact.filterExtract == nil
            ? nil : TagPolicySpecification.Filter(pattern: pattern, extract: template.text)
        specification = TagPolicySpecification(
            semverRange: text(.semver, fact.semverRange),
            alphabeticalOrder: text(.alphabetical, fact.alphabeticalOrder),
            numericalOrder: text(.numerical, fact.numericalOrder), filter: filter)
        isOrderingKnown = [fact.semverRange, fact.alphabeticalOrder, fact.numericalOrder]
            .allSatisfy { $0?.text.isLiteral ?? true }
        isFilterKnown = pattern.isLiteral && template.isKnown(for: pattern)
        self.exclusions = exclusions
    }
}

/// An extraction template as it stands in Git, where Flux may take parts of it for variables.
private struct ExtractText {
    /// As Flux's substitution leaves it: `$$` is a dollar there.
    let text: String
    private let isSubstituted: Bool
    private let hasEscapes: Bool

    init(_ text: String, isSubstituted: Bool) {
        hasEscapes = text.contains("$$")
        self.text = isSubstituted && hasEscapes ? text.replacing("$$", with: "$") : text
        self.isSubstituted = isSubstituted
    }

    /// Whether nothing is left open: a `${name}` is a group's if the pattern has such a group,
    /// and else a variable if something substitutes variables, or if it looks like one.
    func isKnown(for pattern: String) -> Bool {
        if hasEscapes { return isSubstituted }
        guard text.contains("${"), let pattern = try? Pattern(pattern) else {
            return text.isLiteral
        }
        return ExpansionTemplate(text).pieces.allSatisfy { piece in
            switch piece.part {
            case .text(let text): !text.contains("${")
            case .group: true
            case .name(let name):
                !pattern.groups(named: name).isEmpty
                    || !isSubstituted && name == name.lowercased()
            }
        }
    }
}

extension String {
    /// Whether no template stands in it, as `NamePattern` has it; found byte by byte.
    var isLiteral: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            switch (last, byte) {
            case (UInt8(ascii: "$"), UInt8(ascii: "{")), (UInt8(ascii: "$"), UInt8(ascii: "(")),
                (UInt8(ascii: "{"), UInt8(ascii: "{")), (UInt8(ascii: "<"), UInt8(ascii: "<")):
                return false
            default: last = byte
            }
        }
        return true
    }
}
