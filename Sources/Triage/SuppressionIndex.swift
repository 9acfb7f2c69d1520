package import Configuration
package import Kustomize
import ManifestFacts
package import Rules
import SourceText

/// Everything in one tree that accepts findings: comments, annotations and the configuration.
package struct SuppressionIndex: Sendable {
    package let suppressions: [Suppression]
    /// Malformed suppressions, as findings.
    let malformed: [Finding]
    let guardRules: GuardRules
    let today: CalendarDay?
    /// Indices of the suppressions in manifests, by the bytes of the path.
    private let inFiles: [[UInt8]: [Int]]
    /// Indices of the suppressions in the configuration, by rule.
    private let inConfiguration: [String: [Int]]

    /// - Parameters:
    ///   - today: Nil if nothing expires.
    ///   - isEmpty: Whether there are no suppressions and no findings about them, as with
    ///     `--no-ignores`.
    package init(
        of files: [ManifestFile], _ configuration: RepositoryConfiguration,
        rules: [RuleDefinition], on today: CalendarDay?, isEmpty: Bool = false
    ) {
        let guardRules = GuardRules(configuration, rules: rules)
        let readings = files.filter { !isEmpty && !$0.facts.suppressions.isEmpty }.map { file in
            SuppressionReadings(of: file, guardRules)
        }
        let entries = isEmpty ? [] : rules.flatMap { configuration.suppressions(of: $0) }
        let written = readings.flatMap(\.suppressions)
        self.guardRules = guardRules
        self.today = today
        suppressions = written + entries
        malformed = readings.flatMap(\.malformed)
        inFiles = Dictionary(grouping: written.indices) { Array(written[$0].location.path.utf8) }
        inConfiguration = Dictionary(grouping: entries.indices.map { $0 + written.count }) {
            [suppressions] in suppressions[$0].rule
        }
    }

    /// No suppressions, and no rules about them.
    package static let none = SuppressionIndex(of: [], .standard, rules: [], on: nil)

    /// The indices of all suppressions that cover a finding, expired ones included; first those in
    /// its file, then those in the configuration.
    func covering(_ finding: Finding) -> [Int] {
        let near = inFiles.isEmpty ? [] : inFiles[Array(finding.location.path.utf8)] ?? []
        return (near + (inConfiguration[finding.rule] ?? [])).filter {
            suppressions[$0].covers(finding)
        }
    }

    func isExpired(_ number: Int) -> Bool { suppressions[number].isExpired(on: today) }
}

extension RepositoryConfiguration {
    fileprivate func suppressions(of rule: RuleDefinition) -> [Suppression] {
        guard let path else { return [] }
        return settings(of: rule.configurable).exemptions.map { entry in
            Suppression(
                form: .configuration, rule: rule.id, reason: entry.reason,
                until: entry.until?.value,
                location: SourceLocation(path: path, span: entry.span), object: nil,
                scope: .entry(entry))
        }
    }
}
