package import Configuration
package import SourceText

extension RepositoryCheck {
    /// The configuration of a snapshot; an invalid one throws a `ConfigurationError`.
    package func configuration(of snapshot: Snapshot) throws -> RepositoryConfiguration {
        try ConfigurationFile.configuration(in: snapshot, rules: rules)
    }

    /// The manifests that a report would speak of, ascending by the bytes of their paths.
    package func manifests(
        in snapshot: Snapshot, paths: ReportPaths = .all
    ) throws -> [SnapshotEntry] {
        let configuration = try configuration(of: snapshot)
        let tree = try ManifestTree(of: snapshot)
        let wanted = tree.following(paths)
        return tree.entries.filter {
            wanted.contains($0.path) && !configuration.excludes(path: $0.path)
        }
    }
}
