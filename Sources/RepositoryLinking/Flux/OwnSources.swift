import Kustomize
import ManifestFacts

/// Tells Flux Kustomizations that build this repository from those that build another one.
///
/// A repository does not know its own address. What `flux bootstrap` calls `flux-system` is it;
/// a source of another address is not; and where nothing is said, a path of this repository is
/// evidence, unless it is the root, which every repository has.
struct OwnSources {
    fileprivate static let ownName = "flux-system"

    /// By name; nil where several of one name differ.
    private var addresses: [String: String?] = [:]

    init(_ sources: [Placed<GitRepositoryFact>]) {
        for source in sources.lazy.map(\.fact) {
            guard let name = source.object.identity.name, let address = source.address?.text
            else { continue }
            if let known = addresses[name] {
                if known != address { addresses[name] = .some(nil) }
            } else {
                addresses[name] = address
            }
        }
    }

    func isOwn(_ kustomization: FluxKustomizationFact) -> Bool {
        isOwn(
            kustomization.sourceName?.text, kind: kustomization.sourceKind?.text,
            path: kustomization.path?.text)
    }

    /// Whether this repository is the source of something at a path of it.
    func isOwn(_ name: String?, kind: String?, path: String?) -> Bool {
        let name = name ?? Self.ownName
        if name == Self.ownName { return true }
        let isRoot = RepositoryPath.joined(path ?? "", to: "")?.isEmpty ?? true
        guard kind == "GitRepository", let address = addresses[name] ?? nil,
            let own = addresses[Self.ownName] ?? nil
        else { return !isRoot }
        return Self.normalized(address) == Self.normalized(own)
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
        fluxKustomizations.contains(where: \.appliesItself)
            && fluxKustomizations.allSatisfy { kustomization in
                kustomization.fact.sourceName?.text == OwnSources.ownName
                    && kustomization.fact.sourceKind?.text == "GitRepository"
            }
            && !kustomizations.contains(where: \.fact.hasRemoteBases)
            && !files.contains { $0.facts.objects.contains(where: \.isOtherDeployer) }
    }
}

extension Placed<FluxKustomizationFact> {
    /// Whether it builds the directory of the file that declares it.
    fileprivate var appliesItself: Bool {
        guard fact.object.identity.name == OwnSources.ownName,
            let written = fact.path?.text, NamePattern.isLiteral(written),
            let directory = RepositoryPath.joined(written, to: "")
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

extension ObjectFact {
    /// Whether it makes a cluster take objects from elsewhere, and is no Flux Kustomization.
    fileprivate var isOtherDeployer: Bool {
        switch identity.kind {
        case "FluxInstance", "ResourceSet", "Application", "ApplicationSet": true
        default: false
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
