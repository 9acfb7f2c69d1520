import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags automations that write to production and to another environment.
struct AutomationCrossesEnvironments: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let written = model.writtenMarkers
        return model.automations.automations.compactMap { automation in
            let places = (written[automation.number] ?? []).map { marker in
                (marker: marker, names: model.environmentNames(of: marker))
            }
            let isProduction = model.environments.isProduction
            guard let upper = places.first(where: { $0.names.contains(where: isProduction) }),
                let lower = places.first(where: {
                    !$0.names.isEmpty && !$0.names.contains(where: isProduction)
                }), let production = upper.names.first(where: isProduction),
                let other = lower.names.first
            else { return nil }
            return finding(
                "the automation writes to `\(production)` and to `\(other)`, so one commit updates both: "
                    + "give each environment an automation of its own", of: automation,
                related: [
                    RelatedLocation("a marker of `\(production)`", at: upper.marker.location),
                    RelatedLocation("a marker of `\(other)`", at: lower.marker.location),
                ], environments: [production, other].sorted())
        }
    }
}
