import Kustomize
package import ManifestFacts
import YAMLSyntax

/// The objects of one file, of any kind, as the ways of building it leave them.
///
/// Facts keep the nodes of few kinds, so the file is parsed once more.
package final class DeclaredObjects: Sendable {
    private struct Declared: RootedFact {
        let object: ObjectFact
        let root: YAMLNode
        let mentionsVariables: Bool
    }

    private let graph: BuildGraph
    private let file: Int
    private let declared: [ObjectIdentity: Declared]

    fileprivate init(_ graph: BuildGraph, file: Int) {
        self.graph = graph
        self.file = file
        let source = graph.kustomize.files[file].facts.source
        let mentionsVariables = source.contains(UInt8(ascii: "$"))
        declared = Dictionary(
            ObjectFact.roots(in: source).map { object, root in
                let declared = Declared(
                    object: object, root: root, mentionsVariables: mentionsVariables)
                return (object.identity, declared)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// All that an object becomes; none where the file does not declare it, or is only a patch.
    package func ways(ofBuilding object: ObjectIdentity) -> [EffectiveObject] {
        guard graph.declares(file), let declared = declared[object] else { return [] }
        return graph.objects(of: declared, inFile: file)
    }
}

extension RepositoryModel {
    /// The objects of a file; nil for a file that was not read.
    package func declaredObjects(inFile path: String) -> DeclaredObjects? {
        graph.kustomize.tree.file(at: path).map { DeclaredObjects(graph, file: $0) }
    }
}
