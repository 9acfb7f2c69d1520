import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags automations that push to the branch from which a protected environment is deployed.
struct AutomationPushesDirectly: Rule {
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
                "the automation pushes to `\(branch)`, which it also checks out, so `\(environment)` "
                    + "is updated without a review: set `git.push.branch` to a branch of its own",
                of: automation, at: location,
                related: [
                    RelatedLocation("a marker of `\(environment)`", at: marker.location)
                ], environments: [environment])
        }
    }
}

extension RepositoryModel {
    /// The first protected environment of a marker; without configuration, production.
    fileprivate func protectedEnvironment(of marker: Placed<MarkerFact>) -> String? {
        environmentNames(of: marker).first {
            environments.areConfigured
                ? configuration.environment(named: $0)?.isProtected.value == true
                : environments.isProduction($0)
        }
    }
}
