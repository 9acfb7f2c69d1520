package import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
import SourceText
import Synchronization

/// A rule that the configuration of a repository defines.
package struct CustomCheck: Rule {
    package static let followsImages = true
    package static let judgesDeployment = true

    package let rule: CustomRule
    package let definition: RuleDefinition
    private let shared: SharedContext
    /// The fields of its conditions.
    private let fields: Set<CustomField>

    private init(_ rule: CustomRule, shared: SharedContext) {
        self.rule = rule
        self.shared = shared
        definition = RuleDefinition(rule)
        let conditions = [rule.scope, rule.requirement].compactMap(\.self)
        fields = Set(conditions.flatMap(\.tests).map(\.field))
    }

    /// The rules of a configuration, which look things up together.
    package static func checks(of configuration: RepositoryConfiguration) -> [CustomCheck] {
        let shared = SharedContext()
        return configuration.customRules.map { rule in
            CustomCheck(rule, shared: shared)
        }
    }

    package func findings(in model: RepositoryModel) -> [Finding] { judgement(of: model).findings }

    package func judgement(of model: RepositoryModel) -> RuleOutcome {
        let context = shared.context(of: model)
        var outcome = RuleOutcome()
        var places: Set<SourceLocation> = []
        for target in context.targets(of: rule.subject) {
            // Building an object costs most, so only things are built that nothing else rules out.
            let hidden = fieldsAsBuilt(of: target, in: model)
            if hidden.isEmpty {
                judge(target, in: context, into: &outcome, &places)
            } else if scope(of: target, in: context, hiding: hidden) != .fails {
                for target in built(target, in: context) {
                    judge(target, in: context, into: &outcome, &places)
                }
            }
        }
        outcome.unjudged.removeAll { places.contains($0.location) }
        return outcome
    }

    /// Whether the rule is about a thing.
    private func scope(
        of target: any CustomTarget, in context: CustomContext, hiding hidden: Set<CustomField> = []
    ) -> CustomTruth {
        guard let scope = rule.scope else { return .holds }
        return CustomEvaluation(
            target: target, context: context, isRequired: false, hidden: hidden
        ).verdict(of: scope).truth
    }

    private func judge(
        _ target: any CustomTarget, in context: CustomContext, into outcome: inout RuleOutcome,
        _ places: inout Set<SourceLocation>
    ) {
        let scope = scope(of: target, in: context)
        if scope == .fails || scope == .unknown(nil) { return }
        let requirement = CustomEvaluation(target: target, context: context, isRequired: true)
            .verdict(of: rule.requirement)
        let place = requirement.place ?? target.location
        switch (scope, requirement.truth) {
        case (_, .holds), (_, .unknown(nil)): return
        case (.holds, .fails):
            guard places.insert(place).inserted else { return }
            outcome.findings.append(finding(requirement, at: place, about: target, in: context))
        case (.unknown(let reason?), _), (_, .unknown(let reason?)):
            guard target.reasonUndeployed(in: context.model) == nil else { return }
            let unjudged = unjudged(reason, at: place)
            if outcome.unjudged.last != unjudged { outcome.unjudged.append(unjudged) }
        default: return
        }
    }

    // MARK: Builds

    /// The fields of the rule that depend on how the thing's object is built.
    private func fieldsAsBuilt(
        of target: any CustomTarget, in model: RepositoryModel
    ) -> Set<CustomField> {
        if rule.subject.isBuilt { return [] }
        let isHeld = (target as? CustomImage)?.isHeldElsewhere ?? false
        return fields.filter { field in
            field.concernsObject || isHeld && field.concernsType
                || field == .environment && model.environments.dependOnNamespaces
        }
    }

    /// The same thing by each way of building its object.
    private func built(_ target: any CustomTarget, in context: CustomContext) -> [any CustomTarget]
    {
        switch target {
        case let image as CustomImage: return built(image, in: context)
        case let marker as CustomMarker:
            return built(marker, \.built, of: marker.identity, inFile: marker.path, context)
        case let workload as CustomWorkload:
            return built(workload, \.built, of: workload.identity, inFile: workload.path, context)
        default: return [target]
        }
    }

    /// An image of an entry, a patch or a file of values belongs to the objects that run it.
    private func built(_ image: CustomImage, in context: CustomContext) -> [any CustomTarget] {
        let own = image.image
        guard image.isHeldElsewhere else {
            return built(image, \.built, of: image.identity, inFile: own.objectPath, context)
        }
        var seen: Set<ImageHolder> = []
        let holders = own.fact.scalars.flatMap {
            context.model.holders(ofImageAt: own.location(of: $0))
        }.filter { seen.insert($0).inserted }
        if holders.isEmpty { return [image] }
        return holders.flatMap { holder in
            var held = image
            held.identity = holder.object
            return built(held, \.built, of: holder.object, inFile: holder.path, context)
        }
    }

    private func built<Target: CustomTarget>(
        _ target: Target, _ built: WritableKeyPath<Target, EffectiveObject?>,
        of object: ObjectIdentity?, inFile path: String, _ context: CustomContext
    ) -> [any CustomTarget] {
        let ways = object.map { context.ways(ofBuilding: $0, inFile: path) } ?? []
        if ways.isEmpty { return [target] }
        return ways.map { way in
            var copy = target
            copy[keyPath: built] = way
            return copy
        }
    }
}

/// The context of the one model that some rules judge.
private final class SharedContext: Sendable {
    private let known = Mutex<CustomContext?>(nil)

    func context(of model: RepositoryModel) -> CustomContext {
        known.withLock { known in
            if let known, known.model === model { return known }
            let context = CustomContext(model)
            known = context
            return context
        }
    }
}

extension Environments {
    fileprivate var dependOnNamespaces: Bool {
        configuration.environments.contains { !$0.namespaces.isEmpty }
    }
}
