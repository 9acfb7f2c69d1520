import Configuration
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags automations that push straight to the branch that a protected environment is deployed
/// from.
struct AutomationPushesDirectly: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.automationPushesDirectly)

    func findings(in model: RepositoryModel) -> [Finding] {
        let written = model.writtenMarkers
        return model.automations.automations.compactMap { automation in
            guard let branch = automation.checkout.name, automation.target.name == branch,
                let (marker, environment) = written[automation.number]?.lazy.compactMap({ marker in
                    model.protectedEnvironment(of: marker).map { (marker, $0) }
                }).first
            else { return nil }
            let location = automation.built.object.field(.pushBranch).literal?.location
            return finding(
                "the automation pushes to `\(branch)`, which it also reads: updates of "
                    + "`\(environment)` reach it unreviewed", of: automation, at: location,
                related: [
                    RelatedLocation(
                        message: "a marker of `\(environment)`", location: marker.location)
                ], environments: [environment])
        }
    }
}

extension RepositoryModel {
    /// The first protected environment of a marker; without configuration, that of production.
    fileprivate func protectedEnvironment(of marker: Placed<MarkerFact>) -> String? {
        environments.names(ofPath: marker.path, namespace: marker.fact.object?.namespace).first {
            environments.areConfigured
                ? configuration.environment(named: $0)?.isProtected.value == true
                : environments.isProduction($0)
        }
    }
}
