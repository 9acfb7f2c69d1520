import Kustomize
package import ManifestFacts
package import SourceText
import YAMLSyntax

/// An entry of a kustomization's `images` that no image below it has the name of.
package struct UnusedImageEntry: Sendable {
    package let name: LocatedText
    package let kustomization: String

    package var location: SourceLocation {
        SourceLocation(path: kustomization, span: name.span)
    }
}

extension RepositoryModel {
    /// How many files may be looked at below kustomizations with `images`.
    private static let fileBudget = 1_000_000

    /// The entries of `images` that can change nothing, in the order of their places.
    ///
    /// Left out are those of kustomizations that bring in what is not in the repository, or that is
    /// made there: addresses, missing entries, charts, generators, transformers and templates.
    package var unusedImageEntries: [UnusedImageEntry] {
        var budget = Self.fileBudget
        let broken = Set(missingEntries.map(\.kustomization))
        return graph.facts.kustomizations.flatMap { fact -> [UnusedImageEntry] in
            let file = files[fact.file]
            let patches = fact.fact.furtherKeys.contains { $0.name.hasPrefix("patches") }
            let entries = file.facts.images.compactMap { image in
                image.use == .override ? image.overriddenName : nil
            }
            // A component changes what its users bring in.
            guard !entries.isEmpty, budget > 0, fact.fact.root.string("kind") != "Component",
                let directory = graph.kustomize.directory(builtFrom: fact),
                graph.isBuilt(directory),
                let below = graph.kustomize.contents(of: directory, budget: &budget),
                !broken.contains(fact.path),
                !below.files.contains(where: { broken.contains($0.path) })
            else { return [] }
            if below.imageNames.isEmpty { return [] }
            let (names, texts) = (below.imageNames, below.texts(besides: fact.file))
            return entries.filter { entry in
                let isLiteral = entry.text.utf8.allSatisfy { $0.isInName }
                return isLiteral && !names.contains(entry.text)
                    && !texts.contains { $0.contains(word: Array(entry.text.utf8)) }
                    && !(patches && file.facts.source.holdsTwice(Array(entry.text.utf8)))
            }.map { UnusedImageEntry(name: $0, kustomization: fact.path) }
        }
    }
}

/// The files that a kustomization brings together.
private struct KustomizationContents {
    let files: [ManifestFile]

    /// The names of all images there.
    var imageNames: Set<String> {
        Set(files.flatMap { $0.facts.images.compactMap(\.repository.text) })
    }

    /// The texts of patches and of other kustomizations.
    func texts(besides own: Int) -> [[UInt8]] {
        files.filter { $0.facts.role == .kustomization || $0.facts.images.isEmpty }
            .map(\.facts.source)
    }
}

extension KustomizeGraph {
    /// Nil where not all of it is known.
    fileprivate func contents(of directory: Int, budget: inout Int) -> KustomizationContents? {
        var found: Set<Int> = []
        var seen: Set<Int> = [directory]
        var waiting = [directory]
        while let next = waiting.popLast() {
            guard budget > 0, let number = tree.directories[next].kustomization,
                let fact = files[number].facts.kustomization, isFollowed(fact, in: next)
            else { return nil }
            if next != directory { found.insert(number) }
            for place in nodes[next].resources + nodes[next].components.map({ .directory($0) }) {
                budget -= 1
                switch place {
                case .file(let file): found.insert(file)
                case .directory(let inner): if seen.insert(inner).inserted { waiting.append(inner) }
                }
            }
            for entry in fact.furtherPaths {
                if case .file(let file)? = tree.place(at: entry.text, from: next) {
                    found.insert(file)
                }
            }
        }
        let files = found.sorted().map { self.files[$0] }
        let areRead = files.allSatisfy { $0.facts.reading == .parsed }
        return areRead ? KustomizationContents(files: files) : nil
    }

    /// Whether a kustomization brings in nothing but manifests and directories of the repository.
    private func isFollowed(_ fact: KustomizationFact, in directory: Int) -> Bool {
        let open = [
            "transformers", "generators", "helmCharts", "helmChartInflationGenerator",
            "replacements", "configurations", "vars", "imageTags", "openapi",
        ]
        return !fact.furtherKeys.contains { open.contains($0.name) }
            && (fact.resources + fact.bases + fact.components).allSatisfy { entry in
                let isOutside =
                    entry.text.isRemote || !NamePattern.isLiteral(entry.text)
                    || RepositoryPath.joined(entry.text, to: tree.directories[directory].path)
                        == nil
                return !isOutside
            }
    }
}

extension UInt8 {
    /// Whether a name of an image may contain it that is no expression.
    fileprivate var isInName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./:".utf8.contains(self)
        }
    }
}

extension [UInt8] {
    /// Whether a word occurs more than once, as in an inline patch beside the entry itself.
    fileprivate func holdsTwice(_ word: [UInt8]) -> Bool {
        guard let first = offset(of: word, from: 0) else { return false }
        return offset(of: word, from: first + word.count) != nil
    }
}
