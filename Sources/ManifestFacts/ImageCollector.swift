import YAMLSyntax

/// Finds the images of one object by structure, not by a list of kinds.
struct ImageCollector {
    private(set) var images: [ImageFact] = []
    private let object: ObjectIdentity?
    private let isTekton: Bool
    private let isArgo: Bool

    /// Text in ConfigMaps and Secrets is no image, and a CustomResourceDefinition only describes
    /// what could contain one.
    private static let kindsWithoutImages: Set<String> = [
        "ConfigMap", "Secret", "CustomResourceDefinition",
    ]

    /// The images of an object, or of a document that declares none, such as a file of values.
    static func images(of object: ObjectIdentity?, in root: YAMLNode) -> [ImageFact] {
        let kind = object?.kind ?? ""
        guard !kindsWithoutImages.contains(kind), object?.isKyverno != true else { return [] }
        var collector = ImageCollector(object: object)
        if kind == "HelmRelease" {
            collector.visitHelmRelease(root)
        } else {
            for (key, value) in root.keysOfCollections { collector.visit(value, under: key) }
        }
        if kind == "Kustomization" || kind == "Component" { collector.visitOverrides(of: root) }
        return collector.images
    }

    /// The images of a text that only contains values of a Helm chart.
    static func images(inValues root: YAMLNode, of object: ObjectIdentity?) -> [ImageFact] {
        var collector = ImageCollector(object: object)
        collector.visitValues(root, under: nil)
        return collector.images
    }

    private init(object: ObjectIdentity?) {
        self.object = object
        let group = object?.group ?? ""
        isTekton = group == "tekton.dev" || group.hasSuffix(".tekton.dev")
        isArgo = group == "argoproj.io"
    }

    // MARK: Pods

    private mutating func visit(_ value: YAMLNode, under key: YAMLNode) {
        switch value.resolvedKind {
        case .sequence:
            if isContainerList(key) {
                let takesEntries = key.isListWithEntries
                for item in value.items { visitContainer(item, takesEntries: takesEntries) }
            } else if key.hasText("volumes") {
                for item in value.items { visitVolume(item) }
            }
        case .mapping where isSingleContainer(key):
            visitContainer(value)
        default: break
        }
    }

    private func isSingleContainer(_ key: YAMLNode) -> Bool {
        isTekton && key.hasText("stepTemplate")
            || isArgo && (key.hasText("container") || key.hasText("script"))
    }

    private func isContainerList(_ key: YAMLNode) -> Bool {
        switch key.textCount {
        case 10: key.hasText("containers")
        case 14: key.hasText("initContainers")
        case 19: key.hasText("ephemeralContainers")
        case 5: isTekton && key.hasText("steps")
        case 8: (isTekton || isArgo) && key.hasText("sidecars")
        default: false
        }
    }

    private mutating func visitContainer(_ container: YAMLNode, takesEntries: Bool = false) {
        guard let image = container["image"] else { return }
        append(
            ImageFact(
                whole: image, use: .container, takesEntries: takesEntries, object: object))
    }

    private mutating func visitVolume(_ volume: YAMLNode) {
        guard let reference = volume[path: "image", "reference"] else { return }
        append(ImageFact(whole: reference, use: .volume, takesEntries: true, object: object))
    }

    // MARK: Overrides

    private mutating func visitOverrides(of root: YAMLNode) {
        visitEntries(
            object?.isFluxKustomization == true ? root[path: "spec", "images"] : root["images"])
    }

    private mutating func visitEntries(_ entries: YAMLNode?) {
        guard let entries else { return }
        for entry in entries.items {
            let fields = ImageFields(
                repository: entry["newName"], tag: entry["newTag"], digest: entry["digest"],
                overriddenName: entry["name"])
            append(ImageFact(split: fields, use: .override, object: object))
        }
    }

    // MARK: Helm releases

    /// The values of the chart, and what is set in the manifests that come out of it.
    private mutating func visitHelmRelease(_ root: YAMLNode) {
        guard let spec = root["spec"] else { return }
        if let values = spec["values"] { visitValues(values, under: nil) }
        guard let renderers = spec["postRenderers"] else { return }
        for renderer in renderers.items { visitEntries(renderer[path: "kustomize", "images"]) }
    }

    private mutating func visitValues(_ node: YAMLNode, under key: YAMLNode?) {
        switch node.kind {
        case .sequence:
            let isContainers = key.map(isContainerList) ?? false
            for item in node.items {
                if isContainers, item["tag"] == nil {
                    visitContainer(item, takesEntries: key?.isListWithEntries ?? false)
                    visitPairs(of: item)
                } else {
                    visitValues(item, under: nil)
                }
            }
        case .mapping:
            // Charts deploy nothing of a part that is switched off.
            if node["enabled"]?.hasText("false") ?? false { return }
            visitImageValues(node, under: key)
            visitPairs(of: node)
        case .scalar, .alias: break
        }
    }

    private mutating func visitPairs(of node: YAMLNode) {
        guard node.kind == .mapping else { return }
        for (name, value) in node.pairs where value.kind != .scalar {
            visitValues(value, under: name)
        }
    }

    /// The conventions of charts: `repository` and `tag` side by side, `image.tag` alone, or one
    /// `image` with everything.
    private mutating func visitImageValues(_ node: YAMLNode, under key: YAMLNode?) {
        let isImage = key?.text.map { $0 == "image" || $0.hasSuffix("Image") } ?? false
        var fields = ImageFields(
            registry: node["registry"], repository: node["repository"], tag: node["tag"],
            digest: node["digest"])
        if let repository = fields.repository {
            guard fields.tag != nil || fields.digest != nil || isImage, repository.isImageName
            else { return }
            append(ImageFact(split: fields, use: .helmValue, object: object))
        } else if isImage, fields.tag?.text != nil || fields.digest?.text != nil {
            append(ImageFact(split: fields, use: .helmValue, object: object))
        } else if let image = node["image"], image.isImageName {
            if fields.tag?.text != nil {
                fields.repository = image
                append(ImageFact(split: fields, use: .helmValue, object: object))
            } else if let fact = ImageFact(whole: image, use: .helmValue, object: object),
                fact.problems.isEmpty, !fact.tag.isAbsent || !fact.digest.isAbsent
            {
                // A name alone leaves the tag to the chart, and other text is no image at all.
                append(fact)
            }
        }
    }

    private mutating func append(_ fact: ImageFact?) {
        if let fact { images.append(fact) }
    }
}

extension ObjectIdentity {
    /// A Kyverno policy contains pods whose images are patterns.
    fileprivate var isKyverno: Bool { group == "kyverno.io" || group.hasSuffix(".kyverno.io") }
}

extension YAMLNode {
    /// Whether the items of a list of that key are containers for kustomize, which looks at these
    /// two keys wherever they are (kustomize, `api/filters/imagetag/legacy.go`).
    fileprivate var isListWithEntries: Bool { hasText("containers") || hasText("initContainers") }

    /// Whether a value named `repository` or `image` can be one: not a Git or chart address.
    fileprivate var isImageName: Bool {
        guard let text, !text.isEmpty else { return false }
        return !text.contains("://") && !text.hasPrefix("git@")
    }
}
