import Kustomize
import ManifestFacts
import RepositoryLinking

extension Receiver {
    /// Reads a Receiver as built, with the variables that Flux fills in.
    ///
    /// - Throws: Where its name or namespace is not known: it has no path then.
    init(_ receiver: Effective<ReceiverFact>) throws(ReceiverProblem) {
        let object = receiver.object
        guard let namespace = receiver.identity.namespace.known else {
            throw .unknownField("metadata.namespace")
        }
        guard let known = receiver.identity.name.known,
            let name = ObjectName("\(namespace)/\(known)")
        else { throw .unknownField("metadata.name") }
        self.name = name
        let type = object.field("spec", "type").text
        self.type = type.flatMap { ReceiverType(rawValue: $0) }
        events = Set(object.list("events").compactMap { object.field(at: $0).text?.lowercased() })
        let entries = object.list("resources")
        resources = entries.compactMap { object.resource($0, in: namespace) }
        secret = object.field("spec", "secretRef", "name").text
            .flatMap { ObjectName("\(namespace)/\($0)") }
        isSuspended = object.field("spec", "suspend").text == "true"
        hasFilters =
            object.field("spec", "resourceFilter").isWritten
            || entries.contains { object.field(at: $0["filter"]).isWritten }
        problem =
            switch self.type {
            case nil: type.map { .unknownType($0) } ?? .unknownField("spec.type")
            case .genericOIDC: .unsupportedType
            default:
                if secret == nil {
                    .missingSecretReference
                } else if entries.isEmpty {
                    .missingResources
                } else if resources.count < entries.count {
                    .unknownField("spec.resources")
                } else if resources.contains(where: { $0.name == "*" && $0.labels.isEmpty }) {
                    .missingLabels
                } else {
                    nil
                }
            }
    }
}

extension EffectiveObject {
    fileprivate func list(_ key: String) -> [BuiltNode] {
        if case .collection(let list) = field("spec", key) { list.items } else { [] }
    }

    /// Nil where a part is missing or not known.
    fileprivate func resource(_ node: BuiltNode, in namespace: String) -> ReceiverResource? {
        guard let kind = field(at: node["kind"]).text, let name = field(at: node["name"]).text
        else {
            return nil
        }
        let own = field(at: node["namespace"])
        if own.isUnknown { return nil }
        var labels: [String: String] = [:]
        for entry in node["matchLabels"]?.entries ?? [] {
            guard let value = field(at: entry.value).text else { return nil }
            labels[entry.key] = value
        }
        return ReceiverResource(
            kind: kind, namespace: own.text ?? namespace, name: name, labels: labels)
    }
}

extension BuiltField {
    fileprivate var isWritten: Bool {
        if case .absent = self { false } else { true }
    }
}
