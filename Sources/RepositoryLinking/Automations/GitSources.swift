import Kustomize
import ManifestFacts

/// The GitRepositories that automations work on, as built.
///
/// A repository does not know its own address. What `flux bootstrap` made, named after its
/// namespace, is it; a source with the same owner and name is it, too; and where addresses tell
/// nothing, a path of this repository is evidence.
struct GitSources {
    private static let ownName = "flux-system"

    private let byName: [String: [Effective<GitRepositoryFact>]]
    /// By name and namespace: what sources check out by themselves.
    private var references: [String: [EffectiveText: Set<BranchReference>]] = [:]
    /// Whether a source's name is not known.
    private let hasUnnamed: Bool
    private let ownAddresses: Set<String>
    /// The sources from which Flux Kustomizations deploy directories that are there.
    let deployedNames: Set<String>

    init(
        _ sources: [Effective<GitRepositoryFact>],
        kustomizations: [Placed<FluxKustomizationFact>],
        paths: TreePaths
    ) {
        var deployedNames: Set<String> = []
        for kustomization in kustomizations.lazy.map(\.fact) {
            // One directory is enough, and most Flux Kustomizations share their source.
            guard let name = kustomization.sourceName?.text, !deployedNames.contains(name),
                kustomization.sourceKind?.text == "GitRepository",
                let directory = kustomization.path.flatMap({ Self.directory($0.text) }),
                !directory.isEmpty, paths.mayHold(directory)
            else { continue }
            deployedNames.insert(name)
        }
        self.deployedNames = deployedNames
        byName = Dictionary(
            grouping: sources.filter { $0.identity.name.known != nil },
            by: { $0.identity.name.known ?? "" })
        hasUnnamed = sources.contains { $0.identity.name.known == nil }
        for source in sources {
            guard let name = source.identity.name.known else { continue }
            references[name, default: [:]][source.identity.namespace, default: []].insert(
                BranchReference(source.object.field("spec", "ref"), of: source.object))
        }
        ownAddresses = Set(
            (byName[Self.ownName] ?? []).compactMap { $0.object.field("spec", "url").text }
                .compactMap(Self.repository))
    }

    /// Whether the source of a name is this repository.
    func kind(
        named name: String?, namespace: EffectiveText, isEvident: () -> Bool
    ) -> LinkedAutomation.Source {
        guard let name else { return .unknown }
        if Self.isBootstrap(name, namespace: namespace) { return .own }
        let addresses = (byName[name] ?? []).map {
            $0.object.field("spec", "url").text.flatMap(Self.repository)
        }
        if !addresses.isEmpty, !ownAddresses.isEmpty {
            let known = addresses.compactMap(\.self)
            if known.contains(where: ownAddresses.contains) { return .own }
            if known.count == addresses.count { return isEvident() ? .unknown : .other }
        }
        return deployedNames.contains(name) || isEvident() ? .own : .unknown
    }

    /// Whether a source is the one that `flux bootstrap` makes of the repository itself.
    static func isBootstrap(_ name: String?, namespace: EffectiveText) -> Bool {
        name.map { $0 == ownName || namespace == .known($0) } ?? false
    }

    /// The branch that a source checks out by itself.
    func reference(named name: String?, namespace: EffectiveText) -> BranchReference {
        guard let name, !hasUnnamed else { return .unknown }
        var references: Set<BranchReference> = []
        for (own, ofNamespace) in self.references[name] ?? [:] {
            let mayBeMeant = namespace.known.map { own == .absent || own.mayBe($0) } ?? true
            if mayBeMeant { references.formUnion(ofNamespace) }
        }
        return references.count == 1 ? references.first ?? .unknown : .unknown
    }

    /// Nil for a path with a variable, and for one that leaves the repository.
    private static func directory(_ path: String) -> String? {
        NamePattern.isLiteral(path)
            ? RepositoryPath.joined(String(path.drop { $0 == "/" }), to: "") : nil
    }

    /// `owner/name` of an address, in lower case; nil where a variable is in it.
    private static func repository(_ address: String) -> String? {
        guard NamePattern.isLiteral(address) else { return nil }
        var text = address.lowercased()[...]
        while text.last == "/" { text.removeLast() }
        if text.hasSuffix(".git") { text = text.dropLast(4) }
        let parts = text.split { $0 == "/" || $0 == ":" }
        return parts.suffix(2).joined(separator: "/")
    }
}

/// The branch that a reference checks out.
package enum BranchReference: Hashable, Sendable {
    case branch(String)
    /// A tag, a commit or a version: no branch to push to.
    case fixed
    /// Nothing says it, which means `master`.
    case implied
    case unknown

    package var name: String? {
        if case .branch(let name) = self { name } else { nil }
    }

    /// Reads a `ref` as built.
    init(_ field: BuiltField, of object: EffectiveObject) {
        switch field {
        case .absent: self = .implied
        case .unknown, .known: self = .unknown
        case .collection(let node):
            guard let branch = node["branch"], !branch.isNull else {
                self = node.entries == nil ? .unknown : .fixed
                return
            }
            let name = object.literal(branch)
            self = name.map { $0.isEmpty ? .fixed : .branch($0) } ?? .unknown
        }
    }
}
