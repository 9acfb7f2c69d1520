import SourceText
import Triage

extension RepositoryCheck {
    /// Returns the cached report on all files of a tree, or makes one and caches it.
    ///
    /// - Parameter isCacheable: Whether the report that was made may be cached.
    func report(
        on tree: ManifestTree, _ key: ReportKey?, judge: () async throws -> CheckReport,
        isCacheable: () throws -> Bool
    ) async throws -> CheckReport {
        guard let cache, let key else { return try await judge() }
        if let known = cache.report(for: key) { return known.on(tree.origin) }
        let report = try await judge()
        if try isCacheable() { cache.keep(report, for: key) }
        return report
    }

    /// Nil without a cache, and for a tree whose report is not cached.
    func key(of snapshot: Snapshot, _ tree: ManifestTree) -> ReportKey? {
        cache.flatMap { ReportKey(of: snapshot, tree, by: self, program: $0.program) }
    }
}
