import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags automations without a branch to push to.
struct AutomationPushTargetMissing: AutomationRule {
    func finding(about automation: LinkedAutomation, in model: RepositoryModel) -> Finding? {
        let object = automation.built.object
        guard automation.push == .implied, case .collection = object.field("spec", "git") else {
            return nil
        }
        let fault: String
        switch automation.checkout {
        case .fixed:
            fault = "the automation checks out a tag or commit and has no branch to push to"
        case .implied where object.field("spec", "git", "checkout").isAbsent:
            fault = "neither the automation nor its GitRepository names a branch to push to"
        case .branch, .implied, .unknown: return nil
        }
        return finding("\(fault), so every run fails: set `git.push.branch`", of: automation)
    }
}
