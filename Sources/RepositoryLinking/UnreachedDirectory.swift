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
        let unlisted = Set(unlistedFiles.map { $0.directory ?? $0.path })
        let tree = graph.kustomize.tree
        let reaches = files.indices.map { reach(ofFile: $0) }
        let isReached = tree.isAbove { files[$0].firstManifest != nil && reaches[$0] == .deployed }
        var found: [UnreachedDirectory] = []
        var places: [Int: Int] = [:]
        for (number, file) in files.enumerated() where reaches[number] == .unreached {
            guard let object = file.firstManifest,
                !RepositoryPath.isPath(file.path, inOneOf: unlisted)
            else { continue }
            let own = tree.directoryOfFile[number]
            let directory = tree.outermost(above: own) { !isReached[$0] } ?? own
            if let place = places[directory] {
                found[place].hasSeveral = true
                continue
            }
            places[directory] = found.count
            found.append(
                UnreachedDirectory(
                    path: tree.directories[directory].path, isPartlyReached: isReached[directory],
                    hasSeveral: false, firstPath: file.path, object: object))
        }
        return found
    }
}

extension DirectoryTree {
    /// The outermost directory of an unbroken way up that all fit; nil if the first does not, or is
    /// the root.
    fileprivate func outermost(above directory: Int, where fits: (Int) -> Bool) -> Int? {
        var outermost: Int?
        var next: Int? = directory
        while let number = next, directories[number].holder != nil, fits(number) {
            outermost = number
            next = directories[number].holder
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
