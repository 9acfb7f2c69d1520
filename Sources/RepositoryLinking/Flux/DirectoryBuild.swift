import Kustomize

/// One way in which a directory's objects are built: a directory, and what happens to its objects.
struct DirectoryBuild {
    let directory: Int
    /// The number in the graph of what the Flux Kustomization that builds this directory writes
    /// into its kustomization.
    let overrides: Int
    /// The effect of outer kustomizations on the output of this directory.
    let outerEffect: KustomizeEffect
    /// With what this directory's own kustomization does.
    let effect: KustomizeEffect
    /// The build that this directory's resources go through: this one, or that of its innermost
    /// component.
    var inner: Int
    /// The builds that bring this one in; the first leads to the root that reached it first.
    var parents: [Int] = []
    /// For a root: the Flux Kustomizations that build it, nil for an unknown one.
    var scopes: [Scope?] = []
}

/// A Flux Kustomization at work: what it fills in, and where it was found.
final class Scope: Hashable, Sendable {
    /// In the place of more Flux Kustomizations than are told apart.
    static let unknown = Scope(
        file: -1, index: 0, identity: EffectiveIdentity(namespace: .unknown, name: .unknown),
        variables: .unknown)

    /// The file that declares it, and its place among the Flux Kustomizations there.
    let file: Int
    let index: Int
    let identity: EffectiveIdentity
    let variables: Variables

    init(file: Int, index: Int, identity: EffectiveIdentity, variables: Variables) {
        self.file = file
        self.index = index
        self.identity = identity
        self.variables = variables
    }

    static func == (left: Scope, right: Scope) -> Bool {
        left === right
            || left.file == right.file && left.index == right.index
                && left.identity == right.identity && left.variables == right.variables
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(index)
        hasher.combine(identity)
    }
}
