import Kustomize
package import ManifestFacts
package import RepositoryLinking

extension Receiver {
    static let resourceLimit = 1_000

    /// Reads a Receiver as built; `repository` names the one that declares it.
    package init(_ built: Effective<ReceiverFact>, repository: String) {
        let object = built.object
        let namespace = built.identity.namespace.known
        let name = built.identity.name.known
        let typeText = object.field("spec", "type").text
        let type = typeText.flatMap(ReceiverType.init)
        let secretName = object.field("spec", "secretRef", "name").text

        var reading = ResourceReading(object, namespace: namespace ?? "")
        let resources = reading.resources()
        let filter = reading.filter(object.field("spec", "resourceFilter"), of: "spec")
        problem =
            Self.problem(
                [
                    ("metadata.namespace", namespace), ("metadata.name", name),
                    ("spec.type", typeText),
                ], type: type, typeText: typeText, hasSecret: secretName != nil)
            ?? reading.problem
        self.repository = repository
        self.namespace = namespace ?? ""
        self.name = name ?? built.fact.fact.object.identity.name ?? ""
        self.type = type
        self.typeText = typeText ?? ""
        events = reading.texts(object.field("spec", "events")).map { $0.lowercased() }
        self.resources = resources
        self.filter = filter
        self.secretName = secretName
        isSuspended = object.isSuspended
        notes = reading.notes
    }

    private static func problem(
        _ fields: [(name: String, text: String?)], type: ReceiverType?, typeText: String?,
        hasSecret: Bool
    ) -> ReceiverProblem? {
        if let absent = fields.first(where: { $0.text == nil }) {
            return .missing(field: absent.name)
        }
        switch type {
        case nil: return .unknownType(typeText ?? "")
        case .genericOIDC: return .oidcNotSupported
        default: return hasSecret ? nil : .missing(field: "spec.secretRef.name")
        }
    }
}

/// Reads the resources of a Receiver, and notes what it cannot use.
private struct ResourceReading {
    private let object: EffectiveObject
    private let namespace: String
    private(set) var problem: ReceiverProblem?
    private(set) var notes: [String] = []

    init(_ object: EffectiveObject, namespace: String) {
        self.object = object
        self.namespace = namespace
    }

    mutating func resources() -> [ReceiverResource] {
        guard case .collection(let list) = object.field("spec", "resources") else {
            problem = .missing(field: "spec.resources")
            return []
        }
        guard list.items.count <= Receiver.resourceLimit else {
            problem = .tooManyResources(limit: Receiver.resourceLimit)
            return []
        }
        return list.items.indices.compactMap { resource(list.items[$0], number: $0) }
    }

    private mutating func resource(_ item: BuiltNode, number: Int) -> ReceiverResource? {
        let place = "spec.resources[\(number)]"
        guard let kind = object.field(at: item["kind"]).text,
            let name = object.field(at: item["name"]).text
        else {
            notes.append("`\(place)` has no kind or no name that is known, so it selects nothing")
            return nil
        }
        var selection = ReceiverResource.Selection.named(name)
        if name == "*" {
            guard let labels = item["matchLabels"]?.entries, !labels.isEmpty else {
                notes.append(
                    "`\(place)` has the name `*` without `matchLabels`: it selects nothing")
                return nil
            }
            selection = .labelled(knownTexts(labels))
        }
        return ReceiverResource(
            kind: kind, namespace: object.field(at: item["namespace"]).text ?? namespace,
            selection: selection,
            filter: filter(object.field(at: item["filter"]), of: place))
    }

    /// The labels whose values are known: others may have any.
    private func knownTexts(_ entries: [BuiltEntry]) -> [String: String] {
        var texts: [String: String] = [:]
        for entry in entries { texts[entry.key] = object.field(at: entry.value).text }
        return texts
    }

    func texts(_ field: BuiltField) -> [String] {
        guard case .collection(let list) = field else { return [] }
        return list.items.compactMap { object.field(at: $0).text }
    }

    /// Nil for none, and for one that cannot be evaluated: it counts as a match.
    mutating func filter(_ field: BuiltField, of place: String) -> ReceiverFilter? {
        let word = place == "spec" ? "resourceFilter" : "filter"
        switch field {
        case .absent: return nil
        case .known(let text, _):
            do throws(FilterProblem) {
                return try ReceiverFilter(text)
            } catch {
                notes.append("`\(place).\(word)` counts as a match: \(error)")
                return nil
            }
        case .collection, .unknown:
            notes.append("`\(place).\(word)` counts as a match: its text is not known")
            return nil
        }
    }
}
