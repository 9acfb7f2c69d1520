package import ManifestFacts
package import SourceText
import YAMLSyntax

/// An object on its way through kustomizations, from the innermost outwards.
package struct ObjectState {
    /// A name that the object has or had; an absent namespace counts as `default` here, as it does
    /// wherever kustomize compares.
    struct Name: Hashable {
        var namespace: String
        var name: String
    }

    /// The object that a strategic merge patch names.
    struct PatchedName {
        let kind: String?
        let name: Name

        init(_ patch: BuiltNode) {
            kind = patch["kind"]?.text?.text
            let metadata = patch["metadata"]
            name = Name(
                namespace: metadata?["namespace"]?.text?.text ?? "default",
                name: metadata?["name"]?.text?.text ?? "")
        }
    }

    /// As written.
    package let identity: ObjectIdentity
    let written: Name
    private var earlier: [Name] = []
    private(set) var current: Name
    package private(set) var namespace: String?
    /// Nil where the nodes are not at hand; patches then pass.
    package private(set) var document: BuiltNode?
    package private(set) var unknown = Uncertainty()
    /// Why name or namespace are not known: one clause, lower case, no full stop.
    package private(set) var unknownReason: String?
    package private(set) var isDeleted = false
    /// How often something changed the object.
    package private(set) var changeCount = 0
    /// The documents of files that were merged into it.
    package private(set) var mergedDocuments: [SourceLocation] = []
    /// Whether something has changed the document, or may have.
    package private(set) var isPatched = false
    package private(set) var addedLabels: [String: String] = [:]
    package private(set) var addedAnnotations: [String: String] = [:]

    package init(_ identity: ObjectIdentity, document: BuiltNode?) {
        self.identity = identity
        self.document = document
        namespace = identity.namespace.flatMap { $0.isEmpty ? nil : $0 }
        written = Name(namespace: namespace ?? "default", name: identity.name ?? "")
        current = written
    }

    package var name: String { current.name }

    var labels: [String: String] {
        (document?["metadata"]?["labels"]?.texts ?? [:]).merging(addedLabels) { $1 }
    }

    var annotations: [String: String] {
        (document?["metadata"]?["annotations"]?.texts ?? [:]).merging(addedAnnotations) { $1 }
    }

    /// One label or annotation.
    package func label(_ key: String) -> String? {
        addedLabels[key] ?? document?["metadata"]?["labels"]?[key]?.text?.text
    }

    package func annotation(_ key: String) -> String? {
        addedAnnotations[key] ?? document?["metadata"]?["annotations"]?[key]?.text?.text
    }

    // MARK: Steps

    package mutating func pass(_ step: KustomizeStep) {
        for patch in step.earlyPatches { patch.apply(to: &self) }
        if let namespace = step.namespace { move(to: namespace) }
        if !step.prefix.isEmpty || !step.suffix.isEmpty {
            rename(namespace: namespace, name: step.prefix + name + step.suffix)
        }
        add(labels: step.labels)
        add(annotations: step.annotations)
        for patch in step.latePatches { patch.apply(to: &self) }
        for transformer in step.transformers { transformer.apply(to: &self) }
    }

    /// The namespace is known then, whatever it was.
    mutating func move(to namespace: String) {
        unknown.remove(.namespace)
        rename(namespace: namespace, name: name)
    }

    mutating func rename(to name: String) { rename(namespace: namespace, name: name) }

    mutating func add(labels: [String: String]) { addedLabels.merge(labels) { $1 } }

    mutating func add(annotations: [String: String]) { addedAnnotations.merge(annotations) { $1 } }

    package mutating func add(_ unknown: Uncertainty, reason: String) {
        if !unknown.isDisjoint(with: [.name, .namespace]) { unknownReason = reason }
        self.unknown.formUnion(unknown)
        if unknown.contains(.content) { makeUnknown(reason) }
    }

    /// Makes the value at the end of a path unknown, where there is one.
    mutating func doubt(_ path: [String], reason: String) {
        guard let doubted = document?.doubting(path[...], reason: reason) else { return }
        changeCount += 1
        isPatched = true
        document = doubted
    }

    private mutating func rename(namespace: String?, name: String) {
        changeCount += 1
        earlier.append(current)
        self.namespace = namespace
        current = Name(namespace: namespace ?? "default", name: name)
    }

    // MARK: Patches

    /// Whether a strategic merge patch without a target means this object, by its name at any
    /// time so far.
    func isNamed(by patch: PatchedName) -> Bool {
        patch.kind == identity.kind && (patch.name == current || earlier.contains(patch.name))
    }

    /// Name, namespace and kind stay as they are.
    mutating func merge(_ patch: BuiltNode) {
        guard let document else { return }
        isPatched = true
        changeCount += 1
        if case .written(let root, let origin) = patch, origin.isFile {
            mergedDocuments.append(origin.location(of: root.span))
        }
        self.document = StrategicMerge.merged(
            document, with: patch, knowsPods: identity.hasPodSchema)
        isDeleted = self.document == nil
    }

    mutating func apply(_ operations: [PatchOperation]) {
        changeCount += 1
        for operation in operations where !renames(operation) {
            guard let document else { return }
            guard let changed = operation.applied(to: document) else {
                return makeUnknown("a JSON 6902 patch cannot be applied to this object")
            }
            if case .test = operation.kind { continue }
            isPatched = true
            self.document = changed
        }
    }

    /// A JSON 6902 patch may rename its object; the document keeps the name as written.
    private mutating func renames(_ operation: PatchOperation) -> Bool {
        guard operation.path.count == 2, operation.path[0] == "metadata" else { return false }
        let value: String?
        switch operation.kind {
        case .add(let node), .replace(let node): value = node.text?.text
        case .remove: value = nil
        case .test, .copy, .move: return false
        }
        switch operation.path[1] {
        case "name": rename(namespace: namespace, name: value ?? "")
        case "namespace": rename(namespace: value, name: name)
        default: return false
        }
        return true
    }

    /// Another document in the place of this one.
    package mutating func replaceDocument(_ document: BuiltNode) {
        self.document = document
    }

    mutating func makeUnknown(_ reason: String) {
        changeCount += 1
        isPatched = true
        document = document.map { _ in .unknown(reason: reason) }
        unknown.formUnion(.content)
    }
}

extension ObjectIdentity {
    /// Whether kustomize knows the kind's pods by the schema of Kubernetes that it brings along.
    package var hasPodSchema: Bool {
        switch (apiVersion, kind) {
        case ("v1", "Pod"), ("v1", "PodTemplate"), ("v1", "ReplicationController"),
            ("apps/v1", "Deployment"), ("apps/v1", "StatefulSet"), ("apps/v1", "DaemonSet"),
            ("apps/v1", "ReplicaSet"), ("batch/v1", "Job"), ("batch/v1", "CronJob"),
            ("batch/v1beta1", "CronJob"):
            true
        default: false
        }
    }
}

/// The parts of an object that something not modelled may change, so that they are unknown.
package struct Uncertainty: OptionSet, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let name = Uncertainty(rawValue: 1)
    package static let namespace = Uncertainty(rawValue: 2)
    package static let content = Uncertainty(rawValue: 4)
    package static let all: Uncertainty = [.name, .namespace, .content]
}
