import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// Finds out what is built, and how: from the Flux Kustomizations that the repository contains,
/// which are objects that others build, and from the directories that nothing in it refers to.
struct FluxWalk {
    /// How often Flux Kustomizations are looked at again because their variables became known.
    private static let roundLimit = 16

    private(set) var graph: BuildGraph
    private let sources: OwnSources
    private let settings: VariableSources
    /// Files with Flux Kustomizations.
    private let filesWithKustomizations: [Int]
    /// The files of them that contain a `$`, which are read several times.
    private let filesWithVariables: Set<Int>
    private var evaluated: Set<Evaluation> = []
    /// By Flux Kustomization: where the path leads that it is written with.
    private var directoriesOfFact: [ObjectIdentifier: [Int]] = [:]
    /// By the paths of Flux Kustomizations, with unknown variables.
    private var directoriesOfPath: [RootedPath: [Int]] = [:]
    private var variableNumbers: [Variables: Int] = [:]
    private let inlinePatches = InlinePatches()
    /// Flux Kustomizations with variables, as each build leaves them.
    private var states: [BuiltKustomization: ObjectState] = [:]
    /// How many directories may be looked at for such paths: a generous bound on hostile ones.
    private var patternBudget = 1_000_000

    private struct Evaluation: Hashable {
        let file: Int
        let index: Int
        let build: Int?
        let variables: Variables?
    }

    private struct RootedPath: Hashable {
        let root: String
        let path: String
    }

    private struct BuiltKustomization: Hashable {
        let file: Int
        let index: Int
        let build: Int?
    }

    init(_ facts: RepositoryFacts) {
        graph = BuildGraph(facts)
        sources = OwnSources(facts)
        settings = VariableSources(facts.settings)
        filesWithKustomizations = Self.files(of: facts.fluxKustomizations)
        filesWithVariables = Set(
            facts.fluxKustomizations.lazy.filter(\.fact.mentionsVariables).map(\.file))
        buildUnreferencedDirectories()
        evaluateAgain()
        evaluateUnreachedKustomizations()
        evaluateAgain()
        buildRest()
        evaluateAgain()
        graph.finish()
    }

    private var files: [ManifestFile] { graph.kustomize.files }

    private static func files(of facts: [Placed<FluxKustomizationFact>]) -> [Int] {
        var files: [Int] = []
        for fact in facts where files.last != fact.file { files.append(fact.file) }
        return files
    }

    // MARK: Roots

    private mutating func buildUnreferencedDirectories() {
        var isNamed = areDirectoriesNamedByFlux()
        // Directories come after those that contain them.
        for number in graph.kustomize.tree.directories.indices {
            if !graph.kustomize.hasKustomization(number) {
                if isNamed[number] {
                    for inner in graph.kustomize.tree.inner(of: number) { isNamed[inner] = true }
                }
            } else if !isNamed[number], !graph.kustomize.isReferenced[number] {
                graph.addRoot(number, overrides: .none, scope: nil)
            }
        }
    }

    /// Directories that only bring in each other.
    private mutating func buildRest() {
        for directory in graph.kustomize.nodes.indices
        where graph.kustomize.hasKustomization(directory) && !graph.isBuilt(directory) {
            graph.addRoot(directory, overrides: .none, scope: nil)
            follow()
        }
    }

    /// By directory: whether a Flux Kustomization names it, also as a component, before anything is
    /// known about variables.
    private mutating func areDirectoriesNamedByFlux() -> [Bool] {
        let tree = graph.kustomize.tree
        var isNamed = Array(repeating: false, count: tree.directories.count)
        for kustomization in graph.facts.fluxKustomizations {
            guard let root = root(of: kustomization.fact, inFile: kustomization.file) else {
                continue
            }
            for directory in directories(asWritten: kustomization.fact, below: root) {
                isNamed[directory] = true
                for component in kustomization.fact.components {
                    guard let directory = tree.directory(at: component.text, from: directory) else {
                        continue
                    }
                    isNamed[directory] = true
                }
            }
        }
        return isNamed
    }

    /// Evaluates the Flux Kustomizations that were applied by hand or by bootstrap.
    ///
    /// The ones that apply themselves come first, because what they build was not applied by hand.
    private mutating func evaluateUnreachedKustomizations() {
        let unreached = filesWithKustomizations.filter {
            graph.kustomize.patchedDirectories[$0] == nil && graph.buildsOfFile[$0].isEmpty
        }
        for file in unreached where appliesItself(file) {
            evaluate(file: file, build: nil)
            follow()
        }
        // Those of bootstrap have brought all others by now, in most repositories.
        let rest = unreached.filter { graph.buildsOfFile[$0].isEmpty }
        let isBuilt = files(builtBy: rest)
        for file in rest.filter({ !isBuilt[$0] }) + rest.filter({ isBuilt[$0] })
        where graph.buildsOfFile[file].isEmpty {
            evaluate(file: file, build: nil)
            follow()
        }
    }

    private mutating func appliesItself(_ file: Int) -> Bool {
        files[file].facts.fluxKustomizations.contains { fact in
            let root =
                root(of: fact, inFile: file) ?? graph.facts.links.root(ofFile: files[file].path)
            return directories(asWritten: fact, below: root).contains {
                graph.kustomize.tree.directories[$0].files.contains(file)
            }
        }
    }

    /// By file: whether the Flux Kustomizations in some files build it, whatever they do to it.
    private mutating func files(builtBy files: [Int]) -> [Bool] {
        var built = Array(repeating: false, count: self.files.count)
        var isSeen = Array(repeating: false, count: graph.kustomize.nodes.count)
        var waiting: [Int] = []
        for file in files {
            for fact in self.files[file].facts.fluxKustomizations {
                guard let root = root(of: fact, inFile: file) else { continue }
                waiting += directories(asWritten: fact, below: root)
            }
        }
        while let directory = waiting.popLast() {
            if isSeen[directory] { continue }
            isSeen[directory] = true
            waiting += graph.kustomize.nodes[directory].components
            for place in graph.kustomize.nodes[directory].resources {
                switch place {
                case .file(let file): built[file] = true
                case .directory(let directory): waiting.append(directory)
                }
            }
        }
        return built
    }

    // MARK: Flux Kustomizations

    /// Evaluates what was reached, until nothing new is; whether anything was.
    @discardableResult
    private mutating func follow() -> Bool {
        var isChanged = false
        while true {
            let reached = graph.takeReached()
            if reached.isEmpty { return isChanged }
            isChanged = true
            for (file, build) in reached { evaluate(file: file, build: build) }
        }
    }

    /// Further roots may have brought further variables to what was reached before.
    private mutating func evaluateAgain() {
        follow()
        for _ in 0..<Self.roundLimit {
            for file in filesWithVariables.sorted() {
                for build in graph.buildsOfFile[file] { evaluate(file: file, build: build) }
            }
            if !follow() { return }
        }
    }

    private mutating func evaluate(file: Int, build: Int?) {
        for (index, fact) in files[file].facts.fluxKustomizations.enumerated() {
            for object in objects(of: fact, file: file, index: index, build: build) {
                let isRepeated =
                    filesWithVariables.contains(file)
                    && !evaluated.insert(
                        Evaluation(
                            file: file, index: index, build: build, variables: object.variables)
                    ).inserted
                if isRepeated { continue }
                let isFollowed =
                    root(of: fact, inFile: file).map {
                        addRoots(of: object, fact, file: file, index: index, below: $0)
                    } ?? false
                if !isFollowed, fact.hasFurtherChanges { graph.hasUnfollowedPatches = true }
            }
        }
    }

    /// The objects of a Flux Kustomization: its patches stay, while further roots may bring further
    /// variables.
    private mutating func objects(
        of fact: FluxKustomizationFact, file: Int, index: Int, build: Int?
    ) -> [EffectiveObject] {
        guard filesWithVariables.contains(file) else {
            return graph.objects(of: fact, inFile: file, build: build)
        }
        let key = BuiltKustomization(file: file, index: index, build: build)
        let state = states[key] ?? graph.state(of: fact, inFile: file, build: build)
        states[key] = state
        return graph.objects(of: fact, in: state, build: build)
    }

    /// Whether there were any.
    private mutating func addRoots(
        of object: EffectiveObject, _ fact: FluxKustomizationFact, file: Int, index: Int,
        below root: String
    ) -> Bool {
        // Nearly all are as they are written, and then the facts know.
        let isPlain = object.isAsWritten && !fact.hasFurtherChanges
        let variables =
            isPlain && fact.substitutions.isEmpty && fact.substituteFrom.isEmpty
            ? Variables() : settings.variables(of: object, inFile: files[file].path)
        let scope = Scope(
            file: file, index: index, identity: object.identity, variables: variables)
        let directories =
            isPlain
            ? directories(asWritten: fact, below: root)
            : directories(at: object.text("path") ?? .known("./"), below: root)
        for directory in directories {
            let overrides = isPlain ? FluxOverrides(fact) : overrides(object, of: directory)
            graph.addRoot(directory, overrides: overrides, scope: scope)
        }
        return !directories.isEmpty
    }

    private mutating func overrides(_ object: EffectiveObject, of directory: Int) -> FluxOverrides {
        let substitution = object.variables.map { variables in
            TextSubstitution(number: number(of: variables)) { $0.substituting(variables) }
        }
        var reader = PatchReader(
            files: files, tree: graph.kustomize.tree, directory: directory, for: .all,
            substitution: substitution, known: inlinePatches)
        return FluxOverrides(object, &reader)
    }

    private mutating func number(of variables: Variables) -> Int {
        let number = variableNumbers[variables] ?? variableNumbers.count + 1
        variableNumbers[variables] = number
        return number
    }

    /// The root of the repository that a Flux Kustomization builds a directory of.
    private func root(of fact: FluxKustomizationFact, inFile file: Int) -> String? {
        sources.root(of: fact, inFile: files[file].path)
    }

    private mutating func directories(
        asWritten fact: FluxKustomizationFact, below root: String
    ) -> [Int] {
        let key = ObjectIdentifier(fact)
        if let known = directoriesOfFact[key] { return known }
        let found = directories(at: EffectiveText(fact.path?.text ?? "./"), below: root)
        directoriesOfFact[key] = found
        return found
    }

    /// The directories at a path: one or none, or where it contains a variable all that it may be.
    private mutating func directories(at path: EffectiveText, below root: String) -> [Int] {
        switch path {
        case .absent: return directories(at: .known("./"), below: root)
        case .known(let text):
            let key = RootedPath(root: root, path: text)
            if let known = directoriesOfPath[key] { return known }
            let tree = graph.kustomize.tree
            let found =
                tree.directory(at: root).flatMap {
                    tree.directory(at: Self.inRoot(text), from: $0)
                }.map { [$0] } ?? []
            directoriesOfPath[key] = found
            return found
        case .pattern(let text):
            let key = RootedPath(root: root, path: text)
            if let known = directoriesOfPath[key] { return known }
            guard let path = RepositoryPath.joined(Self.inRoot(text), to: root),
                RepositoryPath.isPath(path, in: root)
            else { return [] }
            let found = graph.kustomize.tree.directories(fitting: path, budget: &patternBudget)
            directoriesOfPath[key] = found
            return found
        }
    }

    /// Flux reads a path from the source's root.
    private static func inRoot(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        return String(path.drop { $0 == "/" })
    }
}

extension EffectiveObject {
    /// A field of `spec`, with what cannot be told as a pattern; nil where it is absent.
    func text(_ key: String) -> EffectiveText? {
        switch field("spec", key) {
        case .known(let text, _): EffectiveText(text)
        case .absent: nil
        case .collection, .unknown:
            document?["spec"]?[key]?.text.map { partlyKnown($0.text) } ?? .unknown
        }
    }

    private func partlyKnown(_ text: String) -> EffectiveText {
        guard let variables,
            let result = VariableSubstitution.result(of: text, with: variables)
        else { return .unknown }
        return EffectiveText(result.text)
    }
}
