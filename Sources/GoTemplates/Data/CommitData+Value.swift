/// The data as the dot of an execution.
extension CommitData {
    func value(in model: DataModel) -> TemplateValue {
        var fields: [TemplateValue] = [
            .record(Self.namespacedName(automationNamespace, automationName))
        ]
        if model.hasUpdated { fields.append(imageResult) }
        if model.hasChanged {
            let changes = fileChanges
            let parts = model.hasUpdated ? [imageResult, changes] : [changes]
            fields.append(.record(TemplateRecord(type: model.changed, values: parts)))
        }
        if model.hasValues {
            let entries = values.map { (MapKey(Bytes($0.key)), TemplateValue.text($0.value)) }
            let map = TemplateMap(
                Dictionary(entries) { first, _ in first }, type: .map(key: .string, value: .string))
            fields.append(.map(map))
        }
        return .record(TemplateRecord(type: model.root, values: fields))
    }

    private static func namespacedName(_ namespace: String, _ name: String) -> TemplateRecord {
        TemplateRecord(type: .namespacedName, values: [.text(namespace), .text(name)])
    }

    private var fileChanges: TemplateValue {
        let map = TemplateMap(type: .map(key: .string, value: .objectChanges))
        for (path, objects) in files {
            let changes = TemplateMap(type: .objectChanges)
            for object in objects {
                changes.append(object.changes.map(Self.value), at: object.object.key)
            }
            map[Bytes(path)] = .map(changes)
        }
        return .map(map)
    }

    private static func value(of change: Change) -> TemplateValue {
        let texts = [change.oldValue, change.newValue, change.setter]
        return .record(TemplateRecord(type: .change, values: texts.map(TemplateValue.text)))
    }

    /// Only objects with images occur.
    private var imageResult: TemplateValue {
        let map = TemplateMap(type: .map(key: .string, value: .record(.fileResult)))
        for (path, objects) in files {
            let images = TemplateMap(type: .objectImages)
            for object in objects where !object.images.isEmpty {
                images.append(object.images.map(Self.value), at: object.object.key)
            }
            guard !images.entries.isEmpty else { continue }
            map[Bytes(path)] = .record(TemplateRecord(type: .fileResult, values: [.map(images)]))
        }
        return .record(TemplateRecord(type: .imageResult, values: [.map(map)]))
    }

    private static func value(of image: Image) -> TemplateValue {
        let texts = [image.text, image.name, image.registry, image.repository, image.identifier]
        let policy = namespacedName(image.policyNamespace, image.policyName)
        let values = texts.map(TemplateValue.text) + [.record(policy)]
        return .record(TemplateRecord(type: .image, values: values))
    }
}

extension CommitData.Object {
    /// In the order of the fields of Go's structure.
    fileprivate var key: MapKey {
        MapKey(parts: [apiVersion, kind, name, namespace].map(Bytes.init))
    }
}

extension TemplateMap {
    /// Appends to the list at `key`.
    func append(_ elements: [TemplateValue], at key: MapKey) {
        var all = elements
        if case .list(let old) = self[key] { all = old.elements + elements }
        self[key] = .list(TemplateList(all, of: type.element?.element ?? .any))
    }
}
