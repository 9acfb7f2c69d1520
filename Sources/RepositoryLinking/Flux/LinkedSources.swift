import Kustomize
import ManifestFacts

/// The linked repositories that sources check out: GitRepositories and OCIRepositories, by the
/// addresses that they are written with.
struct LinkedSources {
    private struct Name: Hashable {
        let kind: String
        let name: String
    }

    private struct Source {
        /// The root of the repository that declares it.
        let home: String
        /// Nil for an address that no linked repository has.
        let root: String?
    }

    private let links: LinkedRepositories
    private var sources: [Name: [Source]] = [:]

    init(_ facts: RepositoryFacts) {
        links = facts.links
        if links.isEmpty { return }
        for source in facts.gitRepositories {
            add("GitRepository", source.fact.object, source.fact.address?.text, source.path)
        }
        for source in facts.ociRepositories {
            add("OCIRepository", source.fact.object, source.fact.address?.text, source.path)
        }
    }

    private mutating func add(
        _ kind: String, _ object: ObjectFact, _ address: String?, _ path: String
    ) {
        guard let name = object.identity.name else { return }
        sources[Name(kind: kind, name: name), default: []].append(
            Source(
                home: links.root(ofFile: path), root: address.flatMap { links.root(at: $0) }))
    }

    /// The root of the repository that something in a file means by a source: one that its own
    /// repository declares, else the only one that others do; nil where that is not linked.
    func root(of name: String?, kind: String?, inFile path: String) -> String? {
        guard !links.isEmpty, let name,
            let named = sources[Name(kind: kind ?? "GitRepository", name: name)]
        else { return nil }
        let home = links.root(ofFile: path)
        let near = named.filter { $0.home == home }
        let roots = Set((near.isEmpty ? named : near).map(\.root))
        return roots.count == 1 ? roots.first ?? nil : nil
    }
}
