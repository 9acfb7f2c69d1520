import Kustomize
import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

/// An object by its name, `NAMESPACE/NAME` as far as it is known, and where it is declared.
struct DeclaredObject: Hashable {
    let name: String
    let declaration: Declaration

    var words: String { "\(name) (\(declaration))" }

    var json: JSONValue {
        [
            "name": .string(name), "path": .string(declaration.path),
            "line": .integer(declaration.line),
        ]
    }
}

/// A build of an object or a file on its way to clusters.
struct BuildAccount {
    /// A directory that is built by itself.
    struct Root: Hashable {
        /// From the repository's root, which is empty.
        let directory: String
        /// A Flux Kustomization; nil where nothing in the repository builds the directory.
        let builder: DeclaredObject?
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
            return DeclaredObject(
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

extension BuildAccount {
    /// More roots than these are counted.
    private static let rootLimit = 8

    /// One row for each root.
    func rows(label: String) -> [[TextTable.Cell]] {
        guard !roots.isEmpty else {
            return [.row(label, "as its file is: nothing in the repository builds it")]
        }
        let rest = roots.count - Self.rootLimit
        let words =
            roots.prefix(Self.rootLimit).map(\.words)
            + (rest > 0 ? ["and from \(rest) more directories"] : [])
        return words.enumerated().map { .row($0.offset == 0 ? label : "", $0.element) }
    }
}

extension BuildAccount.Root {
    fileprivate var words: String {
        let place = directory.isEmpty ? "the repository's root" : directory
        guard let builder else { return "from \(place), which nothing in the repository builds" }
        return "from \(place), by the Kustomization \(builder.words)"
    }
}
