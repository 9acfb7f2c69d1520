import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import Rules
import SourceText
package import Triage

/// The findings of the rules in some facts, and the report made of them.
package struct Judgement: Sendable {
    private let facts: SnapshotFacts
    private let outcome: RuleOutcome
    private let sources: SourceTable
    let triaged: TriagedFindings
    private let configuration: RepositoryConfiguration
    private let others: OtherRepositories
    package let model: RepositoryModel

    package init(of facts: SnapshotFacts, by rules: [any Rule], in context: CheckContext) async {
        let rules = rules + CustomCheck.checks(of: context.configuration)
        model = facts.model(in: context)
        self.facts = facts
        configuration = context.configuration
        others = context.others
        outcome = await RuleOutcome(of: rules, on: model)
        sources = SourceTable(model)
        let options = context.acceptances
        let suppressions = SuppressionIndex(
            of: model.files, configuration, rules: RuleDefinition.of(rules), on: options.today,
            isEmpty: !options.honoursIgnores)
        triaged = TriagedFindings(
            outcome.findings, suppressions: suppressions, baseline: options.baseline,
            formerPaths: options.formerPaths)
    }

    /// The findings that count.
    var counted: [TriagedFinding] {
        triaged.findings.filter {
            $0.acceptance == nil && !configuration.excludes(path: $0.finding.location.path)
        }
    }

    /// The report on all files of the tree that the facts are of.
    ///
    /// - Parameter compared: The findings beside those of a base; nil without a comparison.
    package func report(
        on tree: ManifestTree, of compared: ComparedFindings? = nil
    ) -> CheckReport {
        let notChecked =
            others.missing
            + UncheckedItems(facts: facts, outcome: outcome, sources: sources).items
        let ownPaths = tree.ownPaths
        let findings = (compared?.findings ?? triaged.findings).filter {
            !configuration.excludes(path: $0.finding.location.path)
        }
        return CheckReport(
            origin: tree.origin, fileCount: facts.fileCount - (tree.entries.count - ownPaths.count),
            excludedCount: configuration.excludedCount(of: ownPaths),
            isCompared: compared != nil, isStrict: configuration.isStrict,
            findings: ReportedFinding.resolving(findings) { sources[$0] },
            notChecked: notChecked.filter { !configuration.excludes(path: $0.path) }
                .map(protected))
    }

    /// The same item, marked where its file belongs to a protected environment.
    private func protected(_ item: NotChecked) -> NotChecked {
        var item = item
        item.isProtected = model.environments.configured(ofPath: item.path, namespace: nil)
            .contains { $0.isProtected.value }
        return item
    }
}

/// The text of every file that was read, by path.
struct SourceTable: Sendable {
    private let model: RepositoryModel

    init(_ model: RepositoryModel) {
        self.model = model
    }

    /// Empty for a file that was not read.
    subscript(path: String) -> [UInt8] {
        let configuration = model.configuration
        return path == configuration.path
            ? configuration.source : model.file(at: path)?.facts.source ?? []
    }
}
