package import RepositoryLinking
import Rules
package import SourceText
package import Triage

/// One tree of a repository as an update needs it: what is declared there, and what has markers.
package struct UpdateGround: Sendable {
    package let snapshot: Snapshot
    /// Of the files that links and markers are in.
    package let model: RepositoryModel
    package let marked: MarkedFiles

    /// Keeps all of it until somebody has time to free it.
    package func freeInBackground() { marked.freeInBackground() }
}

extension RepositoryCheck {
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func ground(of snapshot: Snapshot) async throws -> UpdateGround {
        let tree = try ManifestTree(of: snapshot)
        let facts = try await facts(of: tree.entries, in: tree, interest: .linksAndMarkers)
        let model = facts.model(in: try context(of: snapshot, tree))
        return UpdateGround(
            snapshot: snapshot, model: model,
            marked: MarkedFiles(in: facts, of: snapshot, model) { _ in true })
    }

    /// The errors that a tree has with other bytes in some of its marked files, and has not without.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func newErrors(
        in marked: MarkedFiles, rewritingTo contents: [String: [UInt8]]
    ) async throws -> [ReportedFinding] {
        let known = KnownChange(paths: Set(contents.keys), facts: marked.facts)
        let report = try await report(
            on: marked.snapshot.replacing(contents), since: marked.snapshot, knowing: known)
        return report.findings.filter { $0.finding.severity == .error }
    }
}
