import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags ImageUpdateAutomations that the API server rejects, or that Flux does not run.
struct AutomationInvalid: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.wholeAutomations.flatMap { findings(about: $0, in: model) }
    }

    private func findings(
        about automation: LinkedAutomation, in model: RepositoryModel
    ) -> [Finding] {
        let object = automation.built.object
        let isMisread = model.hasUnknownField(
            automation.built.fact.fact.object, in: automation.built.fact.path)
        let needsFields = !isMisread && !object.isOfFirstVersion
        let selector = automation.selectorFault.map {
            "Flux does not run the automation: its `policySelector` is invalid: \($0)"
        }
        return (needsFields ? missing(from: object) : []).map { finding($0, of: automation) }
            + texts(of: object).map { finding($0.message, of: automation, at: $0.location) }
            + [selector].compactMap(\.self).map { finding($0, of: automation) }
    }

    private static let rejection = "the API server rejects this object"

    private func missing(from object: EffectiveObject) -> [String] {
        var faults: [String] = []
        if object.field("spec", "sourceRef").isAbsent {
            faults.append(
                "\(Self.rejection): the automation has no `sourceRef`, the repository to update")
        } else if object.field("spec", "sourceRef", "name").isAbsent {
            faults.append("\(Self.rejection): `sourceRef` has no `name`")
        }
        if object.field("spec", "interval").isAbsent {
            faults.append("\(Self.rejection): the automation has no `interval`")
        }
        if object.field("spec", "git").isAbsent {
            faults.append("the automation has no `git`, so Flux does not run it")
        } else if object.field("spec", "git", "commit", "author", "email").isAbsent {
            faults.append("\(Self.rejection): `git.commit.author` has no `email`")
        }
        if case .collection = object.field("spec", "git", "checkout"),
            object.field("spec", "git", "checkout", "ref").isAbsent
        {
            faults.append("\(Self.rejection): `git.checkout` has no `ref`")
        }
        return faults
    }

    private func texts(
        of object: EffectiveObject
    ) -> [(message: String, location: SourceLocation)] {
        let checks: [(BuiltField, isValid: (String) -> Bool, fault: String)] = [
            (
                object.field("spec", "sourceRef", "kind"), { $0 == "GitRepository" },
                "the kind of the source has to be `GitRepository`"
            ),
            (
                object.field("spec", "update", "strategy"), { $0 == "Setters" },
                "the strategy has to be `Setters`"
            ),
            (
                object.field("spec", "interval"), { $0.isDuration(of: ["ms", "s", "m", "h"]) },
                "the interval has to be a number with the unit `ms`, `s`, `m` or `h`"
            ),
            (
                object.field("spec", "git", "commit", "signingKey", "type"),
                { ["gpg", "ssh"].contains($0) },
                "the type of the signing key has to be `gpg` or `ssh`"
            ),
        ]
        return checks.compactMap { field, isValid, fault in
            guard let (text, location) = field.literal, !isValid(text) else { return nil }
            return ("\(Self.rejection): \(fault), not \(text.quoted)", location)
        }
    }
}
