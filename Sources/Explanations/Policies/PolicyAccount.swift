import Configuration
import RegularLanguages
import RepositoryLinking
import Rules
import TagPolicies

/// The possible selections of one policy, and its verdicts on given tags.
struct PolicyAccount {
    /// The verdict on one tag.
    struct Fate {
        let tag: String
        /// Nil where the policy never came to judge tags.
        let verdict: TagVerdict.Fate?
        let isKept: Bool
        /// The value that is compared; nil if the policy never sees the tag.
        let value: String?
        let reason: String
    }

    let declaration: DeclaredPolicy
    let policy: Result<TagPolicy, TagPolicyError>
    /// The shortest tag of each other environment that the policy could select, by environment.
    let crossings: [(environment: String, tag: String)]
    /// Nil for a policy that is not valid.
    let sketch: LanguageSketch?
    /// Whether Flux selects tags by it at all.
    let readiness: PolicyReadiness
    /// Nil where no tags were given, or where they never get to the policy.
    let selection: Selection?
    private let tags: [String]

    /// Without tags, nothing is selected, which is not an error.
    init(
        of declaration: DeclaredPolicy, tags: [String]?,
        crossings: [(environment: String, tag: String)], in model: RepositoryModel
    ) {
        let specification = declaration.specification
        self.declaration = declaration
        self.tags = tags ?? []
        self.crossings = crossings
        policy = Result { () throws(TagPolicyError) in try TagPolicy(specification) }
        let exclusions = Result { () throws(PatternError) in
            try TagExclusions(declaration.exclusionList)
        }
        if case .success(let policy) = policy, case .success(let exclusions) = exclusions {
            sketch = LanguageSketch(of: policy, excluding: exclusions)
        } else {
            sketch = nil
        }
        readiness = model.readiness(of: declaration.policy)
        if let tags, case .success(let exclusions) = exclusions {
            selection = specification.selection(from: tags, excluding: exclusions)
        } else {
            selection = nil
        }
    }

    /// Nil where Flux selects none of the tags that were given, and where the repository does not
    /// say what the policy is.
    var selected: String? {
        switch readiness {
        case .selects: selection?.selected
        // Tags that the user gives need no ImageRepository.
        case .open where isReadable: selection?.selected
        case .open, .suspended, .blocked: nil
        }
    }

    /// The other tags that the selected one is not told from.
    var tied: [String] { selected == nil ? [] : selection?.tied ?? [] }

    /// Why nothing can be selected, by the kinds of machine output; nil if nothing is wrong.
    var failure: (kind: String, message: String)? {
        if let fault { return fault }
        if case .open = readiness, !isReadable { return nil }
        return selection?.failure.map { ($0.kind, $0.description) }
    }

    /// The same, whatever the tags are.
    var fault: (kind: String, message: String)? {
        readiness.obstacle.map { ($0.kind.rawValue, $0.reason) }
    }

    /// Whether the repository says all that the policy itself is.
    private var isReadable: Bool { declaration.policy.reading.policy != nil }

    /// Why it is not known for certain that Flux selects tags; nil where it is.
    var doubt: String? { readiness.obstacle == nil ? readiness.reason : nil }

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
            // The order does not matter where no tag is selected.
            let verdict = selected == nil ? verdict.asCandidate : verdict
            return Fate(
                tag: verdict.tag, verdict: verdict.fate, isKept: verdict.isKept,
                value: verdict.value, reason: policy.reason(for: verdict))
        }
    }
}

extension TagVerdict {
    /// As if there were a better tag.
    fileprivate var asCandidate: TagVerdict {
        isKept ? TagVerdict(tag: tag, value: value, fate: .candidate) : self
    }
}

/// The tags of other environments that policies can select: what the rule about them proves.
struct PolicyCrossings {
    private let findings: [Finding]
    private let configuration: RepositoryConfiguration

    init(in model: RepositoryModel) {
        findings = allRules.filter { $0.definition.id == "policy-crosses-environments" }
            .flatMap { $0.findings(in: model) }
        configuration = model.configuration
    }

    /// The shortest tag of each such environment, by its name.
    func witnesses(against policy: LinkedPolicy) -> [(environment: String, tag: String)] {
        findings.filter { $0.location == policy.selectorLocation }
            .compactMap(\.witness)
            .compactMap { witness in
                guard let environment = witness.environment,
                    takes(environment, witness.tag)
                else { return nil }
                return (environment, witness.tag)
            }
            .sorted { $0.environment < $1.environment }
    }

    /// A tag that breaks the format of the policy's own environment is a tag of none.
    private func takes(_ environment: String, _ tag: String) -> Bool {
        configuration.environment(named: environment)?.tags?.value.matches(tag) ?? true
    }
}
