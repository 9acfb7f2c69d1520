import ManifestFacts
import SourceText
import YAMLSyntax

/// The folders of a repository as kustomize sees them: what each brings in, and what it does to it.
struct KustomizeGraph {
    /// What a folder's build consists of.
    struct Node {
        var step = KustomizeStep()
        /// `resources` and `bases`; in a folder without kustomization all that lies in it.
        var resources: [Resource] = []
        /// Folders.
        var components: [Int] = []
        /// The names of the entries of `images`.
        var imageNames: [String] = []
    }

    enum Resource: Hashable {
        case file(Int)
        case folder(Int)
    }

    let files: [ManifestFile]
    /// The numbers of those that hold objects which are looked at as built.
    let fluxFiles: [Int]
    let tree: FolderTree
    private(set) var nodes: [Node] = []
    /// Keys of kustomizations that are not followed.
    private(set) var unfollowed: [LinkProblem] = []
    /// Entries behind which there is neither a manifest that says anything nor a kustomization.
    private(set) var unresolved: [UnresolvedEntry] = []
    /// Folders that a kustomization brings in.
    private(set) var referenced: Set<Int> = []
    /// By file that is a patch: the folders whose kustomizations apply it.
    private(set) var patchedFolders: [Int: Set<Int>] = [:]

    /// Cost: linear in the number of folders, files and entries of kustomizations.
    init(files: [ManifestFile]) {
        self.files = files
        fluxFiles = files.indices.filter { files[$0].hasBuiltObjects }
        tree = FolderTree(files: files)
        nodes.reserveCapacity(tree.folders.count)
        for (place, folder) in tree.folders.enumerated() {
            if let number = folder.kustomization,
                let kustomization = files[number].facts.kustomization
            {
                nodes.append(node(kustomization, in: files[number], folder: place))
            } else {
                var node = Node()
                node.resources = folder.manifests.map { .file($0) }
                node.resources += folder.folders.map { .folder($0) }
                nodes.append(node)
            }
        }
    }

    func hasKustomization(_ folder: Int) -> Bool { tree.folders[folder].kustomization != nil }

    private mutating func node(
        _ kustomization: KustomizationFact, in file: ManifestFile, folder: Int
    ) -> Node {
        var node = Node()
        for entry in kustomization.resources + kustomization.bases {
            if let resource = resource(entry, in: file, folder: folder) {
                node.resources.append(resource)
            }
        }
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
            of: kustomization, in: file, folder: tree.folders[folder].path, into: &node.step)
        node.imageNames = file.facts.images.compactMap(\.nameOfEntry)
        return node
    }

    private mutating func resource(
        _ entry: LocatedText, in file: ManifestFile, folder: Int
    ) -> Resource? {
        if entry.text.isPlainName,
            let number = tree.file(named: entry.text[...], in: folder)
        {
            return .file(number)
        }
        let path = RepositoryPath.joined(entry.text, to: tree.folders[folder].path)
        if let number = path.flatMap(tree.folder), hasKustomization(number) {
            referenced.insert(number)
            return .folder(number)
        }
        if let number = path.flatMap(tree.file) { return .file(number) }
        unresolved.append(UnresolvedEntry(entry: entry, file: file, path: path))
        return nil
    }

    // MARK: Transformers

    private mutating func readRest(
        of kustomization: KustomizationFact, in file: ManifestFile, folder: String,
        into step: inout KustomizeStep
    ) {
        lazy var origin = TextOrigin(file)
        for (key, value) in kustomization.furtherKeys {
            switch key.text {
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
            case "transformers", "replacements", "configurations", "vars", "helmCharts",
                "generators", "helmChartInflationGenerator":
                guard !value.children.isEmpty else { continue }
                let feature = UnmodelledFeature(key: key.text ?? "", value: value)
                step.unknown.formUnion(feature.unknown)
                unfollowed.append(
                    LinkProblem(
                        kind: .notFollowed(key.text ?? ""),
                        location: SourceLocation(path: file.path, span: key.span)))
            default: break
            }
        }
    }

    private mutating func readPatches(_ folder: String, _ read: (inout PatchReader) -> Void) {
        var reader = PatchReader(files: files, tree: tree, folder: folder)
        read(&reader)
        guard !reader.patchFiles.isEmpty, let number = tree.folder(at: folder) else { return }
        for file in reader.patchFiles { patchedFolders[file, default: []].insert(number) }
    }
}

extension ManifestFile {
    /// Whether some object of it is looked at as kustomize and Flux build it.
    ///
    /// Asked of the file, because a call on its facts would copy them.
    fileprivate var hasBuiltObjects: Bool {
        !facts.policies.isEmpty || !facts.repositories.isEmpty || !facts.automations.isEmpty
            || !facts.fluxKustomizations.isEmpty || !facts.gitRepositories.isEmpty
            || !facts.receivers.isEmpty || !facts.namespaces.isEmpty
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
