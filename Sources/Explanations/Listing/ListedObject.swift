import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

/// One row of a table of objects.
protocol ListedObject: Hashable {
    /// In lower case.
    static var kind: String { get }
    /// The titles of `cells`.
    static var header: [String] { get }

    var identity: ListedIdentity { get }
    /// Nil for what is not known, and for what is not there.
    var cells: [String?] { get }
    /// By the keys of machine output, besides those of the identity.
    var members: [String: JSONValue] { get }
}

extension ListedObject {
    var json: JSONValue { .object(identity.members.merging(members) { _, member in member }) }
}

/// The fields of every object: its name in the cluster, as far as that is known, and its place.
struct ListedIdentity: Hashable {
    let namespace: String?
    let name: String?
    let declaration: Declaration

    init(
        _ identity: EffectiveIdentity, as object: ObjectFact, in path: String,
        _ places: FilePositions
    ) {
        namespace = identity.namespace.known ?? object.identity.namespace
        name = identity.name.known ?? object.identity.name
        declaration = places.declaration(
            at: SourceLocation(path: path, span: object.name?.span ?? object.span))
    }

    var members: [String: JSONValue] {
        [
            "namespace": JSONValue(namespace), "name": JSONValue(name),
            "path": .string(declaration.path), "line": .integer(declaration.line),
        ]
    }
}
