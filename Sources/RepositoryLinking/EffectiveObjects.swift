import Kustomize
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

    /// - Parameter values: Of variables in ImageRepositories that the repository leaves open.
    init(_ graph: BuildGraph, values: [String: String] = [:]) {
        let facts = graph.facts
        policies = graph.effective(facts.policies)
        let repositories = graph.effective(facts.repositories)
        self.repositories =
            values.isEmpty
            ? repositories
            : repositories.map { Effective(fact: $0.fact, object: $0.object.giving(values)) }
        automations = graph.effective(facts.automations)
        receivers = graph.effective(facts.receivers)
        namespaces = graph.effective(facts.namespaces)
        sources = graph.effective(facts.gitRepositories)
    }
}

extension RepositoryModel {
    /// The Flux Kustomizations as built, in the order of their files.
    package var kustomizations: [Effective<FluxKustomizationFact>] {
        knownKustomizations.value { graph.effective(graph.facts.fluxKustomizations) }
    }

    /// The keys of labels that Flux Kustomizations add, whichever objects they apply.
    package var labelKeysAddedByFlux: Set<String> {
        Set(graph.facts.fluxKustomizations.flatMap(\.fact.addedLabelKeys))
    }

    /// The same for annotations.
    package var annotationKeysAddedByFlux: Set<String> {
        Set(graph.facts.fluxKustomizations.flatMap(\.fact.addedAnnotationKeys))
    }

    /// Whether a Flux Kustomization builds what a source of this name has.
    package func buildsSource(named name: String) -> Bool {
        graph.facts.fluxKustomizations.contains {
            $0.fact.sourceName?.text == name && !graph.effective([$0]).isEmpty
        }
    }
}

/// A fact that keeps its object's nodes.
protocol RootedFact: Sendable {
    var object: ObjectFact { get }
    var root: YAMLNode { get }
    /// Whether Flux may find a variable in it: a `$` is there.
    var mentionsVariables: Bool { get }
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
        _ facts: [Placed<Fact>]
    ) -> [Effective<Fact>] {
        var effective: [Effective<Fact>] = []
        effective.reserveCapacity(facts.count)
        for fact in facts where declares(fact.file) {
            for object in objects(of: fact.fact, inFile: fact.file) {
                effective.append(Effective(fact: fact, object: object))
            }
        }
        return effective
    }
}

extension BuildGraph {
    /// Whether a file's objects are objects, and not only patches of others.
    func declares(_ file: Int) -> Bool {
        !buildsOfFile[file].isEmpty
            || kustomize.patchedDirectories[facts.written(file)] == nil
    }
}
