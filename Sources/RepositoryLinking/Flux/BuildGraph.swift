import Kustomize
import ManifestFacts
import YAMLSyntax

/// Every directory with all ways in which it is built, from the roots downwards.
///
/// Ways that do the same to a directory's objects are one: so a base that a hundred overlays share
/// is walked once for each thing that they do to it, not once for each path.
struct BuildGraph {
    /// More ways to one directory count as one of which nothing is known.
    static let wayLimit = 64
    /// Directories within directories.
    static let depthLimit = 128

    let facts: RepositoryFacts
    let kustomize: KustomizeGraph
    private(set) var builds: [DirectoryBuild] = []
    /// All different ones; the first changes nothing.
    private var overrides: [FluxOverrides] = [.none]
    private var overrideNumbers: [FluxOverrides: Int] = [:]
    /// By directory.
    private var buildsOfDirectory: [[Int]]
    /// By file: whether it contains Flux Kustomizations.
    let holdsKustomizations: [Bool]
    /// By file: the builds that its objects go through, ascending.
    private(set) var buildsOfFile: [[Int]]
    /// Whether a Flux Kustomization patches what it builds, and that is not known.
    var hasUnfollowedPatches = false
    /// Files that were reached in a new way and may contain Flux Kustomizations, with that build.
    private var reached: [(file: Int, build: Int)] = []
    /// By directory: whether it is being built.
    private var isOnPath: [Bool]
    private var depth = 0
    /// Nil until the graph is finished.
    private(set) var ancestry: BuildAncestry?
    /// Directories too deep to be built with what contains them.
    private var deepDirectories: [Int] = []

    init(_ facts: RepositoryFacts) {
        let kustomize = KustomizeGraph(
            facts.files, paths: facts.paths, hasAffixes: facts.hasFluxAffixes,
            roots: facts.links.directories)
        self.facts = facts
        self.kustomize = kustomize
        isOnPath = Array(repeating: false, count: kustomize.nodes.count)
        builds.reserveCapacity(kustomize.nodes.count)
        buildsOfDirectory = Array(repeating: [], count: kustomize.nodes.count)
        buildsOfFile = Array(repeating: [], count: kustomize.files.count)
        var holdsKustomizations = Array(repeating: false, count: kustomize.files.count)
        for fact in facts.fluxKustomizations { holdsKustomizations[fact.file] = true }
        self.holdsKustomizations = holdsKustomizations
    }

    func isBuilt(_ directory: Int) -> Bool { !buildsOfDirectory[directory].isEmpty }

    func builds(ofDirectory directory: Int) -> [Int] { buildsOfDirectory[directory] }

    /// Builds a directory by itself: for a Flux Kustomization, or with nil for an unknown one.
    mutating func addRoot(_ directory: Int, overrides: FluxOverrides, scope: Scope?) {
        let build = build(directory, within: .none, overrides: number(of: overrides))
        if !builds[build].scopes.contains(scope) { builds[build].scopes.append(scope) }
        while let directory = deepDirectories.popLast() {
            if !isBuilt(directory) { _ = self.build(directory, within: .unknown, overrides: 0) }
        }
    }

    mutating func takeReached() -> [(file: Int, build: Int)] {
        defer { reached = [] }
        return reached
    }

    func overrides(of build: DirectoryBuild) -> FluxOverrides { overrides[build.overrides] }

    private mutating func number(of new: FluxOverrides) -> Int {
        if new == .none { return 0 }
        if let number = overrideNumbers[new] { return number }
        overrides.append(new)
        overrideNumbers[new] = overrides.count - 1
        return overrides.count - 1
    }

    private mutating func build(
        _ directory: Int, within outer: KustomizeEffect, overrides: Int
    ) -> Int {
        var outer = outer
        let same = buildsOfDirectory[directory].first {
            builds[$0].outerEffect == outer && builds[$0].overrides == overrides
        }
        if let same { return same }
        if buildsOfDirectory[directory].count >= Self.wayLimit {
            outer = .unknown
            if let unknown = buildsOfDirectory[directory].last(where: {
                builds[$0].outerEffect == .unknown
            }) {
                return unknown
            }
        }
        return addBuild(directory, within: outer, overrides: overrides)
    }

    private mutating func addBuild(
        _ directory: Int, within outer: KustomizeEffect, overrides: Int
    ) -> Int {
        let number = builds.count
        let effect =
            overrides == 0
            ? outer.after(kustomize.nodes[directory].step)
            : outer.after(kustomize.nodes[directory].step.with(self.overrides[overrides]))
        builds.append(
            DirectoryBuild(
                directory: directory, overrides: overrides, outerEffect: outer,
                effect: effect, inner: number))
        buildsOfDirectory[directory].append(number)
        isOnPath[directory] = true
        depth += 1
        defer {
            isOnPath[directory] = false
            depth -= 1
        }
        let components =
            kustomize.nodes[directory].components + components(overrides, addedTo: directory)
        // A later component changes what an earlier one brings in, so it is further out.
        for component in components.reversed() {
            let within = builds[number].inner
            if let child = bringIn(component, by: within) {
                builds[number].inner = builds[child].inner
            }
        }
        let inner = builds[number].inner
        for resource in kustomize.nodes[directory].resources {
            switch resource {
            case .file(let file): reach(file, by: inner)
            case .directory(let child): _ = bringIn(child, by: inner)
            }
        }
        return number
    }

    /// The components that a Flux Kustomization adds to the directory that it builds.
    func components(_ overrides: Int, addedTo directory: Int) -> [Int] {
        if overrides == 0 { return [] }
        return self.overrides[overrides].components.compactMap {
            kustomize.tree.directory(at: $0, from: directory)
        }
    }

    /// Nil for a directory that contains itself or is too deep.
    private mutating func bringIn(_ directory: Int, by parent: Int) -> Int? {
        if isOnPath[directory] { return nil }
        guard depth < Self.depthLimit else {
            deepDirectories.append(directory)
            return nil
        }
        let child = build(directory, within: builds[parent].effect, overrides: 0)
        if builds[child].parents.last != parent { builds[child].parents.append(parent) }
        return child
    }

    private mutating func reach(_ file: Int, by build: Int) {
        guard buildsOfFile[file].last != build else { return }
        buildsOfFile[file].append(build)
        if holdsKustomizations[file] { reached.append((file, build)) }
        for rendered in facts.rendered[file] ?? [] { reach(rendered, by: build) }
    }
}

extension BuildGraph {
    /// Computes what is above each build, after which no build may be added.
    mutating func finish() { ancestry = BuildAncestry(self) }

    /// The builds of roots that a build is part of, in the order of their discovery.
    func rootBuilds(of build: Int) -> [Int] {
        if let ancestry { return ancestry.roots(of: build) }
        var roots: [Int] = []
        var seen: Set<Int> = [build]
        var queue = [build]
        while let next = queue.popLast() {
            if !builds[next].scopes.isEmpty { roots.append(next) }
            for parent in builds[next].parents where seen.insert(parent).inserted {
                queue.append(parent)
            }
        }
        return roots.sorted()
    }

    /// Whether a root is above a build, or the same.
    func isPart(_ build: Int, of root: Int) -> Bool {
        ancestry?.isPart(build, of: root) ?? rootBuilds(of: build).contains(root)
    }

    /// The Flux Kustomizations behind a build, with nil for roots without one; in the order
    /// of their discovery.
    func scopes(of build: Int) -> [Scope?] {
        ancestry?.scopes(of: build)
            ?? BuildAncestry.scopes(of: rootBuilds(of: build), isComplete: true, builds)
    }

    /// The builds that bring in the Flux Kustomization at work.
    func declaringBuilds(of scope: Scope?) -> [Int] {
        guard let scope, buildsOfFile.indices.contains(scope.file) else { return [] }
        return buildsOfFile[scope.file]
    }

    /// An object after all that a build does to it; nil for an object that nothing builds.
    func state(
        of object: ObjectIdentity, document: BuiltNode?, in build: Int?
    ) -> ObjectState {
        var state = ObjectState(object, document: document)
        guard let build else { return state }
        if let resourceSet = facts.resourceSets[ObjectIdentifier(object)] {
            if let reason = reasonUnknown(resourceSet, in: build) {
                state.add(.all, reason: reason)
            }
            return state
        }
        let effect = builds[build].effect
        for step in effect.steps.reversed() { state.pass(step) }
        if !effect.unknown.isEmpty {
            state.add(effect.unknown, reason: "it is built in ways that are not followed")
        }
        return state
    }
}

extension BuildGraph {
    /// The reason why the objects of a ResourceSet are not known; nil if they are.
    ///
    /// The operator makes them behind all that a build does, so only a change of their templates
    /// matters.
    func reasonUnknown(_ resourceSet: Placed<ResourceSetFact>, in build: Int) -> String? {
        let state = state(
            of: resourceSet.fact.object.identity,
            document: .written(
                resourceSet.fact.root, in: TextOrigin(kustomize.files[resourceSet.file])),
            in: build)
        return state.isPatched || state.unknown.contains(.content)
            ? "a patch may change the ResourceSet that makes it" : nil
    }
}

extension RepositoryFacts {
    /// Whether a Flux Kustomization gives objects other names.
    fileprivate var hasFluxAffixes: Bool {
        fluxKustomizations.contains {
            let spec = $0.fact.hasFurtherChanges ? $0.fact.root["spec"] : nil
            return spec?["namePrefix"] != nil || spec?["nameSuffix"] != nil
        }
    }
}
