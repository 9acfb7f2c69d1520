import SourceText

/// Reads the objects of a cluster, and of each the values that `verify` looks at.
struct ClusterReader {
    /// Room for a cluster of 100,000 pods.
    private static let valueLimit = 20_000_000
    /// Of all kinds, also of those that are passed over.
    private static let itemLimit = 1_000_000
    /// In bytes; longer texts are messages, which are shortened anyway.
    private static let textLimit = 4096

    private(set) var objects: [ClusterObject] = []
    /// Why reading ended where the syntax is not to blame: one clause.
    private(set) var overrun: String?
    private var valueCount = 0
    private var itemCount = 0

    /// Reads a document: a `List`, an object alone, or an array of them.
    mutating func readDocument(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .array else { return try readElement(&reader) }
        try reader.array { (reader) throws(JSONError) in try readElement(&reader) }
    }

    private mutating func readElement(_ reader: inout JSONReader) throws(JSONError) {
        var members: [String: ClusterValue] = [:]
        try reader.object { (reader, key) throws(JSONError) in
            let name = String(decoding: key, as: UTF8.self)
            guard name == "items", try reader.kind() == .array else {
                members[name] = try member(name, &reader)
                return
            }
            try reader.array { (reader) throws(JSONError) in try readItem(&reader) }
        }
        try keep(.object(members))
    }

    private mutating func readItem(_ reader: inout JSONReader) throws(JSONError) {
        try keep(try value(&reader))
    }

    private mutating func keep(_ value: ClusterValue) throws(JSONError) {
        itemCount += 1
        try check(itemCount, Self.itemLimit, "objects")
        guard let object = ClusterObject(value), ClusterObjects.kinds.contains(object.kind) else {
            return
        }
        objects.append(object)
    }

    /// Nil for a member that nobody asks for.
    private mutating func member(
        _ name: String, _ reader: inout JSONReader
    ) throws(JSONError) -> ClusterValue? {
        guard Self.knownKeys.contains(name) else {
            try reader.skip()
            return nil
        }
        return try value(&reader, keepsAll: name == "labels")
    }

    /// - Parameter keepsAll: Whether members are names that users choose, as those of `labels`.
    private mutating func value(
        _ reader: inout JSONReader, keepsAll: Bool = false
    ) throws(JSONError) -> ClusterValue {
        valueCount += 1
        try check(valueCount, Self.valueLimit, "values")
        switch try reader.kind() {
        case .object: return try object(&reader, keepsAll: keepsAll)
        case .array:
            var items: [ClusterValue] = []
            try reader.array { (reader) throws(JSONError) in items.append(try value(&reader)) }
            return .list(items)
        case .string: return .text(Self.text(try reader.string()))
        case .number:
            return Int(Self.text(try reader.number())).map(ClusterValue.integer) ?? .other
        case .boolean: return .boolean(try reader.boolean())
        case .null:
            try reader.skip()
            return .other
        }
    }

    private mutating func object(
        _ reader: inout JSONReader, keepsAll: Bool
    ) throws(JSONError) -> ClusterValue {
        var members: [String: ClusterValue] = [:]
        try reader.object { (reader, key) throws(JSONError) in
            let name = String(decoding: key, as: UTF8.self)
            members[name] = keepsAll ? try value(&reader) : try member(name, &reader)
        }
        return .object(members)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(textLimit), as: UTF8.self)
    }

    private mutating func check(
        _ count: Int, _ limit: Int, _ noun: String
    ) throws(JSONError) {
        guard count > limit else { return }
        overrun = "it has more than \(limit) \(noun)"
        throw .noJSON
    }

    private static let knownKeys: Set<String> = [
        "kind", "metadata", "spec", "status",
        "namespace", "name", "uid", "generation", "labels", "ownerReferences", "deletionTimestamp",
        "suspend", "paused", "replicas", "path", "sourceRef", "kubeConfig", "template",
        "jobTemplate", "initContainers", "containers", "image",
        "observedGeneration", "conditions", "type", "reason", "message",
        "latestRef", "latestImage", "tag", "digest", "artifact", "revision",
        "lastAppliedRevision", "lastAttemptedRevision", "lastAppliedOriginRevision",
        "inventory", "entries", "id", "history", "configDigest", "lastAttemptedConfigDigest",
        "updatedReplicas", "availableReplicas", "readyReplicas", "currentRevision",
        "updateRevision", "desiredNumberScheduled", "updatedNumberScheduled", "numberAvailable",
        "active", "phase", "initContainerStatuses", "containerStatuses", "imageID", "ready",
        "state", "waiting", "running", "terminated", "started",
    ]
}
