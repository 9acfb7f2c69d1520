import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags automations whose `update.path` is not in the repository.
struct AutomationPathMissing: AutomationRule {
    func finding(about automation: LinkedAutomation, in model: RepositoryModel) -> Finding? {
        guard automation.source == .own, automation.sourceIsDeployed, !automation.readsOtherBranch,
            let path = automation.updatePath, !model.paths.mayHold(path),
            let (text, location) = automation.writtenPath
        else { return nil }
        return finding(
            "there is no `\(text)` in this repository, so every run of the automation fails: correct the "
                + "path, which is relative to the root of the repository",
            of: automation, at: location)
    }
}

extension LinkedAutomation {
    /// Whether it may check out another branch than the one that Flux deploys.
    fileprivate var readsOtherBranch: Bool {
        switch (checkout, sourceReference) {
        case (.branch(let own), .branch(let source)): own != source
        case (.branch, _): false
        case (.fixed, _), (.unknown, _): true
        case (.implied, _): false
        }
    }
}
