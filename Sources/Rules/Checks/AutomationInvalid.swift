import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags ImageUpdateAutomations that the API server refuses, or that Flux stalls on.
struct AutomationInvalid: AutomationRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationInvalid)

    func findings(about automation: LinkedAutomation, in model: RepositoryModel) -> [Finding] {
        let object = automation.built.object
        let isMisread = model.hasUnknownField(
            automation.built.fact.fact.object, in: automation.built.fact.path)
        let asksForFields = !isMisread && !object.isOfFirstVersion
        let faults = (asksForFields ? missing(from: object) : []) + texts(of: object)
        let selector = automation.selectorFault.map {
            finding("the `policySelector` is invalid: \($0)", of: automation)
        }
        return faults.map { finding($0.message, of: automation, at: $0.location) }
            + (selector.map { [$0] } ?? [])
    }

    private typealias Fault = (message: String, location: SourceLocation?)

    private func missing(from object: EffectiveObject) -> [Fault] {
        var faults: [String] = []
        if object.field("spec", "sourceRef").isAbsent {
            faults.append("the automation has no `sourceRef`, so there is nothing to rewrite")
        } else if object.field("spec", "sourceRef", "name").isAbsent {
            faults.append("`sourceRef` has no `name`")
        }
        if object.field("spec", "interval").isAbsent {
            faults.append("the automation has no `interval`")
        }
        if object.field("spec", "git").isAbsent {
            faults.append("the automation has no `git`, so Flux does not run it")
        } else if object.field("spec", "git", "commit", "author", "email").isAbsent {
            faults.append("`git.commit.author` has no `email`")
        }
        if case .collection = object.field("spec", "git", "checkout"),
            object.field("spec", "git", "checkout", "ref").isAbsent
        {
            faults.append("`git.checkout` has no `ref`")
        }
        return faults.map { ($0, nil) }
    }

    private func texts(of object: EffectiveObject) -> [Fault] {
        let checks: [(BuiltField, isValid: (String) -> Bool, what: String)] = [
            (
                object.field("spec", "sourceRef", "kind"), { $0 == "GitRepository" },
                "the kind of the source is not `GitRepository`"
            ),
            (
                object.field("spec", "update", "strategy"), { $0 == "Setters" },
                "the strategy is not `Setters`"
            ),
            (
                object.field("spec", "interval"), { $0.isDuration(of: ["ms", "s", "m", "h"]) },
                "the interval is not a number with `ms`, `s`, `m` or `h`"
            ),
            (
                object.field("spec", "git", "commit", "signingKey", "type"),
                { ["gpg", "ssh"].contains($0) }, "the type of the key is neither `gpg` nor `ssh`"
            ),
        ]
        return checks.compactMap { field, isValid, what in
            guard let (text, location) = field.literal, !isValid(text) else { return nil }
            return ("\(what): \(text.quoted)", location)
        }
    }
}
