import Configuration
import RegularLanguages
import RepositoryLinking
import SemanticVersions
import SourceText
import TagPolicies

/// Decides conditions on one thing.
struct CustomEvaluation {
    let target: any CustomTarget
    let context: CustomContext
    /// Whether the conditions are what the rule requires, and not those of its `where`.
    let isRequired: Bool
    /// The fields that are not at hand yet.
    var hidden: Set<CustomField> = []

    /// A condition holds if it does whatever the unknown parts are; it fails likewise.
    func verdict(of condition: CustomCondition) -> CustomVerdict {
        switch condition {
        case .test(let test): return verdict(of: test, condition)
        case .all(let conditions):
            return combined(conditions, deciding: .fails, otherwise: .holds, condition)
        case .any(let conditions):
            return combined(conditions, deciding: .holds, otherwise: .fails, condition)
        case .not(let inner):
            var verdict = verdict(of: inner)
            switch verdict.truth {
            case .holds: verdict.truth = .fails
            case .fails: verdict.truth = .holds
            case .unknown: break
            }
            verdict.condition = condition
            return verdict
        }
    }

    /// The first verdict that decides; else an unknown one, if there is any.
    private func combined(
        _ conditions: [CustomCondition], deciding: CustomTruth, otherwise: CustomTruth,
        _ whole: CustomCondition
    ) -> CustomVerdict {
        var doubt: CustomVerdict?
        var result = CustomVerdict(truth: otherwise, condition: whole)
        for condition in conditions {
            let verdict = verdict(of: condition)
            if verdict.truth == deciding { return verdict }
            if case .unknown(let reason) = verdict.truth {
                // A reason is more to tell than that another place decides.
                if doubt == nil || doubt?.truth == .unknown(nil) && reason != nil {
                    doubt = verdict
                }
            } else {
                result.place = result.place ?? verdict.place
                result.witness = result.witness ?? verdict.witness
            }
        }
        return doubt ?? result
    }

    private func verdict(of test: CustomTest, _ condition: CustomCondition) -> CustomVerdict {
        if hidden.contains(test.field) {
            return CustomVerdict(truth: .unknown(nil), condition: condition)
        }
        if case .language(_, let language) = test.expectation {
            return verdict(of: condition, language: language)
        }
        let value = target.value(
            of: test.field, key: test.key, isRequired: isRequired, in: context)
        let truth: CustomTruth =
            value.isSaidElsewhere
            ? .unknown(nil)
            : accepts(value, test).map { $0 ? .holds : .fails } ?? .unknown(value.doubt)
        return CustomVerdict(truth: truth, place: value.place, condition: condition)
    }

    /// Nil where the value is not known well enough.
    private func accepts(_ value: CustomValue, _ test: CustomTest) -> Bool? {
        switch test.expectation {
        case .presence(let isPresent):
            if value.texts.isEmpty, value.doubt != nil { return nil }
            return value.texts.isEmpty != isPresent
        case .text(let text): return accepts(value, text, of: test.field)
        case .version(let range):
            return single(value) { text in
                (try? Version(candidate: text)).map(range.isSatisfied) ?? false
            }
        case .duration(let limit):
            return single(value) { text in GoDuration(text).map(limit.accepts) ?? false }
        case .flag(let flag): return single(value) { ($0 == "true") == flag }
        case .language: return nil
        }
    }

    /// An absent value meets no comparison.
    private func single(_ value: CustomValue, _ accepts: (String) -> Bool) -> Bool? {
        if value.doubt != nil { return nil }
        return value.texts.contains(where: accepts)
    }

    /// A glob with a slash for a registry speaks of the image's path, too.
    private func accepts(
        _ value: CustomValue, _ test: CustomTextTest, of field: CustomField
    ) -> Bool? {
        guard field == .registry, (test.wanted + test.refused).contains(where: \.isGlobWithSlash)
        else { return test.accepts(value.texts, isComplete: value.doubt == nil) }
        let images = target.value(of: .image, key: nil, isRequired: isRequired, in: context)
        return test.accepts(isComplete: value.doubt == nil) { matcher in
            (matcher.isGlobWithSlash ? images : value).texts.contains(where: matcher.matches)
        }
    }

    // MARK: Languages

    /// Whether the language has every tag that the policies could select.
    private func verdict(of condition: CustomCondition, language: Language?) -> CustomVerdict {
        var verdict = CustomVerdict(truth: .holds, condition: condition)
        guard let policies = target.policies else {
            verdict.truth = .unknown(nil)
            return verdict
        }
        guard let first = policies.first else {
            verdict.truth = .unknown("the repository does not declare the policy")
            return verdict
        }
        let answers = policies.map { truth(of: language, containing: $0) }
        (verdict.truth, verdict.witness) = answers[0]
        if target is CustomPolicy { verdict.place = first.selectorLocation }
        if answers.contains(where: { $0.truth != verdict.truth }) {
            verdict.truth = .unknown("clusters have different policies of that name")
        }
        return verdict
    }

    private func truth(
        of language: Language?, containing policy: LinkedPolicy
    ) -> (truth: CustomTruth, witness: String?) {
        guard let language else { return (.unknown("the pattern of `selects` is too large"), nil) }
        guard let selected = policy.language else {
            return (.unknown("what the policy can select is not known"), nil)
        }
        switch selected.containment(in: language) {
        case .yes: return (.holds, nil)
        case .no(let witness): return (.fails, witness)
        case .undecided(let limit):
            return (.unknown("what it can select was not decided in \(limit) steps"), nil)
        }
    }
}
