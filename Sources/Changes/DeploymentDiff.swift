package import CheckPipeline
import RepositoryLinking
import SourceText

/// The effects of a change on the clusters and environments of a repository.
///
/// A pure value; text, JSON, Markdown and HTML are made from it.
package struct DeploymentDiff: Sendable {
    let formerOrigin: Snapshot.Origin
    let origin: Snapshot.Origin
    /// In reading order: as configured, else those that serve users last.
    let environments: [String]
    /// The environments that serve users.
    let production: Set<String>
    /// In the order of the files.
    let workloads: [WorkloadChange]
    let policies: [PolicyChange]
    let automations: [AutomationChange]
    /// The ones first that are ahead of the environment that they promote from.
    let promotions: [PromotionChange]

    package init(of models: ComparedModels) async {
        let (former, latter) = (models.former, models.model)
        formerOrigin = models.formerOrigin
        origin = models.origin
        let names = latter.environments.inReadingOrder
        environments = names + former.environments.inReadingOrder.filter { !names.contains($0) }
        production = Set(environments.filter(latter.environments.isProduction))
        var comparison = await WorkloadComparison(from: former, to: latter)
        workloads = comparison.changes()
        policies = PolicyComparison(from: former, to: latter).changes()
        automations = AutomationComparison(
            from: former, to: latter, movedTo: models.newPaths
        ).changes()
        promotions = PromotionChange.changes(from: former, to: latter)
    }

    /// Whether the change does nothing to what runs, nor to what updates it.
    package var isEmpty: Bool {
        workloads.isEmpty && policies.isEmpty && automations.isEmpty && promotions.isEmpty
    }
}

/// An environment's build that relates otherwise to that of the environment it promotes from.
struct PromotionChange: Sendable {
    /// Nil where there was nothing to compare.
    let former: PromotionState?
    let latter: PromotionState

    /// The states that are others than before; of those that were and are no more, nothing is left to
    /// say.
    static func changes(
        from former: RepositoryModel, to latter: RepositoryModel
    ) -> [PromotionChange] {
        struct Key: Hashable {
            let image: String
            let environment: String
            let source: String

            init(_ state: PromotionState) {
                image = state.image.canonical
                environment = state.environment
                source = state.source
            }
        }
        let known = Dictionary(
            former.promotions.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
        let changes = latter.promotions.compactMap { state -> PromotionChange? in
            let before = known[Key(state)]
            let isSame = before.map { $0.kind == state.kind } ?? (state.kind == "same")
            return isSame ? nil : PromotionChange(former: before, latter: state)
        }
        return changes.filter { $0.latter.kind == "ahead" }
            + changes.filter { $0.latter.kind != "ahead" }
    }
}
