package import ManifestFacts
import YAMLSyntax

/// A fact with what one way of building its object makes of it.
package struct Effective<Fact: Sendable>: Sendable {
    package let fact: Placed<Fact>
    package let object: EffectiveObject

    package var identity: EffectiveIdentity { object.identity }
}

/// The objects of Flux that a repository declares, as they reach the cluster.
///
/// An object that several roots build in different ways is there several times. Patches are no
/// objects.
package struct EffectiveObjects: Sendable {
    package let policies: [Effective<ImagePolicyFact>]
    package let repositories: [Effective<ImageRepositoryFact>]
    package let automations: [Effective<ImageUpdateAutomationFact>]
    package let kustomizations: [Effective<FluxKustomizationFact>]

    init(_ graph: BuildGraph) {
        policies = graph.effective(\.policies)
        repositories = graph.effective(\.repositories)
        automations = graph.effective(\.automations)
        kustomizations = graph.effective(\.fluxKustomizations)
    }
}

/// A fact that keeps its object's nodes.
private protocol RootedFact: Sendable {
    var object: ObjectFact { get }
    var root: YAMLNode { get }
}

extension ImagePolicyFact: RootedFact {}
extension ImageRepositoryFact: RootedFact {}
extension ImageUpdateAutomationFact: RootedFact {}
extension FluxKustomizationFact: RootedFact {}

extension BuildGraph {
    /// In the order of the files.
    fileprivate func effective<Fact: RootedFact>(
        _ facts: (FileFacts) -> [Fact]
    ) -> [Effective<Fact>] {
        kustomize.files.enumerated().flatMap { number, file -> [Effective<Fact>] in
            guard declares(number) else { return [] }
            return facts(file.facts).flatMap { fact in
                let placed = Placed(fact, path: file.path)
                return objects(of: fact.object.identity, root: fact.root, inFile: number)
                    .map { Effective(fact: placed, object: $0) }
            }
        }
    }
}

extension BuildGraph {
    /// Whether a file's objects are objects, and not only patches of others.
    func declares(_ file: Int) -> Bool {
        !buildsOfFile[file].isEmpty || !kustomize.patchFiles.contains(file)
    }
}
