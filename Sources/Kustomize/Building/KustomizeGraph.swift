import ManifestFacts
import SourceText
import YAMLSyntax

/// The folders of a repository as kustomize sees them: what each brings in, and what it does to it.
package struct KustomizeGraph {
    /// The parts of a directory's build.
    package struct Node {
        package var step = KustomizeStep()
        /// `resources` and `bases`; in a folder without kustomization all that lies in it.
        package var resources: [FolderTree.Place] = []
        /// Folders.
        package var components: [Int] = []
        /// The names of the entries of `images`.
        var imageNames: [String] = []
        /// The images that its `transformers` may change.
        package var imageDoubts: [TransformerReader.ImageDoubt] = []
    }

    /// Ascending by the bytes of their paths.
    package let files: [ManifestFile]
    package let tree: FolderTree
    package private(set) var nodes: [Node] = []
    /// Keys of kustomizations that are not followed.
    package private(set) var unfollowed: [LinkProblem] = []
    /// Entries behind which there is neither a manifest that says anything nor a kustomization.
    package private(set) var unresolved: [UnresolvedEntry] = []
    /// By folder: whether a kustomization brings it in.
    package private(set) var isReferenced: [Bool]
    /// By file that is a patch: the folders whose kustomizations apply it.
    package private(set) var patchedFolders: [Int: [Int]] = [:]
    /// Whether something gives objects other names, which references then follow.
    private let hasAffixes: Bool

    /// Reads the kustomizations among some files.
    ///
    /// Cost: linear in the number of folders, files and entries of kustomizations.
    ///
    /// - Parameters:
    ///   - files: Ascending by the bytes of their paths.
    ///   - paths: The same files' paths.
    ///   - hasAffixes: Whether something else than these kustomizations gives objects other names.
    package init(_ files: [ManifestFile], paths: PathTable, hasAffixes: Bool) {
        self.files = files
        let kustomizations = files.indices.filter { files[$0].facts.kustomization != nil }
        tree = FolderTree(paths, kustomizations: kustomizations)
        self.hasAffixes = hasAffixes || kustomizations.contains { number in
            guard let fact = files[number].facts.kustomization else { return false }
            return fact.namePrefix != nil || fact.nameSuffix != nil
                || fact.furtherKeys.contains { $0.name == "transformers" }
        }
        isReferenced = Array(repeating: false, count: tree.folders.count)
        nodes.reserveCapacity(tree.folders.count)
        for (place, folder) in tree.folders.enumerated() {
            if let number = folder.kustomization,
                let kustomization = files[number].facts.kustomization
            {
                nodes.append(node(kustomization, in: files[number], folder: place))
            } else {
                nodes.append(Node(resources: manifests(in: place)))
            }
        }
    }

    /// The manifests that Flux builds of a directory without a kustomization.
    private func manifests(in folder: Int) -> [FolderTree.Place] {
        let manifests = tree.files(directlyIn: folder).filter { files[$0].facts.role == .yaml }
        return manifests.map { .file($0) } + tree.folders[folder].folders.map { .folder($0) }
    }

    package func hasKustomization(_ folder: Int) -> Bool { tree.folders[folder].kustomization != nil }

    private mutating func node(
        _ kustomization: KustomizationFact, in file: ManifestFile, folder: Int
    ) -> Node {
        var node = Node()
        node.resources = resources(kustomization.resources, in: file, folder: folder)
        node.resources += resources(kustomization.bases, in: file, folder: folder)
        for entry in kustomization.components {
            if case .folder(let number)? = resource(entry, in: file, folder: folder) {
                node.components.append(number)
            }
        }
        node.step.namespace = kustomization.namespace?.text
        if node.step.namespace?.isEmpty == true { node.step.namespace = nil }
        node.step.prefix = kustomization.namePrefix?.text ?? ""
        node.step.suffix = kustomization.nameSuffix?.text ?? ""
        readRest(
            of: kustomization, in: file, folder: folder, into: &node.step)
        readTransformers(of: kustomization, in: file, folder: folder, into: &node)
        node.imageNames = file.facts.images.compactMap(\.nameOfEntry)
        return node
    }

    private mutating func resources(
        _ entries: [LocatedText], in file: ManifestFile, folder: Int
    ) -> [FolderTree.Place] {
        entries.compactMap { resource($0, in: file, folder: folder) }
    }

    private mutating func resource(
        _ entry: LocatedText, in file: ManifestFile, folder: Int
    ) -> FolderTree.Place? {
        switch tree.place(at: entry.text, from: folder) {
        case .file(let number)?: return .file(number)
        case .folder(let number)? where hasKustomization(number):
            isReferenced[number] = true
            return .folder(number)
        case .folder?, nil: break
        }
        let path = RepositoryPath.joined(entry.text, to: tree.folders[folder].path)
        unresolved.append(UnresolvedEntry(entry: entry, file: file, path: path))
        return nil
    }

    // MARK: Transformers

    private mutating func readRest(
        of kustomization: KustomizationFact, in file: ManifestFile, folder: Int,
        into step: inout KustomizeStep
    ) {
        lazy var origin = TextOrigin(file)
        for (name, key, value) in kustomization.furtherKeys {
            switch name {
            case "patches":
                readPatches(folder) { step.patches += $0.patches(in: .written(value, in: origin)) }
            case "patchesJson6902":
                readPatches(folder) {
                    step.latePatches += $0.patches(in: .written(value, in: origin))
                }
            case "patchesStrategicMerge":
                readPatches(folder) {
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
            case "vars", "helmCharts", "generators", "helmChartInflationGenerator":
                guard !value.children.isEmpty else { continue }
                unfollowed.append(LinkProblem(name, at: key, in: file))
            default: break
            }
        }
    }

    /// Kustomize runs `replacements` before `transformers`, wherever they stand.
    private mutating func readTransformers(
        of kustomization: KustomizationFact, in file: ManifestFile, folder: Int,
        into node: inout Node
    ) {
        let keys = ["configurations", "replacements", "transformers"]
        guard kustomization.furtherKeys.contains(where: { keys.contains($0.name) }) else { return }
        var reader = TransformerReader(
            files: files, tree: tree, folder: folder, hasAffixes: hasAffixes)
        let origin = TextOrigin(file)
        for wanted in keys {
            for (name, key, value) in kustomization.furtherKeys where name == wanted {
                switch name {
                case "configurations": reader.readConfigurations(value, in: origin)
                case "replacements": reader.readReplacements(value, in: origin)
                default: reader.readTransformers(value, in: origin)
                }
                if reader.takeDoubt() { unfollowed.append(LinkProblem(name, at: key, in: file)) }
            }
        }
        node.step.transformers = reader.transformers
        node.imageDoubts = reader.imageDoubts
    }

    private mutating func readPatches(_ folder: Int, _ read: (inout PatchReader) -> Void) {
        var reader = PatchReader(files: files, tree: tree, folder: folder)
        read(&reader)
        for file in reader.patchFiles where patchedFolders[file]?.last != folder {
            patchedFolders[file, default: []].append(folder)
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

extension LinkProblem {
    fileprivate init(_ feature: String, at key: YAMLNode, in file: ManifestFile) {
        self.init(
            kind: .notFollowed(feature),
            location: SourceLocation(path: file.path, span: key.span))
    }
}
