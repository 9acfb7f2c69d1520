import Configuration
package import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A file with markers, each with the policies of the repository that it may mean.
package struct MarkedFile: Sendable {
    package let file: ManifestFile
    /// In the order of their places; no policies where the repository declares none of that name.
    package let markers: [(fact: MarkerFact, policies: [LinkedPolicy])]
}

/// What an update looks at: all that is not needed for markers and what they mean is left unread.
package struct MarkedFiles: Sendable {
    /// Ascending by the bytes of their paths.
    package fileprivate(set) var files: [MarkedFile] = []
    /// The files that could not be read, in the same order.
    package fileprivate(set) var unread: [(path: String, reason: SnapshotReadError)] = []
    /// The tree that they are in.
    let snapshot: Snapshot
    /// All that was read of it.
    let facts: SnapshotFacts
    /// Nil where nothing needed one.
    package let model: RepositoryModel?
}

extension RepositoryCheck {
    /// The files in `paths` that Flux's setters would read.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func markedFiles(
        in snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> MarkedFiles {
        let tree = try ManifestTree(of: snapshot)
        let wanted = tree.following(paths)
        let facts = try await facts(of: tree.entries, in: tree, interest: .linksAndMarkers)
        let hasPolicies = facts.files.contains {
            (try? $0.content.get().facts.policies.isEmpty) == false
        }
        let context = try context(of: snapshot, tree)
        // Linking takes as long as all the rest, and tells nothing without these.
        let isNeeded = hasPolicies || !context.configuration.environments.isEmpty
        let model = isNeeded ? facts.model(in: context) : nil
        return MarkedFiles(in: facts, of: snapshot, model, where: wanted.contains)
    }
}

extension MarkedFiles {
    /// - Parameter model: Nil where neither policies nor environments are declared.
    init(
        in facts: SnapshotFacts, of snapshot: Snapshot, _ model: RepositoryModel?,
        where isWanted: (String) -> Bool
    ) {
        self.snapshot = snapshot
        self.facts = facts
        self.model = model
        let links = model.map(MarkerLinks.init) ?? .none
        for file in facts.files where isWanted(file.path) { add(file, links) }
    }

    /// Those of the files and markers that are wanted.
    package func filtered(
        unread isWanted: (String) -> Bool,
        _ wanted: (MarkedFile) -> [(fact: MarkerFact, policies: [LinkedPolicy])]?
    ) -> MarkedFiles {
        var result = self
        result.unread = unread.filter { isWanted($0.path) }
        result.files = files.compactMap { file in
            wanted(file).map { MarkedFile(file: file.file, markers: $0) }
        }
        return result
    }

    /// Keeps all of it until somebody has time to free them.
    package func freeInBackground() {
        Task.detached(priority: .background) { withExtendedLifetime(self) {} }
    }

    fileprivate mutating func add(_ found: SnapshotFacts.FactsOfFile, _ links: MarkerLinks) {
        switch found.content {
        case .failure(let reason): unread.append((found.path, reason))
        case .success(let file):
            guard file.facts.role == .yaml || file.facts.role == .kustomization,
                !(file.facts.markers.isEmpty && file.facts.unreadMarkers.isEmpty)
            else { return }
            let markers = file.facts.markers.map { fact in
                (fact, links.policies(of: fact, at: file.path))
            }
            files.append(MarkedFile(file: file, markers: markers))
        }
    }
}

/// Finds the policies that a marker of some file means.
private struct MarkerLinks {
    private struct Place: Hashable {
        let path: String
        let offset: Int
    }

    static let none = MarkerLinks()

    private var policies: [Place: [LinkedPolicy]] = [:]

    private init() {}

    init(_ model: RepositoryModel) {
        for marker in model.markers {
            let found = model.policyLinks.policies(of: marker)
            guard !found.isEmpty else { continue }
            policies[Place(path: marker.path, offset: marker.fact.span.lowerBound)] = found
        }
    }

    func policies(of marker: MarkerFact, at path: String) -> [LinkedPolicy] {
        policies[Place(path: path, offset: marker.span.lowerBound)] ?? []
    }
}
