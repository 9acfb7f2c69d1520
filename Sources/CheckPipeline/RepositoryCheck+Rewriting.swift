package import RepositoryLinking
import Rules
package import SourceText
package import Triage

/// One tree of a repository as an update needs it: what is declared there, and what has markers.
package struct UpdateBase: Sendable {
    /// Of the files that links and markers are in.
    package let model: RepositoryModel
    package let marked: MarkedFiles

    package var snapshot: Snapshot { marked.base.snapshot }
}

extension RepositoryCheck {
    /// A configuration that is wrong throws a `ConfigurationError`.
    ///
    /// - Parameter former: Another commit of the repository, of which unchanged files are not read
    ///   again.
    package func ground(
        of snapshot: Snapshot, after former: UpdateBase? = nil
    ) async throws -> UpdateBase {
        let base = try await linkedTree(of: snapshot, after: former?.marked.base)
        let model = base.model ?? base.facts.model(in: base.context)
        return UpdateBase(model: model, marked: MarkedFiles(in: base) { _ in true })
    }

    /// The errors that a snapshot has and its base has not, but for accepted ones.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func newErrors(
        in snapshot: Snapshot, since base: Snapshot
    ) async throws -> [ReportedFinding] {
        try await report(on: snapshot, since: base).findings.filter {
            $0.finding.severity == .error && $0.acceptance == nil
        }
    }

    /// The errors that a tree has with other bytes in some of its marked files, and has not
    /// without.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func newErrors(
        in marked: MarkedFiles, rewritingTo contents: [String: [UInt8]]
    ) async throws -> [ReportedFinding] {
        let change = try change(of: marked.base, to: contents)
        return try await report(
            on: change,
            where: { $0.finding.severity == .error && $0.acceptance == nil }
        ).findings
    }
}
