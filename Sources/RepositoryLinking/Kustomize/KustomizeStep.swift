/// The effect of one kustomization on every object that passes it.
///
/// In kustomize's order: early patches, namespace, prefix and suffix, labels and annotations, late
/// patches (kustomize, `api/internal/target/kusttarget_configplugin.go`).
struct KustomizeStep: Hashable, Sendable {
    var namespace: String?
    var prefix = ""
    var suffix = ""
    var labels: [String: String] = [:]
    var annotations: [String: String] = [:]
    /// `patchesStrategicMerge`.
    var strategicPatches: [KustomizePatch] = []
    /// `patches`.
    var patches: [KustomizePatch] = []
    /// `patchesJson6902`.
    var latePatches: [KustomizePatch] = []
    /// The transformers, which come last.
    var transformers: [KustomizeTransformer] = []
    var unknown: Uncertainty = []

    var earlyPatches: [KustomizePatch] { strategicPatches + patches }

    /// Whether it looks at objects one by one.
    var hasPatches: Bool {
        !strategicPatches.isEmpty || !patches.isEmpty || !latePatches.isEmpty
            || !transformers.isEmpty
    }

    var changesNothing: Bool {
        namespace == nil && prefix.isEmpty && suffix.isEmpty && labels.isEmpty
            && annotations.isEmpty && !hasPatches && unknown.isEmpty
    }

    /// This step with what a Flux Kustomization writes into the kustomization that it builds
    /// (fluxcd/pkg, `kustomize/kustomize_generator.go`).
    func with(_ overrides: FluxOverrides) -> KustomizeStep {
        var step = renamed(by: overrides)
        step.strategicPatches += overrides.strategicPatches.filter(\.concernsFlux)
        step.patches += overrides.patches.filter(\.concernsFlux)
        step.latePatches += overrides.latePatches.filter(\.concernsFlux)
        step.unknown.formUnion(overrides.unknown)
        return step
    }
}

extension KustomizeStep {
    /// This step with other patches: those that can touch images.
    func forImages(_ overrides: FluxOverrides, patches: ImagePatches) -> KustomizeStep {
        var step = renamed(by: overrides)
        step.strategicPatches = patches.strategic + overrides.strategicPatches
        step.patches = patches.targeted + overrides.patches
        step.latePatches = patches.late + overrides.latePatches
        step.transformers = transformers.filter(\.leavesContent)
        step.unknown = []
        return step
    }

    private func renamed(by overrides: FluxOverrides) -> KustomizeStep {
        var step = self
        if let namespace = overrides.namespace {
            step.namespace = namespace.isEmpty ? nil : namespace
        }
        step.prefix = overrides.prefix ?? prefix
        step.suffix = overrides.suffix ?? suffix
        return step
    }
}

/// The fields that a Flux Kustomization writes into the kustomization that it builds.
struct FluxOverrides: Hashable, Sendable {
    var namespace: String?
    var prefix: String?
    var suffix: String?
    var strategicPatches: [KustomizePatch] = []
    var patches: [KustomizePatch] = []
    var latePatches: [KustomizePatch] = []
    /// Paths from the folder that it builds.
    var components: [String] = []
    var images: [ImageEntry] = []
    var unknown: Uncertainty = []

    static let none = FluxOverrides()

    var allPatches: [KustomizePatch] { strategicPatches + patches + latePatches }
}

/// All steps that the objects of a folder go through, from the outermost inwards.
///
/// Steps that only rename are joined where no outer patch can tell them apart. So folders that
/// are reached by many paths mostly have one effect, and those that have many have few.
struct KustomizeEffect: Hashable, Sendable {
    private(set) var steps: [KustomizeStep] = []
    private(set) var unknown: Uncertainty = []

    static let none = KustomizeEffect()

    /// For objects that too many ways lead to.
    static let unknown: KustomizeEffect = {
        var effect = KustomizeEffect()
        effect.unknown = .all
        return effect
    }()

    /// This effect with one step before it.
    func after(_ step: KustomizeStep) -> KustomizeEffect {
        if unknown == .all || step.changesNothing { return self }
        var effect = self
        var step = step
        if steps.contains(where: { $0.namespace != nil }) { step.unknown.remove(.namespace) }
        effect.unknown.formUnion(step.unknown)
        step.unknown = []
        let hasOuterPatches = steps.contains(where: \.hasPatches)
        if !hasOuterPatches {
            // Nothing further out asks for them; labels are also asked for by other objects.
            step.annotations = [:]
            if let outer = steps.last, !step.hasPatches {
                effect.steps.removeLast()
                step.namespace = outer.namespace ?? step.namespace
                step.prefix = outer.prefix + step.prefix
                step.suffix += outer.suffix
                step.labels.merge(outer.labels) { $1 }
            }
        }
        if !step.changesNothing { effect.steps.append(step) }
        return effect
    }
}
