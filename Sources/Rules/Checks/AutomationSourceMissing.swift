import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags automations whose GitRepository is not declared, or whose branch is not the one that their
/// GitRepository follows.
struct AutomationSourceMissing: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.wholeAutomations.flatMap { automation in
            [
                missingSource(of: automation, in: model),
                misspelledBranch(of: automation, in: model)
                    ?? otherBranch(of: automation, in: model),
            ].compactMap(\.self)
        }
    }

    // MARK: Source

    private func missingSource(
        of automation: LinkedAutomation, in model: RepositoryModel
    ) -> Finding? {
        let object = automation.built.object
        guard let (name, location) = object.field(.sourceName).literal,
            let namespace = LinkedAutomation.sourceNamespace(of: object).known
        else { return nil }
        let sources = model.objects.sources
        if name == "flux-system" {
            return bootstrapSource(location, namespace, of: automation, in: model)
        }
        // The GitRepository that `flux bootstrap` creates is not always in Git; a source that a Flux
        // Kustomization has as well is created elsewhere.
        if name == namespace || model.buildsSource(named: name) { return nil }
        guard sources.allSatisfy({ !$0.identity.mayBe(namespace: namespace, name: name) }) else {
            return nil
        }
        let namesakes = sources.filter { $0.identity.name == .known(name) }
        guard let found = namesakes.first?.identity.namespace.known else {
            return missing(name, location, namespace, of: automation, in: model)
        }
        return finding(
            "GitRepository `\(name)` is in namespace `\(found)`, but the automation looks for it in "
                + "`\(namespace)`, so every run fails: correct the name, or write the namespace",
            of: automation, at: location)
    }

    /// A finding about `flux-system`, which `flux bootstrap` creates in one namespace only.
    private func bootstrapSource(
        _ location: SourceLocation, _ namespace: String, of automation: LinkedAutomation,
        in model: RepositoryModel
    ) -> Finding? {
        let name = "flux-system"
        let named = model.objects.sources.filter { $0.identity.name.mayBe(name) }
        guard namespace != name, named.contains(where: { $0.identity.namespace == .known(name) }),
            !named.contains(where: { $0.identity.mayBe(namespace: namespace, name: name) }),
            automation.built.object.field("spec", "sourceRef", "namespace").isAbsent,
            !model.kustomizations.contains(where: { kustomization in
                kustomization.fact.fact.sourceName?.text == name
                    && kustomization.fact.fact.sourceNamespace == nil
                    && kustomization.identity.namespace.mayBe(namespace)
            })
        else { return nil }
        return finding(
            "GitRepository `\(name)` is in namespace `\(name)`, but the automation looks for it in "
                + "`\(namespace)`, so every run fails: write `namespace: \(name)` beside it",
            of: automation, at: location)
    }

    /// Nil if the sources of the namespace may be declared in another repository: this one declares
    /// none there, and may not deploy its clusters alone.
    private func missing(
        _ name: String, _ location: SourceLocation, _ namespace: String,
        of automation: LinkedAutomation, in model: RepositoryModel
    ) -> Finding? {
        guard
            model.deploysAlone
                || model.objects.sources.contains(where: {
                    $0.identity.namespace == .known(namespace)
                })
        else { return nil }
        return finding(
            "no GitRepository `\(name)` is declared in this repository, so every run of the "
                + "automation fails: correct the name", of: automation, at: location)
    }

    // MARK: Branch

    /// A branch that the automation writes and that nothing in the repository deploys.
    private func otherBranch(
        of automation: LinkedAutomation, in model: RepositoryModel
    ) -> Finding? {
        let object = automation.built.object
        guard
            let (branch, location) = object.field(.checkoutBranch).literal,
            case .branch(let followed) = automation.sourceReference, branch != followed,
            automation.target == .branch(branch)
        else { return nil }
        let isUsedElsewhere =
            model.automations.automations.contains {
                $0.name != automation.name && [$0.checkout, $0.target].contains(.branch(branch))
            }
            || model.objects.sources.contains {
                guard let (text, _) = $0.object.field("spec", "ref", "branch").literal else {
                    return true
                }
                return text == branch
            }
        guard !isUsedElsewhere else { return nil }
        return finding(
            "the automation checks out and pushes `\(branch)`, but its GitRepository follows "
                + "`\(followed)`, and nothing else here names `\(branch)`, so Flux does not deploy the "
                + "updates: correct the branch", of: automation, at: location)
    }

    private func misspelledBranch(
        of automation: LinkedAutomation, in model: RepositoryModel
    ) -> Finding? {
        let object = automation.built.object
        guard
            let (branch, location) = object.field(.checkoutBranch).literal,
            branch.allSatisfy(\.isLetter), branch.count > 3
        else { return nil }
        let others = [automation.sourceReference, automation.push].compactMap(\.name)
        let isUsedElsewhere = model.automations.automations.contains {
            $0.name != automation.name && [$0.checkout, $0.target].contains(.branch(branch))
        }
        guard !others.isEmpty, !others.contains(branch), !isUsedElsewhere,
            let meant = others.first(where: { $0.isOneSlip(from: branch) })
        else { return nil }
        return finding(
            "the automation checks out the branch `\(branch)`, which nothing else names; its own "
                + "`push.branch` or its GitRepository has `\(meant)`; did you mean that?",
            of: automation, at: location)
    }
}

extension String {
    /// Whether two names consist of letters and differ in one letter or the order of two.
    fileprivate func isOneSlip(from other: String) -> Bool {
        allSatisfy(\.isLetter) && Suggestion.isOneSlip(self, other)
    }
}
