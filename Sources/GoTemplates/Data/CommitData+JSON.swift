/// The data in JSON, with the names that templates know it by.
///
/// ```
/// { "AutomationObject": { "Namespace": TEXT, "Name": TEXT },
///   "Changed": { "FileChanges": { PATH: [ {
///       "Object": { "APIVersion": TEXT, "Kind": TEXT, "Namespace": TEXT, "Name": TEXT },
///       "Changes": [ { "OldValue": TEXT, "NewValue": TEXT, "Setter": TEXT } ],
///       "Images": [ { "Ref": TEXT, "Policy": { "Namespace": TEXT, "Name": TEXT } } ] } ] } },
///   "Values": { KEY: TEXT } }
/// ```
extension CommitData {
    private static let depthLimit = 32

    /// Missing and null values are empty; unknown keys are ignored.
    package init(json: [UInt8]) throws(CommitDataError) {
        guard let root = JSONDecoding.value(of: json, depth: Self.depthLimit)?.value else {
            throw .noJSON
        }
        let data = DataNode(root)
        let name = try data["AutomationObject"]
        var files: [String: [ObjectChanges]] = [:]
        for (path, objects) in try data["Changed"]["FileChanges"].members {
            var changes: [ObjectChanges] = []
            for object in try objects.items { changes.append(try ObjectChanges(object)) }
            files[path] = changes
        }
        var values: [String: String] = [:]
        for (key, value) in try data["Values"].members { values[key] = try value.text }
        self.init(
            automationNamespace: try name["Namespace"].text,
            automationName: try name["Name"].text, files: files, values: values)
    }
}

/// Why a text is no data of a commit message.
package enum CommitDataError: Error, Hashable, Sendable {
    case noJSON
    /// The value at the end of `path` is of another type; `wanted` is a noun with its article.
    case wrongType(path: String, wanted: String)
}

extension CommitDataError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noJSON: "it is not valid JSON"
        case .wrongType(let path, let wanted):
            path.isEmpty ? "it is not \(wanted)" : "`\(path)` is not \(wanted)"
        }
    }
}

extension CommitData.ObjectChanges {
    fileprivate init(_ node: DataNode) throws(CommitDataError) {
        let identity = try node["Object"]
        object = CommitData.Object(
            apiVersion: try identity["APIVersion"].text, kind: try identity["Kind"].text,
            namespace: try identity["Namespace"].text, name: try identity["Name"].text)
        var changes: [CommitData.Change] = []
        for change in try node["Changes"].items {
            changes.append(
                CommitData.Change(
                    oldValue: try change["OldValue"].text, newValue: try change["NewValue"].text,
                    setter: try change["Setter"].text))
        }
        var images: [CommitData.Image] = []
        for image in try node["Images"].items {
            let policy = try image["Policy"]
            images.append(
                CommitData.Image(
                    try image["Ref"].text,
                    policy: (try policy["Namespace"].text, try policy["Name"].text)))
        }
        self.changes = changes
        self.images = images
    }
}

/// A JSON value and the way to it, for messages.
private struct DataNode {
    private let value: TemplateValue
    private let path: String

    init(_ value: TemplateValue, at path: String = "") {
        self.value = value
        self.path = path
    }

    private var isAbsent: Bool { value.isNothing }

    /// The member of an object; absent where it is missing.
    subscript(key: String) -> DataNode {
        get throws(CommitDataError) {
            DataNode(try map?[Bytes(key)] ?? .null, at: path.isEmpty ? key : "\(path).\(key)")
        }
    }

    /// Ascending by the bytes of the keys.
    var members: [(key: String, value: DataNode)] {
        get throws(CommitDataError) {
            try (map?.sorted ?? []).map { key, value in
                let name = key.parts[0].text
                return (name, DataNode(value, at: "\(path).\(name)"))
            }
        }
    }

    var items: [DataNode] {
        get throws(CommitDataError) {
            if isAbsent { return [] }
            guard case .list(let list) = value else { throw wrongType("a list") }
            return list.elements.enumerated().map { DataNode($1, at: "\(path)[\($0)]") }
        }
    }

    var text: String {
        get throws(CommitDataError) {
            if isAbsent { return "" }
            guard case .string(let bytes) = value else { throw wrongType("a string") }
            return bytes.text
        }
    }

    private var map: TemplateMap? {
        get throws(CommitDataError) {
            if isAbsent { return nil }
            guard case .map(let map) = value else { throw wrongType("an object") }
            return map
        }
    }

    private func wrongType(_ wanted: String) -> CommitDataError {
        .wrongType(path: path, wanted: wanted)
    }
}
