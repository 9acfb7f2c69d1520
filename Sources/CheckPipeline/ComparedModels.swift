import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import SourceText

/// The models of two trees of a repository, linked from the same facts where files are the same.
package struct ComparedModels: Sendable {
    package let former: RepositoryModel
    package let model: RepositoryModel
    package let formerOrigin: Snapshot.Origin
    package let origin: Snapshot.Origin
    /// The new path of each file that the change moves, by the old one.
    package let newPaths: [String: String]
}

extension RepositoryCheck {
    /// Reads and links two snapshots without judging them.
    ///
    /// The configuration is that of the base for both, so that a change cannot rename the
    /// environments that it reaches; an invalid one gives way to that of the change. A
    /// configuration of the change that is wrong throws a `ConfigurationError`.
    ///
    /// Cost: each file is read once that is the same in both; both are linked.
    ///
    /// - Parameter trustsChange: Whether the configuration of the change holds for both.
    package func models(
        of snapshot: Snapshot, since base: Snapshot, trustsChange: Bool = false
    ) async throws -> ComparedModels {
        let change = try change(of: base, to: snapshot)
        let changed = try await changedFacts(of: change)
        let unchanged = try await unchangedFacts(of: change)
        var context = change.context
        // Where the base's configuration is invalid, there is only that of the change.
        var formerContext = change.formerContext()
        if let formerContext, !trustsChange {
            context.configuration = formerContext.configuration
        }
        formerContext = formerContext ?? context
        formerContext?.configuration = context.configuration
        let (latter, former) = (context, formerContext ?? context)
        async let linked = Self.model(of: unchanged + changed.brought, in: latter)
        async let formerLinked = Self.model(of: unchanged + changed.taken, in: former)
        let (model, formerModel) = await (linked, formerLinked)
        keep(model)
        keep(formerModel)
        return ComparedModels(
            former: formerModel, model: model, formerOrigin: base.origin, origin: snapshot.origin,
            newPaths: changed.newPaths)
    }

    @concurrent private static func model(
        of facts: SnapshotFacts, in context: CheckContext
    ) async -> RepositoryModel {
        facts.model(in: context)
    }
}
