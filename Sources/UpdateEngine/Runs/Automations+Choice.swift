import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

extension RepositoryModel {
    /// The automations of these names in the order of their files; all where none is given.
    ///
    /// Ways of building one that come to the same are one.
    func automations(named names: [ObjectName]) throws -> [LinkedAutomation] {
        var seen: Set<AutomationVariant> = []
        let all = automations.automations.filter {
            seen.insert(AutomationVariant($0)).inserted
        }
        guard !names.isEmpty else { return all }
        for name in names where !all.contains(where: { $0.built.isNamed(name) }) {
            throw MessageMissing.noAutomation(
                name,
                suggestion: Suggestion.nearest(to: name.description, among: all.map(\.name)))
        }
        return all.filter { automation in names.contains { automation.built.isNamed($0) } }
    }
}

/// All that tells one way of building an automation from another.
private struct AutomationVariant: Hashable {
    private let location: SourceLocation
    private let branches: [BranchReference]
    private let path: String?
    private let selector: PolicySelector?
    private let isSuspended: Bool

    init(_ automation: LinkedAutomation) {
        location = automation.location
        branches = [automation.checkout, automation.push]
        path = automation.updatePath
        selector = automation.knownSelector
        isSuspended = automation.isSuspended
    }
}

extension AutomationTask {
    /// The same automation as another tree has it.
    ///
    /// The automation as the branch that is checked out declares it.
    ///
    /// If that leads to another branch by now, the run fails.
    func renewed(
        in model: RepositoryModel, ofBranch branch: String, _ options: AutomationOptions
    ) throws(AutomationObstacle) -> AutomationTask {
        guard let automation = automation.counterpart(among: model.automations.automations) else {
            throw .changedMeanwhile(branch: branch)
        }
        let task = try AutomationTask(automation, in: model, options)
        guard task.checkout == checkout, task.pushBranch == pushBranch,
            task.signature == signature, task.addresses == addresses
        else { throw .changedMeanwhile(branch: branch) }
        return task
    }
}

extension LinkedAutomation {
    /// The automation of the same name in the same file; of several the one with the same path.
    fileprivate func counterpart(among others: [LinkedAutomation]) -> LinkedAutomation? {
        let named = others.filter { $0.name == name }
        let near = named.filter { $0.built.fact.path == built.fact.path }
        return near.first { $0.updatePath == updatePath } ?? near.first
            ?? (named.count == 1 ? named[0] : nil)
    }
}

extension AutomationAccount {
    init(_ automation: LinkedAutomation, in model: RepositoryModel) {
        let location = automation.location
        let source = model.file(at: location.path)?.facts.source ?? []
        self.init(
            name: automation.name, path: location.path,
            line: LineIndex(source).position(at: location.span.lowerBound).line,
            outcome: .unchanged)
    }
}
