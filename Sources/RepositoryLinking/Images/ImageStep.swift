import Kustomize
import ManifestFacts
import YAMLSyntax

/// The patches of one kustomization that can touch images.
struct ImagePatches: Sendable {
    /// `patchesStrategicMerge`.
    var strategic: [KustomizePatch] = []
    /// `patches`.
    var targeted: [KustomizePatch] = []
    /// `patchesJson6902`.
    var late: [KustomizePatch] = []

    var isEmpty: Bool { strategic.isEmpty && targeted.isEmpty && late.isEmpty }

    var all: [KustomizePatch] { strategic + targeted + late }
}

/// The effect of one directory's build on images, in kustomize's order.
final class ImageStep: Sendable {
    /// Renames and patches.
    let step: KustomizeStep
    /// With those of the Flux Kustomization that builds the directory.
    let entries: ImageEntries
    let features: ImageFeatures
    /// The objects that its patches apply to.
    let patchedObjects: [PatchedObject]

    /// - Parameter overrides: What a Flux Kustomization writes into the directory's kustomization;
    ///   its entry takes the place of one of the same name (fluxcd/pkg,
    ///   `kustomize/kustomize_generator.go`).
    init(
        _ own: DirectoryImages, step: KustomizeStep, overrides: FluxOverrides, doubt: ImageDoubt
    ) {
        self.step = step.forImages(overrides, patches: own.patches)
        patchedObjects = own.patchedObjects + overrides.allPatches.flatMap { doubt.objects(of: $0) }
        var entries = own.entries
        for entry in overrides.images {
            if let place = entries.firstIndex(where: { $0.name == entry.name }) {
                entries[place] = entry
            } else {
                entries.append(entry)
            }
        }
        self.entries = ImageEntries(entries)
        var features = own.features
        if !overrides.unknown.isEmpty {
            features.unknown = "the Flux Kustomization that builds it is not known"
        }
        self.features = features
    }

    /// Whether objects pass it as they are.
    var changesNothing: Bool {
        step.changesNothing && entries.isEmpty && features.isEmpty
    }
}

/// The parts of a directory's kustomization that concern images.
struct DirectoryImages: Sendable {
    var patches = ImagePatches()
    var entries: [ImageEntry] = []
    var features = ImageFeatures()
    /// The objects that the patches apply to.
    private(set) var patchedObjects: [PatchedObject] = []

    static let none = DirectoryImages()

    private init() {}

    /// Nil for a kustomization that leaves all images alone.
    init?(_ directory: Int, in graph: KustomizeGraph, labelsMatter: Bool, doubt: ImageDoubt) {
        guard let number = graph.tree.directories[directory].kustomization,
            let fact = graph.files[number].facts.kustomization
        else { return nil }
        lazy var origin = TextOrigin(graph.files[number])
        lazy var reader = PatchReader(
            files: graph.files, tree: graph.tree, directory: directory, for: .images,
            labelsMatter: labelsMatter)
        var isEmpty = true
        for (name, _, value) in fact.furtherKeys {
            guard Self.keys.contains(name) else { continue }
            isEmpty = false
            let list = BuiltNode.written(value, in: origin)
            switch name {
            case "patches": patches.targeted = reader.patches(in: list)
            case "patchesJson6902": patches.late = reader.patches(in: list)
            case "patchesStrategicMerge": patches.strategic = reader.strategicPatches(in: list)
            case "images": entries = list.items.compactMap { ImageEntry($0) }
            case "transformers":
                for doubt in graph.nodes[directory].imageDoubts { features.add(doubt) }
            default: features.add(name, value)
            }
        }
        if isEmpty { return nil }
        patchedObjects = patches.all.flatMap { doubt.objects(of: $0) }
    }

    private static let keys: Set<String> = [
        "patches", "patchesJson6902", "patchesStrategicMerge", "images", "imageTags",
        "transformers", "replacements", "configurations", "openapi",
    ]
}

/// Parts of a kustomization that are not followed and may change images.
struct ImageFeatures: Sendable {
    /// Why any image may be changed; nil if none is by an unknown feature.
    var unknown: String?
    /// The images that `replacements` and `transformers` may change.
    private var doubts: [TransformerReader.ImageDoubt] = []
    /// Whether lists may merge in other ways than kustomize's own.
    private(set) var hasSchema = false

    var isEmpty: Bool { unknown == nil && doubts.isEmpty && !hasSchema }

    /// Whether images are concerned that no patch and no entry names.
    var reachesFurther: Bool { unknown != nil || !doubts.isEmpty }

    mutating func add(_ doubt: TransformerReader.ImageDoubt) { doubts.append(doubt) }

    mutating func add(_ key: String, _ value: YAMLNode) {
        guard !value.children.isEmpty else { return }
        switch key {
        case "openapi": hasSchema = true
        case "replacements": addReplacements(value)
        // It may say where else images are.
        case "configurations": hasSchema = true
        default: unknown = "`\(key)` of a kustomization is not followed"
        }
    }

    private mutating func addReplacements(_ list: YAMLNode) {
        for replacement in list.items {
            guard let written = replacement["targets"] else {
                doubts.append(Self.replacement(of: nil))
                continue
            }
            for target in written.items {
                let fields = target["fieldPaths"]?.items.map { $0.text ?? "" } ?? [""]
                if fields.contains(where: \.mayHoldImage) {
                    doubts.append(Self.replacement(of: target["select"]))
                }
            }
        }
    }

    private static func replacement(of target: YAMLNode?) -> TransformerReader.ImageDoubt {
        TransformerReader.ImageDoubt(
            target: target.map { PatchTarget($0) },
            reason: "`replacements` of a kustomization are not followed")
    }

    /// Why the images of an object cannot be told; nil where they can.
    func reason(_ object: ObjectIdentity, isMerged: Bool) -> String? {
        if let unknown { return unknown }
        let doubt = doubts.first { doubt in
            doubt.target?.kinds.canSelect(kind: object.kind ?? "", group: object.group) ?? true
        }
        if let doubt { return doubt.reason }
        return isMerged && hasSchema && !object.hasPodSchema
            ? "a patch merges lists by a schema that is not followed" : nil
    }
}

extension String {
    /// Whether a field path may lead to an image, or to something that contains one.
    fileprivate var mayHoldImage: Bool {
        if hasPrefix("metadata.") || hasPrefix("spec.replicas") { return false }
        let holders = [
            "spec", "template", "values", "containers", "initContainers", "volumes", "]",
        ]
        return isEmpty || PatchScreen.imageFields.contains(where: contains)
            || holders.contains(where: hasSuffix)
    }
}
