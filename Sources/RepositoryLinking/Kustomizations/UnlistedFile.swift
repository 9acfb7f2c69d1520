import Kustomize
package import ManifestFacts
package import SourceText

/// A file with objects of image automation that no kustomization lists, or whose directory none
/// lists, though one lists what is beside it.
package struct UnlistedFile: Sendable {
    package let path: String
    /// The directory that the kustomization leaves out; nil where it leaves out the file itself.
    package let directory: String?
    /// Its objects of image automation, or those of the directory, beginning with this file's;
    /// never empty.
    package fileprivate(set) var objects: [ObjectFact]
    /// The kustomization, at the last of the entries beside which this file is missing.
    package let kustomization: SourceLocation
}

extension RepositoryModel {
    /// In the order of their paths; the first of each directory that is left out.
    ///
    /// Left out are files that the kustomization mentions, such as in a comment or misspelled,
    /// copies of objects that are applied from elsewhere, and directories of which a script writes
    /// the kustomization.
    package var unlistedFiles: [UnlistedFile] {
        knownUnlistedFiles.value { findUnlistedFiles() }
    }

    private func findUnlistedFiles() -> [UnlistedFile] {
        lazy var applied = AppliedNames(objects)
        let builders = DirectoryBuilders(graph, fileReaches)
        let reaches = fileReaches
        let meant = Set(
            missingEntries.compactMap { missing in
                missing.suggestion.flatMap {
                    RepositoryPath.joined(
                        $0, to: RepositoryPath.directory(of: missing.kustomization) ?? "")
                }
            })
        func isCopied(_ objects: [ObjectFact], outside directory: String?) -> Bool {
            objects.contains { applied.contains($0, outside: directory) }
        }
        let unlisted: [UnlistedFile] = filesWithAutomation.compactMap { number in
            let file = files[number]
            guard !graph.isApplied(number), graph.declares(number) else { return nil }
            let objects = file.facts.automationObjects
            guard !meant.contains(file.path), !file.path.lastName.hasPrefix("_"),
                !file.path.lastName.hasPrefix("."), reaches.reach(of: number).isNotAside
            else { return nil }
            if graph.buildsOfFile[number].isEmpty, !isCopied(objects, outside: nil),
                let kustomization = kustomization(leavingOut: file, builders)
            {
                return UnlistedFile(
                    path: file.path, directory: nil, objects: objects, kustomization: kustomization)
            }
            guard let (directory, kustomization) = directory(leftOutWith: file, builders),
                !isCopied(objects, outside: directory)
            else { return nil }
            return UnlistedFile(
                path: file.path, directory: directory, objects: objects,
                kustomization: kustomization)
        }
        return unlisted.reduce(into: []) { found, file in
            if let directory = file.directory, found.last?.directory == directory {
                found[found.count - 1].objects += file.objects
            } else {
                found.append(file)
            }
        }
    }

    /// The files with objects of image automation, ascending.
    private var filesWithAutomation: [Int] {
        let facts = graph.facts
        return Set(
            facts.policies.map(\.file) + facts.repositories.map(\.file)
                + facts.automations.map(\.file)
        ).filter { facts.files[$0].template == nil }.sorted()
    }

    /// The directory of a file, if it has a kustomization of its own and the one above lists other
    /// directories beside it.
    private func directory(
        leftOutWith file: ManifestFile, _ builders: DirectoryBuilders
    ) -> (directory: String, kustomization: SourceLocation)? {
        let tree = graph.kustomize.tree
        guard let own = RepositoryPath.directory(of: file.path),
            let directory = tree.directory(at: own),
            tree.directories[directory].kustomization != nil,
            let above = tree.directories[directory].holder,
            let holder = tree.nearestKustomization(above: above),
            builders.builder(of: holder) == .flux
        else { return nil }
        return entry(of: holder, beside: own, isDirectory: true).map { (own, $0) }
    }

    /// The nearest kustomization above a file, if it lists other files of the same directory, and
    /// not this one.
    private func kustomization(
        leavingOut file: ManifestFile, _ builders: DirectoryBuilders
    ) -> SourceLocation? {
        let tree = graph.kustomize.tree
        guard let own = RepositoryPath.directory(of: file.path),
            let directory = tree.directory(at: own),
            let holder = tree.nearestKustomization(above: directory),
            builders.builder(of: holder) != .perhapsNobody, graph.isBuilt(holder)
        else { return nil }
        return entry(of: holder, beside: file.path, isDirectory: false)
    }

    /// The last entry of a directory's kustomization for another file or directory beside `path`;
    /// nil where the kustomization mentions `path`, or a script adds entries to
    /// it.
    private func entry(
        of holder: Int, beside path: String, isDirectory: Bool
    ) -> SourceLocation? {
        let tree = graph.kustomize.tree
        guard let number = tree.directories[holder].kustomization,
            let fact = files[number].facts.kustomization,
            !files[number].facts.source.contains(word: Array(path.lastName.utf8)),
            !builds.writeKustomizations
        else { return nil }
        let beside = fact.resources.last { entry in
            RepositoryPath.joined(entry.text, to: tree.directories[holder].path).map {
                RepositoryPath.directory(of: $0) == RepositoryPath.directory(of: path) && $0 != path
                    && paths.isDirectory($0) == isDirectory && paths.mayHold($0)
            } ?? false
        }
        return beside.map { SourceLocation(path: files[number].path, span: $0.span) }
    }
}

/// The names of image automation's objects that kustomizations build.
private struct AppliedNames {
    private struct Name: Hashable {
        let kind: String?
        let name: String?
    }

    /// Where objects of a name are applied; the namespace is nil where it is not known.
    private var places: [Name: [(namespace: String?, directory: String?)]] = [:]

    init(_ objects: EffectiveObjects) {
        add(objects.policies)
        add(objects.repositories)
        add(objects.automations)
    }

    private mutating func add<Fact: RootedFact>(_ objects: [Effective<Fact>]) {
        for object in objects where object.object.build != nil {
            let written = object.fact.fact.object.identity
            let place = (
                object.identity.namespace.known, RepositoryPath.directory(of: object.fact.path)
            )
            for name in Set([written.name, object.identity.name.known]) {
                places[Name(kind: written.kind, name: name), default: []].append(place)
            }
        }
    }

    /// Whether an object of that kind and name is applied from outside of a directory; one of
    /// another namespace does not count.
    func contains(_ object: ObjectFact, outside directory: String?) -> Bool {
        let name = Name(kind: object.identity.kind, name: object.identity.name)
        let namespace = object.identity.namespace
        return places[name, default: []].contains { place in
            (directory == nil || place.directory != directory)
                && (namespace == nil || place.namespace == nil || place.namespace == namespace)
        }
    }
}

extension BuildGraph {
    /// Whether a Flux Kustomization builds a file.
    fileprivate func isApplied(_ file: Int) -> Bool {
        buildsOfFile[file].contains { scopes(of: $0).contains { $0 != nil } }
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

extension DirectoryTree {
    /// The nearest directory with a kustomization, from this one upwards.
    func nearestKustomization(above directory: Int) -> Int? {
        var next: Int? = directory
        while let number = next {
            if directories[number].kustomization != nil { return number }
            next = directories[number].holder
        }
        return nil
    }
}
