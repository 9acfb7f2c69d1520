import SourceText

/// The result of a policy for a list of tags: the selected tag or the failure, and each verdict.
package struct Selection: Sendable {
    package let outcome: Result<String, SelectionFailure>
    /// In the order of the tags; empty if the policy is invalid.
    package let verdicts: [TagVerdict]

    package var selected: String? { try? outcome.get() }

    package var failure: SelectionFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    /// The other tags that the policy cannot distinguish from the selected one, ascending by bytes.
    ///
    /// Their values are identical or compare equal; with a filter, Flux may select any of the
    /// latter.
    package var tied: [String] {
        guard let selected else { return [] }
        let tied = verdicts.filter { $0.fate == .tied || $0.fate == .shadowed(by: selected) }
        return Set(tied.map(\.tag)).sorted { $0.bytesPrecede($1) }
    }
}

/// The result of a policy for one tag.
package struct TagVerdict: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        /// The image repository's exclusion list drops it.
        case excluded(pattern: String)
        case notMatched
        case refused(ValueRefusal)
        /// Another tag has the same value, and Flux keeps that one.
        case shadowed(by: String)
        /// Kept, but not the latest.
        case candidate
        /// Its value compares equal to that of the selected tag.
        case tied
        case selected
    }

    package let tag: String
    /// The value that the policy compares; nil if the tag is dropped before.
    package let value: String?
    package let fate: Fate

    package init(tag: String, value: String?, fate: Fate) {
        self.tag = tag
        self.value = value
        self.fate = fate
    }

    /// Whether the policy would select the tag if there were no other.
    package var isKept: Bool {
        switch fate {
        case .candidate, .tied, .selected: true
        case .excluded, .notMatched, .refused, .shadowed: false
        }
    }
}

/// Why a policy selects no tag.
package enum SelectionFailure: Error, Hashable, Sendable {
    case invalidPolicy(TagPolicyError)
    case noTags
    case noTagsAfterFilter
    case noMatch
    /// One value that is not a number fails the whole policy; this is the first.
    case invalidNumber(value: String, tag: String)

    /// The name in machine-readable output.
    package var kind: String {
        switch self {
        case .invalidPolicy(.invalidPattern): "invalid_filter"
        case .invalidPolicy: "invalid_policy"
        case .noTags: "no_tags"
        case .noTagsAfterFilter: "no_tags_after_filter"
        case .noMatch: "no_match"
        case .invalidNumber: "invalid_number"
        }
    }
}

extension SelectionFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidPolicy(let error): error.description
        case .noTags: "there are no tags"
        case .noTagsAfterFilter: "no tag matches the filter"
        case .noMatch: "no tag is a version within the range"
        case .invalidNumber(let value, let tag) where value == tag: "`\(value)` is not a number"
        case .invalidNumber("", let tag):
            "the empty value, extracted from `\(tag)`, is not a number"
        case .invalidNumber(let value, let tag):
            "`\(value)`, extracted from `\(tag)`, is not a number"
        }
    }
}
