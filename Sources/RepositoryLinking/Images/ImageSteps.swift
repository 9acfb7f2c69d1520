import Kustomize
import ManifestFacts
import RegularLanguages
import SourceText

/// The effects of all builds of a repository on images, and on which of them.
struct ImageSteps: Sendable {
    private let graph: BuildGraph
    let holders: Holders
    private let directories: [DirectoryImages?]
    private var steps: [ImageStep] = []
    /// By build: the place of its step; nil where objects pass as they are.
    private var numbers: [Int?] = []
    /// Names and labels that directories give to all objects, each once.
    private var renames: [KustomizeStep] = []
    /// By directory: the place of what it gives.
    private var renameNumbers: [Int?] = []
    private var entryNames: Set<String> = []
    /// Entries whose names are expressions.
    private var patterns: [ImageEntry] = []
    /// The names of objects that patches are for, by kind; under an empty one those of any kind.
    private var patched: [String: PatchedNames] = [:]
    /// The same of patches that may bring something that is not fine.
    private var doubted: [String: PatchedNames] = [:]
    /// Whether patches may know an object by another name than its file.
    private var hasAffixes = false
    /// Whether something that is not followed may change images anywhere.
    private(set) var hasUnknown = false

    /// Cost: linear in the number of kustomizations, and in the patches that speak of images.
    ///
    /// - Parameter directories: What each kustomization says.
    init(_ graph: BuildGraph, directories: [DirectoryImages?], doubt: ImageDoubt) {
        self.graph = graph
        holders = Holders(graph)
        self.directories = directories
        hasAffixes = graph.kustomize.nodes.contains {
            !$0.step.prefix.isEmpty || !$0.step.suffix.isEmpty || !$0.step.transformers.isEmpty
        }
        let isPlain = !graph.builds.contains { $0.overrides != 0 }
        guard !isPlain || directories.contains(where: { $0 != nil }) else { return }
        var known: [StepKey: Int?] = [:]
        for build in graph.builds {
            let own = directories[build.directory]
            guard own != nil || build.overrides != 0 else {
                numbers.append(nil)
                continue
            }
            let key = StepKey(directory: build.directory, overrides: build.overrides)
            let number =
                known[key]
                ?? add(
                    ImageStep(
                        own ?? .none, step: graph.kustomize.nodes[build.directory].step,
                        overrides: graph.overrides(of: build), doubt: doubt))
            known[key] = .some(number)
            numbers.append(number)
        }
        if !steps.isEmpty { collectRenames() }
    }

    /// All that a step depends on: most bases are built in many ways and do the same in each.
    private struct StepKey: Hashable {
        let directory: Int
        let overrides: Int
    }

    /// Nil for a step that changes nothing.
    private mutating func add(_ step: ImageStep) -> Int? {
        hasAffixes = hasAffixes || !step.step.prefix.isEmpty || !step.step.suffix.isEmpty
        if step.changesNothing { return nil }
        note(step)
        steps.append(step)
        return steps.count - 1
    }

    private mutating func collectRenames() {
        var known: [KustomizeStep: Int] = [:]
        for directory in graph.kustomize.nodes.indices {
            let step =
                graph.kustomize.nodes[directory].step.changesNothing
                ? nil
                : graph.kustomize.nodes[directory].step.forImages(.none, patches: ImagePatches())
            guard let step, !step.changesNothing else {
                renameNumbers.append(nil)
                continue
            }
            let number = known[step] ?? renames.count
            if number == renames.count { renames.append(step) }
            known[step] = number
            renameNumbers.append(number)
        }
    }

    private mutating func note(_ step: ImageStep) {
        hasUnknown = hasUnknown || step.features.reachesFurther
        for entry in step.entries {
            entryNames.insert(entry.name)
            if entry.isPattern { patterns.append(entry) }
        }
        for object in step.patchedObjects {
            patched[object.kind, default: PatchedNames()].add(object.name)
            if object.isDoubted { doubted[object.kind, default: PatchedNames()].add(object.name) }
        }
    }

    /// The step of a build, and a number that only equal ones share; nil where objects pass as they
    /// are but for their names.
    subscript(build: Int) -> (step: ImageStep, number: Int)? {
        guard let number = numbers.isEmpty ? nil : numbers[build] else { return nil }
        return (steps[number], number)
    }

    /// Names and labels that matter to the selectors of patches further out, with such a number.
    func renames(at build: Int) -> (step: KustomizeStep, number: Int)? {
        guard !renameNumbers.isEmpty,
            let number = renameNumbers[graph.builds[build].directory]
        else { return nil }
        return (renames[number], -1 - number)
    }

    var isEmpty: Bool { steps.isEmpty }

    /// Whether a patch may be for an object, as far as its kind and its written name tell.
    func mayPatch(_ object: ObjectIdentity) -> Bool { mayHold(object, in: patched) }

    /// The same for patches that may bring something that is not fine.
    func mayPatchDoubtfully(_ object: ObjectIdentity) -> Bool { mayHold(object, in: doubted) }

    private func mayHold(_ object: ObjectIdentity, in names: [String: PatchedNames]) -> Bool {
        if names.isEmpty { return false }
        return [object.kind ?? "", ""].contains { kind in
            names[kind].map { hasAffixes || $0.mayHold(object.name ?? "") } ?? false
        }
    }

    /// Whether an entry may be for an image.
    func mayChange(_ image: ImageFact) -> Bool {
        guard image.takesEntries else { return false }
        if let name = image.repository.text, entryNames.contains(name) { return true }
        return !patterns.isEmpty || image.repository.isUnknown && !entryNames.isEmpty
    }
}

/// The names of some objects, or any.
private struct PatchedNames: Sendable {
    private var names: Set<String> = []
    private var isAny = false

    mutating func add(_ name: String?) {
        if let name { names.insert(name) } else { isAny = true }
    }

    func mayHold(_ name: String) -> Bool { isAny || names.contains(name) }
}

extension KustomizeGraph {
    /// Whether a patch of a kustomization or a Flux Kustomization may choose its objects by labels
    /// or annotations.
    var asksForLabels: Bool { changesMention("elector") }

    /// Whether a word is in a kustomization or a Flux Kustomization that changes what it builds.
    func changesMention(_ word: String) -> Bool {
        let word = Array(word.utf8)
        return files.contains { file in
            let isChange =
                file.facts.kustomization?.furtherKeys.isEmpty == false
                || file.facts.fluxKustomizations.contains(where: \.hasFurtherChanges)
            return isChange && file.facts.source.contains(word: word)
        }
    }
}
