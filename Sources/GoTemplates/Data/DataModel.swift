/// The fields that a version of Flux gives to commit messages.
///
/// Source: fluxcd/image-automation-controller, `CHANGELOG.md` and `internal/source`: `.Changed`
/// came with 0.38 (Flux 2.3), `.Values` with 0.40 (2.5); `.Updated` and `.Changed.ImageResult`
/// went with 1.0 (2.7); since 1.2 (2.9) `.Changed.Objects` keeps what several files say of an
/// object.
package struct DataModel: Hashable, Sendable {
    let hasUpdated: Bool
    let hasChanged: Bool
    let hasValues: Bool
    let mergesObjects: Bool

    /// The newest known.
    package static let current = DataModel(fluxMajor: 2, minor: 9)

    package init(fluxMajor major: Int, minor: Int) {
        func isAtLeast(_ wanted: Int) -> Bool { (major, minor) >= (2, wanted) }
        hasUpdated = !isAtLeast(7)
        hasChanged = isAtLeast(3)
        hasValues = isAtLeast(5)
        mergesObjects = isAtLeast(9)
    }

    /// The type of the dot.
    var root: RecordType {
        var fields = [RecordType.Field(name: "AutomationObject", type: .record(.namespacedName))]
        if hasUpdated { fields.append(.init(name: "Updated", type: .record(.imageResult))) }
        if hasChanged { fields.append(.init(name: "Changed", type: .record(changed))) }
        if hasValues {
            fields.append(.init(name: "Values", type: .map(key: .string, value: .string)))
        }
        return RecordType(name: "source.TemplateData", fields: fields)
    }

    var changed: RecordType { hasUpdated ? .changedWithImages : .changed }

    /// A field that was there before 1.0, if `name` is one in `type`.
    func removedField(_ name: String, in type: RecordType) -> String? {
        guard !hasUpdated else { return nil }
        return switch (type.name, name) {
        case ("source.TemplateData", "Updated"): ".Updated"
        case ("update.Result", "ImageResult"): ".Changed.ImageResult"
        default: nil
        }
    }
}

extension RecordType {
    static let namespacedName = RecordType(
        name: "types.NamespacedName",
        fields: [.init(name: "Namespace", type: .string), .init(name: "Name", type: .string)],
        methods: [.init(name: "String", result: .string)])

    private static let typeMeta = RecordType(
        name: "yaml.TypeMeta",
        fields: [
            .init(name: "APIVersion", type: .string, jsonName: "apiVersion"),
            .init(name: "Kind", type: .string, jsonName: "kind"),
        ])

    private static let nameMeta = RecordType(
        name: "yaml.NameMeta",
        fields: [
            .init(name: "Name", type: .string, jsonName: "name"),
            .init(name: "Namespace", type: .string, jsonName: "namespace"),
        ])

    private static let resourceIdentifier = RecordType(
        name: "yaml.ResourceIdentifier",
        fields: [
            .init(name: "TypeMeta", type: .record(typeMeta), isEmbedded: true),
            .init(name: "NameMeta", type: .record(nameMeta), isEmbedded: true),
        ])

    static let objectIdentifier = RecordType(
        name: "update.ObjectIdentifier",
        fields: [
            .init(
                name: "ResourceIdentifier", type: .record(resourceIdentifier), isEmbedded: true)
        ])

    static let change = RecordType(
        name: "update.Change",
        fields: ["OldValue", "NewValue", "Setter"].map { .init(name: $0, type: .string) })

    static let changed = RecordType(
        name: "update.Result",
        fields: [.init(name: "FileChanges", type: .map(key: .string, value: .objectChanges))],
        methods: changedMethods)

    static let changedWithImages = RecordType(
        name: "update.ResultV2",
        fields: [.init(name: "ImageResult", type: .record(imageResult))] + changed.fields,
        methods: changedMethods)

    private static let changedMethods = [
        Method(name: "Changes", result: .slice(.record(change))),
        Method(name: "Objects", result: .objectChanges),
    ]

    static let imageResult = RecordType(
        name: "update.Result",
        fields: [.init(name: "Files", type: .map(key: .string, value: .record(fileResult)))],
        methods: [
            .init(name: "Images", result: .images), .init(name: "Objects", result: .objectImages),
        ])

    static let fileResult = RecordType(
        name: "update.FileResult", fields: [.init(name: "Objects", type: .objectImages)])

    /// Has methods only, whose results are stored in their order.
    static let image = RecordType(
        name: "update.ImageRef",
        methods: ["String", "Name", "Registry", "Repository", "Identifier"]
            .map { .init(name: $0, result: .string) }
            + [.init(name: "Policy", result: .record(namespacedName))])

    /// An object identifier from the fields of its key.
    func value(fromKey key: MapKey) -> TemplateValue {
        let texts = key.parts.map(TemplateValue.string)
        let type = TemplateRecord(type: Self.typeMeta, values: Array(texts[0..<2]))
        let name = TemplateRecord(type: Self.nameMeta, values: Array(texts[2..<4]))
        let resource = TemplateRecord(
            type: Self.resourceIdentifier, values: [.record(type), .record(name)])
        return .record(TemplateRecord(type: Self.objectIdentifier, values: [.record(resource)]))
    }
}

extension GoType {
    static let objectChanges = GoType.named(
        "update.ObjectChanges",
        underlying: .map(key: .record(.objectIdentifier), value: .slice(.record(.change))))

    static let images = GoType.slice(.record(.image))
    static let objectImages = GoType.map(key: .record(.objectIdentifier), value: images)
}
