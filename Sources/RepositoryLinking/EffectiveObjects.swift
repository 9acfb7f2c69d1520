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
    package let receivers: [Effective<ReceiverFact>]
    package let namespaces: [Effective<NamespaceFact>]
    package let sources: [Effective<GitRepositoryFact>]

    init(_ graph: BuildGraph) {
        policies = graph.effective { $0.facts.policies }
        repositories = graph.effective { $0.facts.repositories }
        automations = graph.effective { $0.facts.automations }
        receivers = graph.effective { $0.facts.receivers }
        namespaces = graph.effective { $0.facts.namespaces }
        sources = graph.effective { $0.facts.gitRepositories }
    }
}

extension RepositoryModel {
    /// The Flux Kustomizations as built, in the order of their files.
    package var kustomizations: [Effective<FluxKustomizationFact>] {
        graph.effective { $0.facts.fluxKustomizations }
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
extension ReceiverFact: RootedFact {}
extension NamespaceFact: RootedFact {}
extension GitRepositoryFact: RootedFact {}

extension BuildGraph {
    /// In the order of the files.
    fileprivate func effective<Fact: RootedFact>(
        _ facts: (ManifestFile) -> [Fact]
    ) -> [Effective<Fact>] {
        var effective: [Effective<Fact>] = []
        for number in kustomize.fluxFiles where declares(number) {
            let file = kustomize.files[number]
            for fact in facts(file) {
                let placed = Placed(fact, in: file, number)
                let objects = objects(of: fact.object.identity, root: fact.root, inFile: number)
                for object in objects { effective.append(Effective(fact: placed, object: object)) }
            }
        }
        return effective
    }
}

extension BuildGraph {
    /// Whether a file's objects are objects, and not only patches of others.
    func declares(_ file: Int) -> Bool {
        !buildsOfFile[file].isEmpty || !kustomize.patchFiles.contains(file)
    }
}
