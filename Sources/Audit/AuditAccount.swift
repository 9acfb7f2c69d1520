package import CheckPipeline
import Configuration
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// The whole picture of a repository: its images, what updates them, and what is wrong.
///
/// A pure value; text, JSON and HTML are made from it.
package struct AuditAccount: Sendable {
    let report: CheckReport
    /// In reading order: as configured, else those that serve users last.
    let environments: [String]
    /// Ascending by path bytes and line.
    let images: [AuditedImage]
    /// Ascending by image.
    let overlaps: [PolicyOverlap]
    let markers: MarkerCoverageCounts
    /// The policies as built.
    let policyCount: Int
    /// By finding: its environments, in reading order.
    let findingEnvironments: [[String]]

    package init(of repository: CheckedRepository) {
        let model = repository.model
        func isWanted(_ path: String) -> Bool {
            repository.paths.contains(path) && !model.configuration.excludes(path: path)
        }
        report = repository.report
        let order = model.environments.inReadingOrder
        var deployed = DeployedEnvironments(of: model)
        findingEnvironments = report.findings.map { reported in
            let finding = reported.finding
            let places = deployed.roots(
                ofPath: finding.location.path, namespace: finding.object?.namespace)
            return order.filter {
                finding.environments.isEmpty
                    ? places[$0] != nil : finding.environments.contains($0)
            }
        }
        environments = order
        images =
            ImageInventory(
                of: model, environments: deployed, findings: FindingPlaces(report.findings),
                where: isWanted
            ).images
        markers = MarkerCoverageCounts(model, where: isWanted)
        policyCount = model.policyLinks.policies.count { isWanted($0.path) }
        overlaps = OverlapSearch.overlaps(in: model) { isWanted($0.path) }
    }

    /// The images that no marker follows though a policy selects their tags.
    var unfollowed: [AuditedImage] { images.filter { !$0.unfollowedPolicies.isEmpty } }

    /// How many findings of each rule there are in each environment; nil for none.
    var findingCounts: [RuleCount] {
        var counts: [String: RuleCount] = [:]
        for (reported, environments) in zip(report.findings, findingEnvironments) {
            let rule = reported.finding.rule
            counts[
                rule, default: RuleCount(rule: rule, severity: reported.finding.severity)
            ].add(reported.finding.severity, environments)
        }
        return counts.values.sorted {
            ($1.severity, $1.total, $0.rule) < ($0.severity, $0.total, $1.rule)
        }
    }

    /// The reasons why something was not checked, equal ones joined, the most frequent first.
    var uncheckedReasons: [UncheckedReason] {
        let groups = Dictionary(grouping: report.notChecked) { item in
            UncheckedReason.Key(subject: .init(item), reason: item.reason)
        }
        return groups.map { UncheckedReason(key: $0, items: $1) }
            .sorted { ($1.places.count, $0.key) < ($0.places.count, $1.key) }
    }
}
