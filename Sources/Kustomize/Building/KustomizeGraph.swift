package import ManifestFacts
import SourceText
import YAMLSyntax

/// The directories of a repository as kustomize sees them: what each brings in, and what it does to
/// it.
package struct KustomizeGraph {
    /// The parts of a directory's build.
    package struct Node {
        package var step = KustomizeStep()
        /// `resources` and `bases`; in a directory without kustomization all that lies in it.
        package var resources: [DirectoryTree.Place] = []
        /// Directories.
        package var components: [Int] = []
        /// The names of the entries of `images`.
        var imageNames: [String] = []
        /// The images that its `transformers` may change.
        package var imageDoubts: [TransformerReader.ImageDoubt] = []
    }

    /// Ascending by the bytes of their paths.
    package let files: [ManifestFile]
    package let tree: DirectoryTree
    package private(set) var nodes: [Node] = []
    /// Entries behind which there is neither a manifest that says anything nor a kustomization.
    package private(set) var unresolved: [UnresolvedEntry] = []
    /// By directory: whether a kustomization brings it in.
    package private(set) var isReferenced: [Bool]
    /// By file that is a patch: the directories whose kustomizations apply it.
    package private(set) var patchedDirectories: [Int: [Int]] = [:]
    /// Whether something gives objects other names, which references then follow.
    private let hasAffixes: Bool

    /// Reads the kustomizations among some files.
    ///
    /// Cost: linear in the number of directories, files and entries of kustomizations.
    ///
    /// - Parameters:
    ///   - files: Ascending by the bytes of their paths.
    ///   - paths: The same files' paths.
    ///   - hasAffixes: Whether something else than these kustomizations gives objects other names.
    ///   - roots: The directories that are roots of other repositories.
    package init(
        _ files: [ManifestFile], paths: PathTable, hasAffixes: Bool, roots: Set<String> = []
    ) {
        self.files = files
        let kustomizations = files.indices.filter { files[$0].facts.kustomization != nil }
        tree = DirectoryTree(paths, kustomizations: kustomizations, roots: roots)
        self.hasAffixes =
            hasAffixes
            || kustomizations.contains { number in
                guard let fact = files[number].facts.kustomization else { return false }
                return fact.namePrefix != nil || fact.nameSuffix != nil
                    || fact.furtherKeys.contains { $0.name == "transformers" }
            }
        isReferenced = Array(repeating: false, count: tree.directories.count)
        nodes.reserveCapacity(tree.directories.count)
        for (place, directory) in tree.directories.enumerated() {
            if let number = directory.kustomization,
                let kustomization = files[number].facts.kustomization
            {
                nodes.append(node(kustomization, in: files[number], directory: place))
            } else {
                nodes.append(Node(resources: manifests(in: place)))
            }
        }
    }

    /// The manifests that Flux builds of a directory without a kustomization.
    private func manifests(in directory: Int) -> [DirectoryTree.Place] {
        let manifests = tree.files(directlyIn: directory).filter { files[$0].facts.role == .yaml }
        return manifests.map { .file($0) }
            + tree.inner(of: directory).map { .directory($0) }
    }

    package func hasKustomization(_ directory: Int) -> Bool {
        tree.directories[directory].kustomization != nil
    }

    private mutating func node(
        _ kustomization: KustomizationFact, in file: ManifestFile, directory: Int
    ) -> Node {
        var node = Node()
        node.resources = resources(kustomization.resources, in: file, directory: directory)
        node.resources += resources(kustomization.bases, in: file, directory: directory)
        for entry in kustomization.components {
            if case .directory(let number)? = resource(entry, in: file, directory: directory) {
                node.components.append(number)
            }
        }
        node.step.namespace = kustomization.namespace?.text
        if node.step.namespace?.isEmpty == true { node.step.namespace = nil }
        node.step.prefix = kustomization.namePrefix?.text ?? ""
        node.step.suffix = kustomization.nameSuffix?.text ?? ""
        readRest(
            of: kustomization, in: file, directory: directory, into: &node.step)
        readTransformers(of: kustomization, in: file, directory: directory, into: &node)
        node.imageNames = file.facts.images.compactMap(\.nameOfEntry)
        return node
    }

    private mutating func resources(
        _ entries: [LocatedText], in file: ManifestFile, directory: Int
    ) -> [DirectoryTree.Place] {
        entries.compactMap { resource($0, in: file, directory: directory) }
    }

    private mutating func resource(
        _ entry: LocatedText, in file: ManifestFile, directory: Int
    ) -> DirectoryTree.Place? {
        switch tree.place(at: entry.text, from: directory) {
        case .file(let number)?: return .file(number)
        case .directory(let number)? where hasKustomization(number):
            isReferenced[number] = true
            return .directory(number)
        case .directory?, nil: break
        }
        let path = RepositoryPath.joined(entry.text, to: tree.directories[directory].path)
        unresolved.append(UnresolvedEntry(entry: entry, file: file, path: path))
        return nil
    }

    // MARK: Transformers

    private mutating func readRest(
        of kustomization: KustomizationFact, in file: ManifestFile, directory: Int,
        into step: inout KustomizeStep
    ) {
        lazy var origin = TextOrigin(file)
        for (name, _, value) in kustomization.furtherKeys {
            switch name {
            case "patches":
                readPatches(directory) {
                    step.patches += $0.patches(in: .written(value, in: origin))
                }
            case "patchesJson6902":
                readPatches(directory) {
                    step.latePatches += $0.patches(in: .written(value, in: origin))
                }
            case "patchesStrategicMerge":
                readPatches(directory) {
                    step.strategicPatches += $0.strategicPatches(in: .written(value, in: origin))
                }
            case "labels":
                for item in value.items {
                    step.labels.merge(item["pairs"]?.stringPairs ?? [:]) { $1 }
                }
            case "commonLabels": step.labels.merge(value.stringPairs) { $1 }
            case "commonAnnotations": step.annotations.merge(value.stringPairs) { $1 }
            // Charts and generators bring further objects, and `vars` fills in what then still says
            // `$(NAME)`: none of them changes objects that are there.
            default: break
            }
        }
    }

    /// Kustomize runs `replacements` before `transformers`, wherever they are.
    private mutating func readTransformers(
        of kustomization: KustomizationFact, in file: ManifestFile, directory: Int,
        into node: inout Node
    ) {
        let keys = ["configurations", "replacements", "transformers"]
        guard kustomization.furtherKeys.contains(where: { keys.contains($0.name) }) else { return }
        var reader = TransformerReader(
            files: files, tree: tree, directory: directory, hasAffixes: hasAffixes)
        let origin = TextOrigin(file)
        for wanted in keys {
            for (name, _, value) in kustomization.furtherKeys where name == wanted {
                switch name {
                case "configurations": reader.readConfigurations(value, in: origin)
                case "replacements": reader.readReplacements(value, in: origin)
                default: reader.readTransformers(value, in: origin)
                }
            }
        }
        node.step.transformers = reader.transformers
        node.imageDoubts = reader.imageDoubts
    }

    private mutating func readPatches(_ directory: Int, _ read: (inout PatchReader) -> Void) {
        var reader = PatchReader(files: files, tree: tree, directory: directory)
        read(&reader)
        for file in reader.patchFiles where patchedDirectories[file]?.last != directory {
            patchedDirectories[file, default: []].append(directory)
        }
    }
}

extension ImageFact {
    /// Nil for an image that is no entry of `images`.
    fileprivate var nameOfEntry: String? { use == .override ? overriddenName?.text : nil }
}

extension YAMLNode {
    var stringPairs: [String: String] {
        var texts: [String: String] = [:]
        for (key, value) in pairs {
            guard let key = key.text else { continue }
            texts[key] = value.text
        }
        return texts
    }
}

/// An entry of a kustomization behind which nothing was found that says anything.
package struct UnresolvedEntry {
    package let entry: LocatedText
    package let file: ManifestFile
    /// From the repository's root; nil where it leaves the repository.
    package let path: String?
}
