package import CheckPipeline
import Configuration
import ManifestFacts
package import Reports
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
    /// In the order of the configuration, and then ascending by image.
    let promotions: [PromotionState]
    /// Ascending by image.
    let overlaps: [PolicyOverlap]
    let markers: MarkerCoverageCounts
    /// The policies as built.
    let policyCount: Int
    /// By finding: its environments, in reading order.
    let findingEnvironments: [[String]]
    /// The definitions of all rules, those of the repository's own among them.
    let rules: [RuleDefinition]

    package init(of repository: CheckedRepository) {
        let model = repository.model
        func isWanted(_ path: String) -> Bool {
            repository.paths.contains(path) && !model.configuration.excludes(path: path)
        }
        report = repository.report
        rules = RuleDefinition.all(in: model.configuration)
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
                of: model, findings: FindingPlaces(report.findings), where: isWanted
            ).images
        promotions = model.promotions.filter { $0.isSaid(at: { isWanted($0.path) }) }
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

    /// The titles of the environments in which rules found anything, and a cell for each rule and
    /// title: the number of findings, or nothing for none.
    func columns(of counts: [RuleCount]) -> (titles: [String], cells: [[String]]) {
        let names = environments.filter { name in
            counts.contains { $0.byEnvironment[name] != nil }
        }
        let hasElsewhere = !names.isEmpty && counts.contains { $0.elsewhere > 0 }
        let cells = counts.map { count in
            let numbers = names.map { count.byEnvironment[$0] ?? 0 }
            return (numbers + (hasElsewhere ? [count.elsewhere] : []))
                .map { $0 == 0 ? "" : String($0) }
        }
        return (names + (hasElsewhere ? ["no environment"] : []), cells)
    }

    /// The most severe of some findings, by their places in the report.
    func worst(_ findings: [Int]) -> Severity? {
        findings.map { report.findings[$0].finding.severity }.max()
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

/// The forms in which an audit can be told.
package enum AuditFormat: String, OutputFormat {
    /// For people, on a terminal or in a log.
    case text
    /// The tool's own, described by `docs/schema/audit-v1.schema.json`.
    case json
    /// One page that needs nothing else: no network, no scripts.
    case html
}

extension AuditAccount {
    /// The whole report, complete with its last line break.
    package func rendered(
        as format: AuditFormat, by tool: ToolIdentity, in style: TextStyle = .plain
    ) -> String {
        switch format {
        case .text: AuditText(audit: self, style: style).text
        case .json: JSONValue.document(of: "audit", by: tool, members(tool)).line
        case .html: AuditPage(audit: self, tool: tool).text
        }
    }
}

/// The machine output of an audit: that of a check, and more.
extension AuditAccount {
    func members(_ tool: ToolIdentity) -> [String: JSONValue] {
        let options = ReportOptions(tool: tool, rules: rules)
        return report.members(options).merging([
            "environments": .array(environments.map(JSONValue.string)),
            "images": .array(images.map(json)),
            "markers": markers.json,
            "policies": .integer(policyCount),
            "promotions": .array(promotions.map(\.json)),
            "overlaps": .array(overlaps.map(\.json)),
            "rules": .array(findingCounts.map { $0.json(environments) }),
        ]) { _, member in member }
    }

    private func json(_ image: AuditedImage) -> JSONValue {
        [
            "image": JSONValue(image.name),
            "tag": JSONValue(image.tag.text),
            "digest": JSONValue(image.digest.text),
            "templated": .boolean(image.tag == .open || image.digest == .open),
            "environments": .array(image.environments.map(JSONValue.string)),
            "overridden": .boolean(image.isOverridden),
            "deployed": .boolean(image.isDeployed),
            "object": image.object?.json ?? .null,
            "path": .string(image.path),
            "line": .integer(image.line),
            "markers": .array(image.markers.map { .string($0.text) }),
            "policies": .array(image.policies.map(JSONValue.string)),
            "followed": .boolean(image.isFollowed),
            "following": .string(image.following),
            "unfollowedPolicies": .array(image.unfollowedPolicies.map(JSONValue.string)),
            "findings": .array(image.findings.map { .string(report.findings[$0].fingerprint) }),
        ]
    }
}

extension MarkerCoverageCounts {
    fileprivate var json: JSONValue {
        [
            "total": .integer(total), "live": .integer(live), "resolved": .integer(resolved),
            "automated": .integer(automated),
        ]
    }
}

extension PolicyOverlap {
    fileprivate var json: JSONValue {
        [
            "image": .string(image), "first": .array(first.map(JSONValue.string)),
            "second": .array(second.map(JSONValue.string)), "tag": JSONValue(tag),
        ]
    }
}

extension RuleCount {
    fileprivate func json(_ environments: [String]) -> JSONValue {
        let counts = environments.compactMap { name -> JSONValue? in
            byEnvironment[name].map { ["environment": .string(name), "findings": .integer($0)] }
        }
        return [
            "rule": .string(rule), "severity": .string(severity.rawValue),
            "findings": .integer(total), "environments": .array(counts),
            "elsewhere": .integer(elsewhere),
        ]
    }
}
