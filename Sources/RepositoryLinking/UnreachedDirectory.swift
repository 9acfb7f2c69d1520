import Kustomize
package import ManifestFacts

/// A directory with manifests that no root reaches, though roots reach others of the repository.
package struct UnreachedDirectory: Sendable {
    /// The outermost directory that contains no other manifests; empty for the root.
    package let path: String
    /// Whether manifests of the same directory are reached.
    package let isPartlyReached: Bool
    /// Whether more than one manifest of it is not.
    package fileprivate(set) var hasSeveral: Bool
    /// The first of those that are not.
    package let firstPath: String
    /// Its first object.
    package let object: ObjectFact
}

extension RepositoryModel {
    /// In the order of their first manifests.
    ///
    /// Directories named for what is kept aside, such as `archive`, and those of `unlistedFiles`
    /// are left out; so are all where a script writes kustomizations.
    package var unreachedDirectories: [UnreachedDirectory] {
        guard !builds.writeKustomizations else { return [] }
        let unlisted = unlistedFiles.map { $0.directory ?? $0.path }
        let manifests = files.compactMap { file in
            file.firstManifest.map { (file, $0, reach(ofFile: file.path)) }
        }
        var reached: Set<String> = []
        for (file, _, reach) in manifests where reach == .deployed {
            var next = RepositoryPath.directory(of: file.path)
            while let directory = next, reached.insert(directory).inserted {
                next = RepositoryPath.directory(of: directory)
            }
        }
        var found: [UnreachedDirectory] = []
        var places: [String: Int] = [:]
        for (file, object, reach) in manifests
        where reach == .unreached
            && !unlisted.contains(where: {
                file.path == $0 || RepositoryPath.isPath(file.path, in: $0)
            })
        {
            let own = RepositoryPath.directory(of: file.path) ?? ""
            let directory = Self.outermost(above: own, notIn: reached) ?? own
            if let place = places[directory] {
                found[place].hasSeveral = true
                continue
            }
            places[directory] = found.count
            found.append(
                UnreachedDirectory(
                    path: directory, isPartlyReached: reached.contains(directory),
                    hasSeveral: false, firstPath: file.path, object: object))
        }
        return found
    }

    private static func outermost(above directory: String, notIn reached: Set<String>) -> String? {
        var outermost: String?
        var next: String? = directory
        while let path = next, !path.isEmpty, !reached.contains(path) {
            outermost = path
            next = RepositoryPath.directory(of: path)
        }
        return outermost
    }
}

extension ManifestFile {
    /// The first object that a cluster could store; nil for a file of another use.
    fileprivate var firstManifest: ObjectFact? {
        guard facts.kustomization == nil else { return nil }
        return facts.objects.first { $0.identity.apiVersion != nil && $0.identity.name != nil }
    }
}
