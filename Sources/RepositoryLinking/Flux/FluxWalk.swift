import ManifestFacts
import SourceText
import YAMLSyntax

/// Finds out what is built, and how: from the Flux Kustomizations that the repository holds, which
/// are objects that others build, and from the folders that nothing in it refers to.
struct FluxWalk {
    /// How often Flux Kustomizations are looked at again because their variables became known.
    private static let roundLimit = 16

    private(set) var graph: BuildGraph
    private let sources: OwnSources
    private let settings: VariableSources
    /// Files with Flux Kustomizations.
    private let filesWithKustomizations: [Int]
    /// Those of them that say `$` somewhere.
    private let filesWithVariables: [Int]
    private var evaluated: Set<Evaluation> = []
    /// By the paths of Flux Kustomizations, with variables that nobody knows.
    private var foldersOfPath: [String: [Int]] = [:]
    /// How many folders may be looked at for such paths: a generous bound on hostile ones.
    private var patternBudget = 1_000_000

    private struct Evaluation: Hashable {
        let file: Int
        let index: Int
        let build: Int?
        let variables: Variables?
    }

    init(files: [ManifestFile]) {
        graph = BuildGraph(KustomizeGraph(files: files))
        sources = OwnSources(files: files)
        settings = VariableSources(files: files)
        let holdsKustomizations = graph.holdsKustomizations
        filesWithKustomizations = files.indices.filter { holdsKustomizations[$0] }
        filesWithVariables = filesWithKustomizations.filter { files[$0].usesVariables }
        buildUnreferencedFolders()
        evaluateAgain()
        evaluateUnreachedKustomizations()
        evaluateAgain()
        buildRest()
        evaluateAgain()
    }

    private var files: [ManifestFile] { graph.kustomize.files }

    // MARK: Roots

    private mutating func buildUnreferencedFolders() {
        let named = foldersNamedByFlux()
        var isWithinPlain: Set<Int> = []
        // Folders come after those that hold them.
        for (number, folder) in graph.kustomize.tree.folders.enumerated() {
            let isNamed = named.contains(number) || isWithinPlain.contains(number)
            if !graph.kustomize.hasKustomization(number) {
                if isNamed { isWithinPlain.formUnion(folder.folders) }
            } else if !isNamed, !graph.kustomize.referenced.contains(number) {
                graph.addRoot(number, overrides: .none, scope: nil)
            }
        }
    }

    /// Folders that only bring in each other.
    private mutating func buildRest() {
        for folder in graph.kustomize.nodes.indices
        where graph.kustomize.hasKustomization(folder) && !graph.isBuilt(folder) {
            graph.addRoot(folder, overrides: .none, scope: nil)
            follow()
        }
    }

    /// The folders that Flux Kustomizations name, and their components, before anything is known
    /// about variables.
    private mutating func foldersNamedByFlux() -> Set<Int> {
        var named: Set<Int> = []
        for number in filesWithKustomizations {
            for kustomization in files[number].facts.fluxKustomizations
            where sources.isOwn(kustomization) {
                let built = folders(at: EffectiveText(kustomization.path?.text ?? "./"))
                named.formUnion(built)
                named.formUnion(built.flatMap { components(of: kustomization, in: $0) })
            }
        }
        return named
    }

    private func components(of kustomization: FluxKustomizationFact, in folder: Int) -> [Int] {
        let path = graph.kustomize.tree.folders[folder].path
        return kustomization.components.compactMap {
            RepositoryPath.joined($0.text, to: path).flatMap(graph.kustomize.tree.folder)
        }
    }

    /// Flux Kustomizations that nothing builds were applied by hand or by bootstrap; those that
    /// apply themselves first, because they build others.
    private mutating func evaluateUnreachedKustomizations() {
        var (first, others): ([Int], [Int]) = ([], [])
        for number in filesWithKustomizations
        where graph.kustomize.patchedFolders[number] == nil {
            let file = files[number]
            let appliesItself = file.facts.fluxKustomizations.contains { kustomization in
                guard let path = Self.path(kustomization.path?.text) else { return false }
                return RepositoryPath.isPath(file.path, in: path)
            }
            if appliesItself { first.append(number) } else { others.append(number) }
        }
        for file in first + others where graph.buildsOfFile[file].isEmpty {
            evaluate(file: file, build: nil)
            follow()
        }
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
            for file in filesWithVariables {
                for build in graph.buildsOfFile[file] { evaluate(file: file, build: build) }
            }
            if !follow() { return }
        }
    }

    private mutating func evaluate(file: Int, build: Int?) {
        for (index, fact) in files[file].facts.fluxKustomizations.enumerated() {
            let objects = graph.objects(
                of: fact.object.identity, root: fact.root, inFile: file, builds: [build])
            for object in objects {
                let evaluation = Evaluation(
                    file: file, index: index, build: build, variables: object.variables)
                guard evaluated.insert(evaluation).inserted else { continue }
                let isFollowed =
                    sources.isOwn(fact) && addRoots(of: object, fact, file: file, index: index)
                if !isFollowed, fact.hasFurtherChanges { graph.hasUnfollowedPatches = true }
            }
        }
    }

    /// Whether there were any.
    private mutating func addRoots(
        of object: EffectiveObject, _ fact: FluxKustomizationFact, file: Int, index: Int
    ) -> Bool {
        // Nearly all are as they are written, and then the facts know.
        let isPlain = object.isAsWritten && !fact.hasFurtherChanges
        let variables =
            isPlain && fact.substitutions.isEmpty && fact.substituteFrom.isEmpty
            ? Variables() : settings.variables(of: object, inFile: files[file].path)
        let scope = Scope(
            file: file, index: index, identity: object.identity, variables: variables)
        let path = isPlain ? fact.path.map { EffectiveText($0.text) } : object.text("path")
        let folders = folders(at: path ?? EffectiveText("./"))
        for folder in folders {
            let overrides = isPlain ? FluxOverrides(fact) : overrides(object, of: folder)
            graph.addRoot(folder, overrides: overrides, scope: scope)
        }
        return !folders.isEmpty
    }

    private func overrides(_ object: EffectiveObject, of folder: Int) -> FluxOverrides {
        var reader = PatchReader(
            files: files, tree: graph.kustomize.tree,
            folder: graph.kustomize.tree.folders[folder].path, variables: object.variables,
            for: .all)
        return FluxOverrides(object, &reader)
    }

    /// The folders at a path: one or none, or where it holds a variable all that it may be.
    private mutating func folders(at path: EffectiveText) -> [Int] {
        switch path {
        case .absent: return folders(at: .known("./"))
        case .known(let text):
            if let known = foldersOfPath[text] { return known }
            let found = Self.path(text).flatMap(graph.kustomize.tree.folder).map { [$0] } ?? []
            foldersOfPath[text] = found
            return found
        case .pattern(let text):
            if let known = foldersOfPath[text] { return known }
            guard let path = Self.path(text) else { return [] }
            let found = graph.kustomize.tree.folders(fitting: path, budget: &patternBudget)
            foldersOfPath[text] = found
            return found
        }
    }

    /// Flux reads a path from the source's root, and never above it.
    private static func path(_ text: String?) -> String? {
        let text = text ?? ""
        guard text.utf8.first == UInt8(ascii: "/") else {
            return RepositoryPath.joined(text, to: "")
        }
        return RepositoryPath.joined(String(text.drop { $0 == "/" }), to: "")
    }
}

extension ManifestFile {
    fileprivate var usesVariables: Bool {
        facts.fluxKustomizations.contains { fact in
            facts.source[fact.root.span.range].contains(UInt8(ascii: "$"))
        }
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
