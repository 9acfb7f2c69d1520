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
        // Linking takes as long as all the rest, and tells nothing without a policy.
        var links = MarkerLinks.none
        if hasPolicies {
            let model = facts.model(in: try context(of: snapshot, tree))
            links = MarkerLinks(model)
            model.freeInBackground()
        }
        var marked = MarkedFiles()
        for file in facts.files where wanted.contains(file.path) { marked.add(file, links) }
        return marked
    }
}

extension MarkedFiles {
    /// Keeps the files until somebody has time to free them.
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
