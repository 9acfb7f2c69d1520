import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags automations without a branch to push to.
struct AutomationPushTargetMissing: AutomationRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationPushTargetMissing)

    func findings(about automation: LinkedAutomation, in model: RepositoryModel) -> [Finding] {
        let git = automation.built.object.field("spec", "git")
        guard automation.push == .implied, case .collection = git else { return [] }
        switch automation.checkout {
        case .branch, .unknown: return []
        case .fixed:
            return [
                finding(
                    "the automation checks out a tag or commit and has no branch to push to, so "
                        + "every run fails: set `git.push.branch`", of: automation)
            ]
        case .implied:
            guard automation.built.object.field("spec", "git", "checkout").isAbsent else {
                return []
            }
            return [
                finding(
                    "neither the automation nor its GitRepository names a branch to push to, so "
                        + "every run fails: set `git.push.branch`", of: automation)
            ]
        }
    }
}
