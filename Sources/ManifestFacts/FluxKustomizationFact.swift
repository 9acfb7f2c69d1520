package import YAMLSyntax

/// A Flux Kustomization as written; every field is nil where it is absent.
package final class FluxKustomizationFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let path: LocatedText?
    package let targetNamespace: LocatedText?
    package let components: [LocatedText]
    package let sourceKind: LocatedText?
    package let sourceName: LocatedText?
    package let sourceNamespace: LocatedText?
    /// Whether `spec` changes what it builds in other ways than these: affixes, patches, images.
    package let hasFurtherChanges: Bool
    /// Whether `kubeConfig` names another cluster than the one that the object is in.
    package let appliesElsewhere: Bool
    package let substitutions: [(key: YAMLNode, value: YAMLNode)]
    /// The ConfigMaps and Secrets whose keys are substituted as well.
    package let substituteFrom: [YAMLNode]
    /// The labels that Flux adds to whatever it applies.
    package let addedLabelKeys: [String]
    /// The same for annotations.
    package let addedAnnotationKeys: [String]

    package var substitutesVariables: Bool { !substitutions.isEmpty || !substituteFrom.isEmpty }

    /// Nil for an object of another kind, and for one whose path is not text: a template, where
    /// `{{ .path }}` is a mapping.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.isFluxKustomization else { return nil }
        let spec = object.root["spec"]
        if let path = spec?["path"], path.kind != .scalar { return nil }
        let postBuild = spec?["postBuild"]
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        path = spec?.located("path")
        targetNamespace = spec?.located("targetNamespace")
        components = spec?["components"]?.items.compactMap { LocatedText($0) } ?? []
        sourceKind = spec?["sourceRef"]?.located("kind")
        sourceName = spec?["sourceRef"]?.located("name")
        sourceNamespace = spec?["sourceRef"]?.located("namespace")
        hasFurtherChanges =
            spec?.pairs.contains { key, _ in
                key.hasText("<<") || Self.furtherChanges.contains { key.hasText($0) }
            } ?? false
        appliesElsewhere = spec?["kubeConfig"].map { !$0.isNull } ?? false
        substitutions = postBuild?["substitute"]?.pairs.map { $0 } ?? []
        substituteFrom = postBuild?["substituteFrom"]?.items.map(\.self) ?? []
        addedLabelKeys =
            spec?[path: "commonMetadata", "labels"]?.pairs.compactMap(\.key.text) ?? []
        addedAnnotationKeys =
            spec?[path: "commonMetadata", "annotations"]?.pairs.compactMap(\.key.text) ?? []
    }

    private static let furtherChanges = [
        "namePrefix", "nameSuffix", "patches", "patchesStrategicMerge", "patchesJson6902", "images",
    ]
}
