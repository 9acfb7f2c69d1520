/// The methods of Flux's types; none takes arguments.
extension TemplateRecord {
    /// The result of a method that the type has.
    func result(of method: String, in model: DataModel) -> TemplateValue {
        switch (type.name, method) {
        case (_, "String"): .string(stringText)
        case (RecordType.image.name, _): values[type.methods.firstIndex { $0.name == method } ?? 0]
        case (RecordType.imageResult.name, "Images"):
            uniqueElements(of: "Files", as: .record(.image))
        case (_, "Changes"): uniqueElements(of: "FileChanges", as: .record(.change))
        case (RecordType.imageResult.name, "Objects") where type.fields[0].name == "Files":
            objects(of: "Files", as: .objectImages, isMerging: true)
        default: objects(of: "FileChanges", as: .objectChanges, isMerging: model.mergesObjects)
        }
    }

    /// The result of `String`.
    var stringText: Bytes {
        type == .namespacedName
            ? Bytes(texts.joined(separator: [UInt8(ascii: "/")])) : texts.first ?? []
    }

    /// The lists of all objects of all files, in Go's order of keys.
    private func lists(of field: String) -> [(key: MapKey, list: TemplateList)] {
        guard case .map(let files) = self.field(field) else { return [] }
        return files.sorted.flatMap { file in
            var objects = file.value
            if case .record(let result) = objects, let inner = result.values.first {
                objects = inner
            }
            guard case .map(let map) = objects else { return [(key: MapKey, list: TemplateList)]() }
            return map.sorted.compactMap { entry in
                if case .list(let list) = entry.value { (entry.key, list) } else { nil }
            }
        }
    }

    /// Every element once.
    ///
    /// Go's own order is random; this is one that it could have.
    private func uniqueElements(of field: String, as element: GoType) -> TemplateValue {
        var seen: Set<[Bytes]> = []
        var result: [TemplateValue] = []
        for element in lists(of: field).flatMap(\.list.elements) {
            guard case .record(let record) = element else { continue }
            if seen.insert(record.texts).inserted { result.append(element) }
        }
        return .list(TemplateList(result, of: element, isNil: result.isEmpty))
    }

    /// The strings within, in order.
    var texts: [Bytes] {
        values.flatMap { value -> [Bytes] in
            switch value {
            case .string(let text): [text]
            case .record(let record): record.texts
            default: []
            }
        }
    }

    /// The lists by object.
    ///
    /// Without merging the last file wins, where Go's order is random.
    private func objects(of field: String, as type: GoType, isMerging: Bool) -> TemplateValue {
        let result = TemplateMap(type: type)
        for (key, list) in lists(of: field) {
            if !isMerging { result[key] = nil }
            result.append(list.elements, at: key)
        }
        return .map(result)
    }
}
