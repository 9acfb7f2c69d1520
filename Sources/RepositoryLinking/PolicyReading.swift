import ImageReferences
import Kustomize
package import ManifestFacts
package import RegularLanguages
package import TagPolicies

/// The parsed texts of a policy, shared by policies with the same texts.
///
/// Everything is compiled on first use, because rules ask on several cores.
package final class PolicyReading: Sendable {
    private let texts: PolicyTexts
    private let knownParts = Once<Parts>()
    private let knownBeginnings = Once<[PatternBeginning]?>()
    private let knownLanguage = Once<Result<PolicyLanguage, StateLimitExceeded>>()
    private let knownSample = Once<MemberSearch?>()
    private let knownMovingTags = Once<[String]>()
    private let knownAnchoredFilter = Once<TagFilter?>()

    init(_ texts: PolicyTexts) {
        self.texts = texts
    }

    private final class Parts: Sendable {
        let ordering: Result<TagOrdering, TagPolicyError>?
        let filter: Result<TagFilter?, TagPolicyError>?
        let exclusions: Result<TagExclusions, PatternError>?
        let policy: TagPolicy?

        init(_ texts: PolicyTexts) {
            ordering = texts.ordering
            filter = texts.filter
            exclusions = texts.tagExclusions
            if case .success(let ordering)? = ordering, case .success(let filter)? = filter {
                policy = TagPolicy(ordering: ordering, filter: filter)
            } else {
                policy = nil
            }
        }
    }

    private var parts: Parts { knownParts.value { Parts(texts) } }

    /// The texts, with variables where their values are not known.
    package var specification: TagPolicySpecification { texts.specification }

    /// The patterns of tags that its ImageRepository leaves out; nil where they are not known.
    package var exclusionTexts: [String]? { texts.exclusions }

    /// Nil where a variable is in what the ordering needs.
    package var ordering: Result<TagOrdering, TagPolicyError>? { parts.ordering }

    /// Nil where a variable is in the pattern or in the template.
    package var filter: Result<TagFilter?, TagPolicyError>? { parts.filter }

    /// Nil where a variable or a fault leaves open what the policy selects.
    package var policy: TagPolicy? { parts.policy }

    /// How a match of the pattern can begin; nil without a pattern, and where that is open.
    package var beginnings: [PatternBeginning]? {
        knownBeginnings.value { pattern?.beginnings }
    }

    /// None where they are not known, so that the policy's language is rather too large.
    private var exclusions: TagExclusions {
        if case .success(let exclusions)? = parts.exclusions { exclusions } else { .none }
    }

    /// The selection of Flux from these tags; nil if a part of the policy is unknown, or its
    /// ImageRepository is never scanned.
    package func selection(from tags: [String]) -> Selection? {
        guard let policy, case .success(let exclusions)? = parts.exclusions else { return nil }
        return policy.selection(from: tags, excluding: exclusions)
    }

    /// The pattern, if there is a valid one.
    package var pattern: Pattern? {
        if case .success(let filter)? = filter { filter?.pattern } else { nil }
    }

    /// The language of tags that the policy can select; nil if it is unknown or too large.
    package var language: PolicyLanguage? {
        guard let policy else { return nil }
        let result = knownLanguage.value {
            Result { () throws(StateLimitExceeded) in
                try PolicyLanguage(policy, excluding: exclusions)
            }
        }
        return try? result.get()
    }

    /// The filter with its pattern anchored by `$`; nil where it is anchored already.
    package var anchoredFilter: TagFilter? {
        knownAnchoredFilter.value { policy?.filter?.anchoredAtEnd }
    }

    /// The tags that move from build to build, such as `latest`, that the filter and the order
    /// admit; those first that nearly every registry has.
    package var movingTags: [String] {
        knownMovingTags.value {
            guard let policy else { return [] }
            return Self.movingTags.filter { policy.selection(from: [$0]).selected == $0 }
        }
    }

    private static let movingTags: [String] = {
        let first = ["latest", "main", "master", "develop"]
        return first + Tag.floatingWords.subtracting(first).sorted()
    }()

    /// A short tag that the policy can select, or that there is none; nil where the language is
    /// not known.
    package var sample: MemberSearch? {
        knownSample.value {
            // A text that the pattern spells is found far sooner than the shortest tag.
            if let text = pattern?.root.example, TagUniverse.contains(text),
                policy?.selection(from: [text], excluding: exclusions).selected == text
            {
                return .found(text)
            }
            return language?.firstMember()
        }
    }

    /// Whether the policy would select this tag if there were no other; nil where that is open.
    package func admits(_ tag: String) -> Bool? {
        policy.map { $0.selection(from: [tag]).selected == tag }
    }
}

/// By their texts, by which policies find the one that they share.
extension PolicyReading: Hashable {
    package static func == (left: PolicyReading, right: PolicyReading) -> Bool {
        left.texts == right.texts
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(texts) }
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

    var tagExclusions: Result<TagExclusions, PatternError>? {
        exclusions.map { patterns in
            Result { () throws(PatternError) in try TagExclusions(patterns) }
        }
    }
}

extension PolicyTexts {
    /// - Parameter isSubstituted: Whether Flux fills in variables somewhere in this repository.
    init(_ policy: Effective<ImagePolicyFact>, exclusions: [String]?, isSubstituted: Bool) {
        // Nearly all are as they are written, and then the facts know.
        let fields = policy.object.isAsWritten ? Fields(policy.fact.fact) : Fields(policy.object)
        func text(_ member: ImagePolicyFact.Member, _ text: Text) -> String? {
            fields.members.contains(member) ? text.text ?? "" : nil
        }
        let (pattern, extract) = (fields.pattern, fields.extract)
        specification = TagPolicySpecification(
            semverRange: text(.semver, fields.range),
            alphabeticalOrder: text(.alphabetical, fields.alphabetical),
            numericalOrder: text(.numerical, fields.numerical),
            filter: pattern.text == nil && extract.text == nil
                ? nil
                : TagPolicySpecification.Filter(
                    pattern: pattern.text ?? "", extract: extract.text ?? ""))
        isOrderingKnown =
            fields.range.isLiteral && fields.alphabetical.isLiteral && fields.numerical.isLiteral
        let template = ExtractText(
            text: extract.text ?? "", isBuilt: policy.object.variables != nil,
            isSubstituted: isSubstituted)
        isFilterKnown =
            pattern.isLiteral && extract.isKnown && template.isKnown(for: pattern.text ?? "")
        self.exclusions = exclusions
    }

    /// The fields of a policy that say what it selects.
    private struct Fields {
        let pattern: Text
        let extract: Text
        let range: Text
        let alphabetical: Text
        let numerical: Text
        let members: [ImagePolicyFact.Member]

        init(_ policy: ImagePolicyFact) {
            pattern = Text(policy.filterPattern)
            extract = Text(policy.filterExtract)
            range = Text(policy.semverRange)
            alphabetical = Text(policy.alphabeticalOrder)
            numerical = Text(policy.numericalOrder)
            members = policy.members
        }

        init(_ policy: EffectiveObject) {
            let spec = policy.document?["spec"]
            let (filter, ordering) = (spec?["filterTags"], spec?["policy"])
            pattern = Text(filter?["pattern"], of: policy)
            extract = Text(filter?["extract"], of: policy)
            range = Text(ordering?["semver"]?["range"], of: policy)
            alphabetical = Text(ordering?["alphabetical"]?["order"], of: policy)
            numerical = Text(ordering?["numerical"]?["order"], of: policy)
            members = policy.policyMembers
        }
    }

    /// One field as built.
    private struct Text {
        /// As written where what it becomes is not known.
        let text: String?
        let isKnown: Bool

        init(_ written: LocatedText?) {
            text = written?.text
            isKnown = true
        }

        init(_ node: BuiltNode?, of policy: EffectiveObject) {
            let field = policy.field(at: node)
            isKnown = !field.isUnknown
            text = field.text ?? (isKnown ? nil : node?.text?.text)
        }

        var isLiteral: Bool { isKnown && text.map(NamePattern.isLiteral) ?? true }
    }
}

extension EffectiveObject {
    /// The members of `spec.policy` that are there, in the order in which Flux prefers them.
    package var policyMembers: [ImagePolicyFact.Member] {
        guard let policy = node(["spec", "policy"]), policy.entries != nil else { return [] }
        return ImagePolicyFact.Member.allCases.filter {
            policy[$0.rawValue].map { !$0.isNull } ?? false
        }
    }
}

/// An extraction template, of which Flux may take parts for variables.
private struct ExtractText {
    let text: String
    /// Whether Flux has filled in what it fills in.
    let isBuilt: Bool
    /// Whether Flux fills in variables somewhere in this repository.
    let isSubstituted: Bool

    /// Whether nothing is left open: a `${name}` is a group's if the pattern has such a group,
    /// and else a variable if something substitutes variables, or if it looks like one.
    func isKnown(for pattern: String) -> Bool {
        if isBuilt { return true }
        if text.holdsDollar(before: UInt8(ascii: "$")) { return false }
        guard text.holdsDollar(before: UInt8(ascii: "{")), let pattern = try? Pattern(pattern)
        else {
            return NamePattern.isLiteral(text)
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
    fileprivate func holdsDollar(before byte: UInt8) -> Bool {
        var isBehindDollar = false
        for next in utf8 {
            if isBehindDollar, next == byte { return true }
            isBehindDollar = next == UInt8(ascii: "$")
        }
        return false
    }
}
