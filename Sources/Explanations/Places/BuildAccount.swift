import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// A build of an object or a file on its way to clusters.
struct BuildAccount {
    /// A directory that is built by itself.
    struct Root: Hashable {
        /// From the repository's root, which is empty.
        let directory: String
        /// Nil where nothing in the repository builds the directory.
        let builder: Builder?
    }

    /// A Flux Kustomization.
    struct Builder: Hashable {
        let name: String
        let declaration: Declaration
    }

    /// The files of the kustomizations on the first way that was found, from the innermost
    /// outwards; empty for a whole file.
    let kustomizations: [String]
    /// In the order of their discovery; empty for what is applied as its file is.
    let roots: [Root]

    /// The way of one object.
    init(of object: EffectiveObject, in model: RepositoryModel, _ places: FilePositions) {
        kustomizations = model.kustomizations(of: object)
        roots = Self.roots(model.roots(of: object), places)
    }

    /// The ways of a file.
    init(of roots: [BuildRoot], _ places: FilePositions) {
        kustomizations = []
        self.roots = Self.roots(roots, places)
    }

    /// The ways of a policy: those of all objects that come to it.
    init(of policy: LinkedPolicy, in model: RepositoryModel, _ places: FilePositions) {
        let variants = model.policyLinks.policies.filter { $0.isSameDeclaration(as: policy) }
        let objects = model.objects.policies.filter {
            $0.fact.path == policy.path && $0.fact.fact.object.span == policy.fact.object.span
                && $0.identity == policy.identity
        }
        kustomizations = model.kustomizations(of: policy.object)
        // Nothing but the identity tells which variant an object came to.
        roots = Self.roots(
            variants.count { $0.identity == policy.identity } > 1
                ? model.roots(of: policy.object) : objects.flatMap { model.roots(of: $0.object) },
            places)
    }

    private static func roots(_ roots: [BuildRoot], _ places: FilePositions) -> [Root] {
        var seen: Set<Root> = []
        return roots.map { Root($0, places) }.filter { seen.insert($0).inserted }
    }
}

extension BuildAccount.Root {
    fileprivate init(_ root: BuildRoot, _ places: FilePositions) {
        directory = root.directory
        builder = root.builder.flatMap { builder in
            guard let file = places.file(at: builder.path),
                file.facts.fluxKustomizations.indices.contains(builder.index)
            else { return nil }
            let object = file.facts.fluxKustomizations[builder.index].object
            return BuildAccount.Builder(
                name: builder.identity.name(as: object.identity),
                declaration: places.declaration(
                    at: SourceLocation(path: builder.path, span: object.span)))
        }
    }
}

extension LinkedPolicy {
    fileprivate func isSameDeclaration(as other: LinkedPolicy) -> Bool {
        path == other.path && fact.object.span == other.fact.object.span
    }
}

extension EffectiveIdentity {
    /// `NAMESPACE/NAME` in the cluster, as written where that is not known; or the name alone.
    func name(as written: ObjectIdentity) -> String {
        ((namespace.known ?? written.namespace).map { "\($0)/" } ?? "")
            + (name.known ?? written.name ?? "")
    }
}
