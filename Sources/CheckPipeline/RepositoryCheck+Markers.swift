package import Configuration
package import Kustomize
package import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A file with markers, each with the policies of the repository that it may mean.
package struct MarkedFile: Sendable {
    package let file: ManifestFile
    /// In the order of their places; no policies where the repository declares none of that name.
    package let markers: [(fact: MarkerFact, policies: [LinkedPolicy])]
}

/// The files that an update looks at: those with markers, and those that markers depend on.
package struct MarkedFiles: Sendable {
    /// Ascending by the bytes of their paths.
    package fileprivate(set) var files: [MarkedFile] = []
    /// The files that could not be read, in the same order.
    package fileprivate(set) var unread: [(path: String, reason: SnapshotReadError)] = []
    /// The tree that they are in.
    let base: LinkedTree

    /// Nil where nothing needed one.
    package var model: RepositoryModel? { base.model }

    /// That of the tree.
    package var configuration: RepositoryConfiguration { base.context.configuration }
}

extension RepositoryCheck {
    /// The files in `paths` that Flux's setters would read.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func markedFiles(
        in snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> MarkedFiles {
        let base = try await linkedTree(of: snapshot, isLinkedAnyway: false)
        let wanted = base.tree.following(paths)
        return MarkedFiles(in: base, where: wanted.contains)
    }
}

extension MarkedFiles {
    init(in base: LinkedTree, where isWanted: (String) -> Bool) {
        self.base = base
        let links = base.model?.policyLinks
        // They follow each other as the files do.
        var placed = base.model?.markers[...] ?? []
        for found in base.facts.files {
            switch found.content {
            case .failure(let reason):
                if isWanted(found.path) { unread.append((found.path, reason)) }
            case .success(let file):
                // Most have none.
                if file.facts.markers.isEmpty && file.facts.unreadMarkers.isEmpty { continue }
                let own = placed.prefix(file.facts.markers.count)
                placed = placed[own.endIndex...]
                guard isWanted(file.path) else { continue }
                add(file, own.map { links?.policies(of: $0) ?? [] })
            }
        }
    }

    /// The wanted files and markers of a directory or file.
    ///
    /// Cost: linear in the markers there.
    package func filtered(
        in directory: String, unread isWanted: (String) -> Bool,
        _ wanted: (MarkedFile) -> [(fact: MarkerFact, policies: [LinkedPolicy])]?
    ) -> MarkedFiles {
        var result = self
        result.unread = unread.filter { isWanted($0.path) }
        result.files = files[range(of: directory)].compactMap { file in
            wanted(file).map { MarkedFile(file: file.file, markers: $0) }
        }
        return result
    }

    /// Where a directory's files are among the files; others may be between them.
    private func range(of directory: String) -> Range<Int> {
        if directory.isEmpty { return files.indices }
        func position(of path: String) -> Int { files.range(at: path, \.file.path).lowerBound }
        // The character behind the slash.
        return position(of: directory)..<position(of: directory + "0")
    }

    /// - Parameter policies: Those of each marker of the file; none where nothing is linked.
    private mutating func add(_ file: ManifestFile, _ policies: [[LinkedPolicy]]) {
        guard file.facts.role == .yaml || file.facts.role == .kustomization else { return }
        let markers = file.facts.markers.enumerated().map { number, fact in
            (fact, policies.isEmpty ? [] : policies[number])
        }
        files.append(MarkedFile(file: file, markers: markers))
    }
}
