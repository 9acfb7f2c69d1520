package import RepositoryLinking
package import SourceText

extension RepositoryCheck {
    /// What the whole snapshot says, linked but not judged: for those who only ask.
    package func model(of snapshot: Snapshot) async throws -> RepositoryModel {
        let tree = try ManifestTree(of: snapshot)
        let context = try context(of: snapshot, tree)
        return try await facts(of: tree.entries, in: tree).model(in: context)
    }
}
