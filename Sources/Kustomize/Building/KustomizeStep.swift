/// The effect of one kustomization on every object that passes it.
///
/// In kustomize's order: early patches, namespace, prefix and suffix, labels and annotations, late
/// patches (kustomize, `api/internal/target/kusttarget_configplugin.go`).
package struct KustomizeStep: Hashable, Sendable {
    package var namespace: String?
    package var prefix = ""
    package var suffix = ""
    package var labels: [String: String] = [:]
    var annotations: [String: String] = [:]
    /// `patchesStrategicMerge`.
    package var strategicPatches: [KustomizePatch] = []
    /// `patches`.
    package var patches: [KustomizePatch] = []
    /// `patchesJson6902`.
    package var latePatches: [KustomizePatch] = []
    /// The transformers, which come last.
    package var transformers: [KustomizeTransformer] = []
    package var unknown: Uncertainty = []

    var earlyPatches: [KustomizePatch] { strategicPatches + patches }

    /// Whether it looks at objects one by one.
    package var hasPatches: Bool {
        !strategicPatches.isEmpty || !patches.isEmpty || !latePatches.isEmpty
            || !transformers.isEmpty
    }

    /// Whether it changes objects in ways that `ObjectState.changeCount` does not tell.
    package var changesUncounted: Bool {
        !labels.isEmpty || !annotations.isEmpty || !transformers.isEmpty || !unknown.isEmpty
    }

    package var changesNothing: Bool {
        namespace == nil && prefix.isEmpty && suffix.isEmpty && labels.isEmpty
            && annotations.isEmpty && !hasPatches && unknown.isEmpty
    }
}
