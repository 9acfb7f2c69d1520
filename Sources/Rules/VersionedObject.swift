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
    /// Whether nothing changes it on its way.
    let isAsWritten: Bool
}

extension RepositoryModel {
    /// The ImageRepositories, ImagePolicies and ImageUpdateAutomations, in no order.
    var imageObjects: [VersionedObject] {
        objects.repositories.map { versioned($0, $0.fact.fact.object, $0.fact.fact.root) }
            + objects.policies.map { versioned($0, $0.fact.fact.object, $0.fact.fact.root) }
            + objects.automations.map { versioned($0, $0.fact.fact.object, $0.fact.fact.root) }
    }

    func versioned<Fact>(
        _ effective: Effective<Fact>, _ fact: ObjectFact, _ root: YAMLNode
    ) -> VersionedObject {
        VersionedObject(
            identity: fact.identity, root: root, path: effective.fact.path,
            source: source(of: effective.fact), isAsWritten: effective.object.isAsWritten)
    }
}
