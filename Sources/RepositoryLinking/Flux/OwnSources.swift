import Kustomize
import ManifestFacts

/// Tells Flux Kustomizations that build this repository from those that build another one.
///
/// A repository does not know its own address. What `flux bootstrap` calls `flux-system` is it;
/// a source of another address is not; and where nothing is said, a path of this repository is
/// evidence, unless it is the root, which every repository has, or begins with a variable.
struct OwnSources {
    static let ownName = "flux-system"

    /// By name; nil where several of one name differ.
    private var addresses: [String: String?] = [:]
    private let links: LinkedRepositories
    private let linked: LinkedSources

    init(_ facts: RepositoryFacts) {
        links = facts.links
        linked = LinkedSources(facts)
        for source in facts.gitRepositories.lazy.map(\.fact) {
            guard let name = source.object.identity.name, let address = source.address?.text
            else { continue }
            if let known = addresses[name] {
                if known != address { addresses[name] = .some(nil) }
            } else {
                addresses[name] = address
            }
        }
    }

    /// The root of the repository whose directory a Flux Kustomization in a file builds; nil for a
    /// repository that is not known here.
    func root(of kustomization: FluxKustomizationFact, inFile place: String) -> String? {
        root(
            of: kustomization.sourceName?.text, kind: kustomization.sourceKind?.text,
            path: kustomization.path?.text, inFile: place)
    }

    /// The same for something in a file that names a source, and a path of it.
    func root(of name: String?, kind: String?, path: String?, inFile place: String) -> String? {
        if let root = linked.root(of: name ?? Self.ownName, kind: kind, inFile: place) {
            return root
        }
        return isOwn(name, kind: kind, path: path) ? links.root(ofFile: place) : nil
    }

    /// Whether the repository is the source of something at a path of it.
    private func isOwn(_ name: String?, kind: String?, path: String?) -> Bool {
        let name = name ?? Self.ownName
        if name == Self.ownName { return true }
        guard kind == "GitRepository", let address = addresses[name] ?? nil,
            let own = addresses[Self.ownName] ?? nil
        else { return Self.isTelling(path ?? "") }
        return Self.normalized(address) == Self.normalized(own)
    }

    /// Whether a path that is there tells that it is of this repository.
    private static func isTelling(_ path: String) -> Bool {
        let first = RepositoryPath.joined(path, to: "")?.split(separator: "/").first
        return first.map { NamePattern.isLiteral(String($0)) } ?? false
    }

    /// `ssh://git@host/owner/name.git` and `https://host/owner/name` are one address.
    private static func normalized(_ address: String) -> String {
        var text = address.lowercased()[...]
        if let scheme = text.range(of: "://") { text = text[scheme.upperBound...] }
        if let user = text.firstIndex(of: "@") { text = text[user...].dropFirst() }
        if text.hasSuffix(".git") { text = text.dropLast(4) }
        return text.map { $0 == ":" ? "/" : String($0) }.joined()
    }
}

extension RepositoryFacts {
    /// Whether what `flux bootstrap` left is here, and all Flux Kustomizations build what it
    /// checks out: no other repository adds objects to its clusters then, but people may by hand.
    var deployAlone: Bool {
        let linked = LinkedSources(self)
        return fluxKustomizations.contains { appliesItself($0) }
            && fluxKustomizations.allSatisfy { kustomization in
                let (name, kind) = (
                    kustomization.fact.sourceName?.text, kustomization.fact.sourceKind?.text
                )
                return name == OwnSources.ownName && kind == "GitRepository"
                    || linked.root(of: name, kind: kind, inFile: kustomization.path) != nil
            }
            && !kustomizations.contains(where: \.fact.hasRemoteBases)
            && !files.contains(where: \.facts.holdsOtherDeployer)
    }

    /// Whether a Flux Kustomization builds the directory of the file that declares it.
    private func appliesItself(_ kustomization: Placed<FluxKustomizationFact>) -> Bool {
        let (fact, path) = (kustomization.fact, kustomization.path)
        guard fact.object.identity.name == OwnSources.ownName,
            let written = fact.path?.text, NamePattern.isLiteral(written),
            let directory = RepositoryPath.joined(written, to: links.root(ofFile: path))
        else { return false }
        return RepositoryPath.isPath(path, in: directory)
    }
}

extension KustomizationFact {
    fileprivate var hasRemoteBases: Bool {
        resources.contains(where: \.text.isRemote) || bases.contains(where: \.text.isRemote)
            || components.contains(where: \.text.isRemote)
    }
}

extension FileFacts {
    /// Whether an object makes a cluster take objects from elsewhere, and is no Flux Kustomization.
    fileprivate var holdsOtherDeployer: Bool {
        resourceSets.contains { !$0.isComplete }
            || objects.contains { object in
                switch object.identity.kind {
                case "FluxInstance", "Application", "ApplicationSet": true
                case "ResourceSet": !object.identity.isResourceSet
                default: false
                }
            }
    }
}

extension Substring {
    /// Where `text` occurs first.
    fileprivate func range(of text: String) -> Range<Index>? {
        var rest = self
        while !rest.isEmpty {
            if rest.hasPrefix(text) {
                return rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.count)
            }
            rest.removeFirst()
        }
        return nil
    }
}
