import ManifestFacts
import RepositoryLinking
import YAMLSyntax

/// An object of Flux with its nodes, as its file declares it.
struct VersionedObject {
    let identity: ObjectIdentity
    let root: YAMLNode
    let path: String
    /// The text of the file.
    let source: [UInt8]
    /// Whether the build leaves the object unchanged.
    let isAsWritten: Bool
}

extension RepositoryModel {
    /// The ImageRepositories, ImagePolicies and ImageUpdateAutomations, in no order.
    var imageObjects: [VersionedObject] {
        objects.repositories.map(versioned) + objects.policies.map(versioned)
            + objects.automations.map(versioned)
    }

    func versioned(_ object: Effective<some DeclaredFact>) -> VersionedObject {
        VersionedObject(
            identity: object.fact.fact.object.identity, root: object.fact.fact.root,
            path: object.fact.path, source: source(of: object.fact),
            isAsWritten: object.object.isAsWritten)
    }
}
