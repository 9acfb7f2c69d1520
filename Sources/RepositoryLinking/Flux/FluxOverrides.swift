import Kustomize

/// The fields that a Flux Kustomization writes into the kustomization that it builds.
struct FluxOverrides: Hashable, Sendable {
    var namespace: String?
    var prefix: String?
    var suffix: String?
    var strategicPatches: [KustomizePatch] = []
    var patches: [KustomizePatch] = []
    var latePatches: [KustomizePatch] = []
    /// Paths from the directory that it builds.
    var components: [String] = []
    var images: [ImageEntry] = []
    var unknown: Uncertainty = []

    static let none = FluxOverrides()

    var allPatches: [KustomizePatch] { strategicPatches + patches + latePatches }
}

extension KustomizeStep {
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
