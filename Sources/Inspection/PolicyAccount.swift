import RegularLanguages
import TagPolicies

/// What one policy can select, and what it makes of given tags.
struct PolicyAccount {
    /// What became of one tag.
    struct Fate {
        let tag: String
        /// Nil where the policy never came to judge tags.
        let verdict: TagVerdict.Fate?
        let isKept: Bool
        /// What is compared of it; nil if the policy never sees it.
        let value: String?
        let reason: String
    }

    let declaration: DeclaredPolicy
    let policy: Result<TagPolicy, TagPolicyError>
    private let exclusions: Result<TagExclusions, PatternError>
    /// The shortest tag of each other environment that the policy could select, by environment.
    let crossings: [(environment: String, tag: String)]
    /// Nil for a policy that is not valid.
    let sketch: LanguageSketch?
    /// Nil where no tags were given, or where they never get to the policy.
    let selection: Selection?
    private let tags: [String]

    /// Where `tags` are nil, nothing is selected, and nothing is wrong with that.
    init(
        of declaration: DeclaredPolicy, tags: [String]?,
        crossings: [(environment: String, tag: String)]
    ) {
        let specification = declaration.specification
        self.declaration = declaration
        self.tags = tags ?? []
        self.crossings = crossings
        policy = Result { () throws(TagPolicyError) in try TagPolicy(specification) }
        exclusions = Result { () throws(PatternError) in
            try TagExclusions(declaration.exclusionList)
        }
        if case .success(let policy) = policy, case .success(let exclusions) = exclusions {
            sketch = LanguageSketch(of: policy, excluding: exclusions)
        } else {
            sketch = nil
        }
        if let tags, case .success(let exclusions) = exclusions {
            selection = specification.selection(from: tags, excluding: exclusions)
        } else {
            selection = nil
        }
    }

    /// Why nothing can be selected, by the kinds of machine output; nil if nothing is wrong.
    var failure: (kind: String, message: String)? {
        if let failure = selection?.failure { return (failure.kind, failure.description) }
        return fault
    }

    /// The same, whatever the tags are.
    var fault: (kind: String, message: String)? {
        if case .failure(let error) = policy {
            let failure = SelectionFailure.invalidPolicy(error)
            return (failure.kind, failure.description)
        }
        // Flux does not scan such a repository, so its policies never get a tag.
        if case .failure(let error) = exclusions {
            let message = "the image repository has an invalid exclusion and is never scanned"
            return (SelectionFailure.noTags.kind, "\(message): \(error)")
        }
        return nil
    }

    /// In the order of the tags given.
    var fates: [Fate] {
        guard case .success(let policy) = policy, let selection else {
            return tags.map { tag in
                Fate(
                    tag: tag, verdict: nil, isKept: false, value: nil,
                    reason: failure?.message ?? "never judged")
            }
        }
        return selection.verdicts.map { verdict in
            Fate(
                tag: verdict.tag, verdict: verdict.fate, isKept: verdict.isKept,
                value: verdict.value, reason: policy.reason(for: verdict))
        }
    }
}
