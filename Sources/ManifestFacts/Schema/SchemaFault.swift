package import SourceText
import YAMLSyntax

/// A reason for which the API server refuses an object of Flux, as far as the object itself
/// shows it.
package struct SchemaFault: Sendable {
    package enum Kind: Sendable {
        case apiVersionMissing
        case kindMissing
        /// The group serves no such kind, or not in that version.
        case notServed
        case unknownField
        /// The field is no list, mapping or scalar of the type that it has to be.
        case wrongType(expected: String)
        case unknownWord(String, words: [String])
        case noDuration(String, units: [String])
    }

    package let kind: Kind
    package let object: ObjectIdentity
    /// The keys that lead to the field, without the places in lists; empty for the object.
    package let path: [String]
    package let span: SourceSpan
}

extension SchemaFault {
    /// The faults of a document's objects: of itself, or of the items of a `List`.
    static func faults(in document: YAMLDocument) -> [SchemaFault] {
        let root = document.root
        guard root.string("kind")?.hasSuffix("List") == true, let items = root["items"]?.items
        else { return faults(in: root) }
        return items.flatMap { faults(in: $0.resolved) }
    }

    /// The faults of one object; none for an object of another kind than Flux's.
    static func faults(in root: YAMLNode) -> [SchemaFault] {
        guard root.kind == .mapping else { return [] }
        // Nearly all objects are of other groups, and their fields are not read here.
        if let version = root["apiVersion"]?.textBytes, !Array(version).contains(word: domain) {
            return []
        }
        let identity = ObjectNode(root)?.identity
        guard let identity else { return kindMissing(in: root) }
        guard let kind = identity.kind, !kind.contains("$") else { return [] }
        guard let apiVersion = identity.apiVersion else {
            return apiVersionMissing(in: root, of: identity)
        }
        if apiVersion.contains("$") { return [] }
        guard let schema = FluxSchema.schema(apiVersion: apiVersion, kind: kind) else {
            return notServed(in: root, identity)
        }
        var search = SchemaSearch(object: identity)
        search.checkTop(of: root, by: schema)
        return search.faults
    }

    private static let domain = Array(".fluxcd.io".utf8)

    private static func kindMissing(in root: YAMLNode) -> [SchemaFault] {
        guard root["kind"] == nil, root["<<"] == nil, let apiVersion = root.located("apiVersion"),
            apiVersion.text.hasPrefix("image.toolkit.fluxcd.io/")
        else { return [] }
        let name = root["metadata"]?.located("name")
        let object = ObjectIdentity(
            apiVersion: apiVersion.text, kind: nil,
            namespace: root["metadata"]?.string("namespace"), name: name?.text)
        return [
            SchemaFault(kind: .kindMissing, object: object, path: [], span: apiVersion.span)
        ]
    }

    /// Only of a whole object: an excerpt in a document lacks other fields as well.
    private static func apiVersionMissing(
        in root: YAMLNode, of object: ObjectIdentity
    ) -> [SchemaFault] {
        guard object.isMeantAsImageKind, root["apiVersion"] == nil, root["<<"] == nil,
            let spec = root["spec"], object.name != nil, let kind = root.located("kind"),
            case .object(let fields)? = FluxSchema.versions(ofKind: kind.text).last?.spec,
            fields.allSatisfy({ !$0.value.isRequired || spec[$0.key] != nil })
        else { return [] }
        return [SchemaFault(kind: .apiVersionMissing, object: object, path: [], span: kind.span)]
    }

    /// Where a group or a kind is one of Flux's, and both together are not.
    private static func notServed(
        in root: YAMLNode, _ object: ObjectIdentity
    ) -> [SchemaFault] {
        guard let kind = object.kind else { return [] }
        let kinds = FluxSchema.kindsByGroup[object.group]
        let isKnownKind = kinds?.contains(kind) ?? false
        // A kind without a schema here, or of other owners.
        if isKnownKind, FluxSchema.versions(ofKind: kind).isEmpty { return [] }
        guard kinds != nil || object.isMeantAsImageKind && object.group.hasSuffix(".fluxcd.io"),
            let place = isKnownKind || kinds == nil || object.isMeantAsImageKind
                ? root.located("apiVersion") : root.located("kind")
        else { return [] }
        return [SchemaFault(kind: .notServed, object: object, path: [], span: place.span)]
    }
}

extension ObjectIdentity {
    /// Whether the kind is one that only image automation has, whatever the API version is.
    package var isMeantAsImageKind: Bool {
        FluxSchema.kindsByGroup["image.toolkit.fluxcd.io"]?.contains(kind ?? "") ?? false
    }
}

/// Compares the fields of one object with a schema.
private struct SchemaSearch {
    let object: ObjectIdentity
    private(set) var faults: [SchemaFault] = []

    private static let topFields: Set<String> = [
        "apiVersion", "kind", "metadata", "spec", "status",
    ]
    /// Source: Kubernetes, `k8s.io/apimachinery/pkg/apis/meta/v1`, `ObjectMeta`.
    private static let metadataFields: Set<String> = [
        "annotations", "clusterName", "creationTimestamp", "deletionGracePeriodSeconds",
        "deletionTimestamp", "finalizers", "generateName", "generation", "labels", "managedFields",
        "name", "namespace", "ownerReferences", "resourceVersion", "selfLink", "uid",
    ]
    /// More would only repeat one another.
    private static let limit = 16

    init(object: ObjectIdentity) {
        self.object = object
    }

    mutating func checkTop(of root: YAMLNode, by schema: FluxSchema) {
        checkKeys(of: root, among: Self.topFields, [])
        if let metadata = root["metadata"] {
            checkKeys(of: metadata.resolved, among: Self.metadataFields, ["metadata"])
        }
        if let spec = root["spec"] { check(spec.resolved, by: schema.spec, ["spec"]) }
    }

    private mutating func checkKeys(of node: YAMLNode, among fields: Set<String>, _ path: [String])
    {
        guard node.kind == .mapping, node["<<"] == nil else { return }
        for (key, _) in node.pairs {
            guard let name = key.text, !fields.contains(name), !name.contains("$") else { continue }
            add(.unknownField, path + [name], key)
        }
    }

    private mutating func check(
        _ node: YAMLNode, by shape: FluxSchema.Field.Shape, _ path: [String]
    ) {
        if node.isNull || node.isOpen { return }
        switch shape {
        case .any: break
        case .object(let fields):
            guard expect(node.kind == .mapping, "an object", path, node) else { return }
            checkKeys(of: node, among: Set(fields.keys), path)
            for (key, value) in node.pairs {
                guard let name = key.text, let field = fields[name] else { continue }
                check(value.resolved, by: field.shape, path + [name])
            }
        case .list(let inner):
            guard expect(node.kind == .sequence, "a list", path, node) else { return }
            for item in node.items { check(item.resolved, by: inner, path) }
        case .map(let inner):
            guard expect(node.kind == .mapping, "an object", path, node) else { return }
            for (key, value) in node.pairs {
                check(value.resolved, by: inner, path + [key.text ?? ""])
            }
        case .string: expect(node.isText, "a string", path, node)
        case .boolean: expect(node.plainType == .boolean, "a boolean", path, node)
        case .integer: expect(node.plainType == .integer, "an integer", path, node)
        case .word(let words):
            guard expect(node.isText, "a string", path, node), let text = node.text else { return }
            if !words.contains(text) { add(.unknownWord(text, words: words), path, node) }
        case .duration(let units):
            guard expect(node.isText, "a string", path, node), let text = node.text else { return }
            if !text.isDuration(of: units) { add(.noDuration(text, units: units), path, node) }
        }
    }

    @discardableResult
    private mutating func expect(
        _ isTrue: Bool, _ expected: String, _ path: [String], _ node: YAMLNode
    ) -> Bool {
        if !isTrue { add(.wrongType(expected: expected), path, node) }
        return isTrue
    }

    private mutating func add(_ kind: SchemaFault.Kind, _ path: [String], _ node: YAMLNode) {
        guard faults.count < Self.limit else { return }
        faults.append(SchemaFault(kind: kind, object: object, path: path, span: node.span))
    }
}

extension YAMLNode {
    /// Whether a variable or a template decides what is here.
    ///
    /// To YAML, a Helm template's `{{ .Values.name }}` without quotes is a mapping whose key is a
    /// mapping.
    fileprivate var isOpen: Bool {
        if let text { return text.contains("$") || text.contains("{{") }
        return kind == .mapping && pairs.contains { $0.key.kind == .mapping }
    }

    fileprivate var isText: Bool {
        kind == .scalar && (scalarStyle != .plain || [.string, .timestamp].contains(plainType))
    }

    /// As the API server gets it, from Flux and from kubectl alike; nil for what is no plain
    /// scalar.
    fileprivate var plainType: PlainScalarType? {
        guard kind == .scalar, scalarStyle == .plain, tag == nil, let text else { return nil }
        return plainScalarType(of: text, schema: .yaml12)
    }
}

extension String {
    /// Whether this is `([0-9]+(\.[0-9]+)?UNIT)+`.
    package func isDuration(of units: [String]) -> Bool {
        var rest = utf8[...]
        func takeDigits() -> Bool {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return !digits.isEmpty
        }
        while !rest.isEmpty {
            guard takeDigits() else { return false }
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                guard takeDigits() else { return false }
            }
            // `ms` before `m`.
            guard
                let unit = units.sorted(by: { $0.utf8.count > $1.utf8.count })
                    .first(where: { rest.starts(with: $0.utf8) })
            else { return false }
            rest = rest.dropFirst(unit.utf8.count)
        }
        return !isEmpty
    }
}
