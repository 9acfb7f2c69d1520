package import ManifestFacts
package import SourceText

/// A file with objects of image automation that its folder's kustomization leaves out, though it
/// lists files beside it.
package struct UnlistedFile: Sendable {
    package let path: String
    /// Its objects of image automation; never empty.
    package let objects: [ObjectFact]
    /// The kustomization, at the last of the entries beside which this file is missing.
    package let kustomization: SourceLocation
}

extension RepositoryModel {
    /// In the order of their paths.
    ///
    /// Left out are files that the kustomization mentions, such as in a comment or misspelled, copies of objects
    /// that are applied from elsewhere, and folders of which a script writes the kustomization.
    package var unlistedFiles: [UnlistedFile] {
        let applied = appliedNames
        let builders = FolderBuilders(graph)
        let reaches = FileReaches(graph)
        let meant = Set(
            missingEntries.compactMap { missing in
                missing.suggestion.flatMap {
                    RepositoryPath.joined(
                        $0, to: RepositoryPath.folder(of: missing.kustomization) ?? "")
                }
            })
        return files.indices.compactMap { number in
            let file = files[number]
            let objects = file.facts.automationObjects
            guard !objects.isEmpty, graph.buildsOfFile[number].isEmpty, graph.declares(number),
                !meant.contains(file.path), !file.path.lastName.hasPrefix("_"),
                !file.path.lastName.hasPrefix("."),
                !objects.contains(where: { applied.contains(AppliedName($0)) }),
                reaches.reach(of: number).isNotAside,
                let kustomization = kustomization(leavingOut: file, builders)
            else { return nil }
            return UnlistedFile(path: file.path, objects: objects, kustomization: kustomization)
        }
    }

    /// The nearest kustomization above a file, if it lists other files of the same folder, and not
    /// this one.
    private func kustomization(
        leavingOut file: ManifestFile, _ builders: FolderBuilders
    ) -> SourceLocation? {
        let tree = graph.kustomize.tree
        guard let own = RepositoryPath.folder(of: file.path), let folder = tree.folder(at: own),
            let holder = tree.nearestKustomization(above: folder),
            builders.builder(of: holder) != .perhapsNobody, graph.isBuilt(holder),
            let number = tree.folders[holder].kustomization,
            let fact = files[number].facts.kustomization,
            !files[number].facts.source.contains(word: Array(file.path.lastName.utf8)),
            !builds.run("kustomize edit add"), !builds.run("kustomize create")
        else { return nil }
        let beside = fact.resources.last { entry in
            RepositoryPath.joined(entry.text, to: tree.folders[holder].path).map {
                RepositoryPath.folder(of: $0) == own && !paths.isFolder($0) && paths.mayHold($0)
            } ?? false
        }
        return beside.map { SourceLocation(path: files[number].path, span: $0.span) }
    }

    private var appliedNames: Set<AppliedName> {
        var names: Set<AppliedName> = []
        func add<Fact: RootedFact>(_ objects: [Effective<Fact>]) {
            for object in objects where object.object.build != nil {
                names.insert(AppliedName(object.fact.fact.object))
                if let name = object.identity.name.known {
                    names.insert(
                        AppliedName(kind: object.fact.fact.object.identity.kind, name: name))
                }
            }
        }
        add(objects.policies)
        add(objects.repositories)
        add(objects.automations)
        return names
    }
}

private struct AppliedName: Hashable {
    let kind: String?
    let name: String?

    init(kind: String?, name: String?) {
        self.kind = kind
        self.name = name
    }

    init(_ object: ObjectFact) {
        self.init(kind: object.identity.kind, name: object.identity.name)
    }
}

extension FileFacts {
    fileprivate var automationObjects: [ObjectFact] {
        (policies.map(\.object) + repositories.map(\.object) + automations.map(\.object))
            .sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}

extension FileReach {
    fileprivate var isNotAside: Bool {
        if case .aside = self { false } else { true }
    }
}

extension FolderTree {
    /// The nearest folder with a kustomization, from this one upwards.
    func nearestKustomization(above folder: Int) -> Int? {
        var next: Int? = folder
        while let number = next {
            if folders[number].kustomization != nil { return number }
            next = folders[number].holder
        }
        return nil
    }
}
