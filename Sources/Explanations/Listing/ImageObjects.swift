package import Reports
package import RepositoryLinking
package import TagSnapshots

/// The objects of image automation that a repository declares, as built.
///
/// An object that is built in several ways is there once for each that can be told apart here.
package struct ImageObjects: Answer {
    package static let command = "get images"

    /// A kind of object, by the name that the flux command has for it.
    package enum Kind: String, CaseIterable, Sendable {
        case repository
        case policy
        case update
    }

    /// Which objects are asked for.
    package struct Request: Sendable {
        package var kinds: [Kind]
        /// Nil for all namespaces, which then are shown.
        package var namespace: String?
        package var name: String?
        package var hasHeader: Bool

        package init(
            kinds: [Kind] = Kind.allCases, namespace: String? = nil, name: String? = nil,
            hasHeader: Bool = true
        ) {
            self.kinds = kinds
            self.namespace = namespace
            self.name = name
            self.hasHeader = hasHeader
        }

        fileprivate func admits(_ identity: ListedIdentity) -> Bool {
            (namespace == nil || identity.namespace == namespace)
                && (name == nil || identity.name == name)
        }
    }

    let request: Request
    let repositories: [ListedRepository]
    let policies: [ListedPolicy]
    let automations: [ListedAutomation]

    /// In the order of their files; `tags` tell how many tags there are, and which is selected.
    package init(
        in model: RepositoryModel, tags: TagSnapshot = .empty, _ request: Request = Request()
    ) throws(ImageObjectMissing) {
        let places = FilePositions(model)
        func listed<Source, Object: ListedObject>(
            _ kind: Kind, _ sources: [Source], _ object: (Source) -> Object
        ) -> [Object] {
            guard request.kinds.contains(kind) else { return [] }
            var seen: Set<Object> = []
            return sources.map(object).filter {
                request.admits($0.identity) && seen.insert($0).inserted
            }
        }
        self.request = request
        repositories = listed(.repository, model.objects.repositories) {
            ListedRepository($0, tags, places)
        }
        policies = listed(.policy, model.policyLinks.policies) {
            ListedPolicy($0, tags, in: model, places)
        }
        automations = listed(.update, model.automations.automations) {
            ListedAutomation($0, places)
        }
        if isEmpty, let name = request.name {
            throw ImageObjectMissing(
                kinds: request.kinds, name: name, namespace: request.namespace)
        }
    }

    /// Whether there is no object of the kinds and names that were asked for.
    package var isEmpty: Bool { repositories.isEmpty && policies.isEmpty && automations.isEmpty }

    package var members: [String: JSONValue] {
        func list(_ kind: Kind, _ objects: [some ListedObject]) -> JSONValue {
            request.kinds.contains(kind) ? .array(objects.map(\.json)) : .null
        }
        return [
            "repositories": list(.repository, repositories), "policies": list(.policy, policies),
            "automations": list(.update, automations),
        ]
    }

    package func text(in style: TextStyle) -> String {
        paragraphs(
            [table(repositories), table(policies), table(automations)].map { table in
                table.map { $0.text(in: style) } ?? ""
            })
    }

    /// With its namespaces where there may be several, and with its kind where that is not clear.
    private func table<Object: ListedObject>(_ objects: [Object]) -> TextTable? {
        guard !objects.isEmpty else { return nil }
        let header =
            (request.namespace == nil ? ["NAMESPACE"] : []) + ["NAME"] + Object.header
            + ["DECLARED"]
        let prefix = request.kinds.count > 1 ? Object.kind + "/" : ""
        let rows = objects.map { object in
            (request.namespace == nil ? [.init(object.identity.namespace ?? "-")] : [])
                + [TextTable.Cell(prefix + (object.identity.name ?? "-"), .emphasis)]
                + object.cells.map { TextTable.Cell($0 ?? "-") }
                + [TextTable.Cell(object.identity.declaration.description, .gutter)]
        }
        return TextTable(header: request.hasHeader ? header : [], rows)
    }
}

/// Why there is nothing to show: no object has the name that was asked for.
package struct ImageObjectMissing: Error, Hashable, Sendable, CustomStringConvertible {
    package let kinds: [ImageObjects.Kind]
    package let name: String
    package let namespace: String?

    package var description: String {
        let kind = kinds.count == 1 ? "image \(kinds[0].rawValue)" : "object of image automation"
        return "no \(kind) `\(name)` is declared in "
            + (namespace.map { "the namespace `\($0)`" } ?? "any namespace")
    }
}
