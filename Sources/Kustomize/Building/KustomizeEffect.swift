/// All steps that the objects of a directory go through, from the outermost inwards.
///
/// Steps that only rename are joined where no outer patch can tell them apart. So directories that
/// are reached by many paths mostly have one effect, and those that have many have few.
package struct KustomizeEffect: Hashable, Sendable {
    package private(set) var steps: [KustomizeStep] = []
    package private(set) var unknown: Uncertainty = []

    package static let none = KustomizeEffect()

    /// For objects that too many ways lead to.
    package static let unknown: KustomizeEffect = {
        var effect = KustomizeEffect()
        effect.unknown = .all
        return effect
    }()

    /// This effect with one step before it.
    package func after(_ step: KustomizeStep) -> KustomizeEffect {
        if unknown == .all || step.changesNothing { return self }
        var effect = self
        var step = step
        if steps.contains(where: { $0.namespace != nil }) { step.unknown.remove(.namespace) }
        effect.unknown.formUnion(step.unknown)
        step.unknown = []
        let hasOuterPatches = steps.contains(where: \.hasPatches)
        if !hasOuterPatches {
            // Labels and annotations are also asked for by other objects and by custom rules.
            if let outer = steps.last, !step.hasPatches {
                effect.steps.removeLast()
                step.namespace = outer.namespace ?? step.namespace
                step.prefix = outer.prefix + step.prefix
                step.suffix += outer.suffix
                step.labels.merge(outer.labels) { $1 }
                step.annotations.merge(outer.annotations) { $1 }
            }
        }
        if !step.changesNothing { effect.steps.append(step) }
        return effect
    }
}
