import CheckPipeline
package import RepositoryLinking
import Rules
package import SourceText
import Triage

extension RepositoryCheck {
    /// The tags of wanted findings whose digests are not known yet, each once, in
    /// report order.
    package func pinnableTags(
        for request: FixRequest, in snapshot: Snapshot
    ) async throws -> [TaggedImage] {
        let found = try await request.judge(snapshot).findings.filter { reported in
            request.concerns(reported) && reported.finding.fix == nil
                && DigestPlace.rules.contains(reported.finding.rule)
        }
        guard !found.isEmpty else { return [] }
        let model = try await model(of: snapshot)
        let places = Dictionary(
            model.judgedImages.compactMap { DigestPlace(of: $0, in: model) }.map { ($0.scalar, $0) }
        ) { first, _ in first }
        var known: Set<TaggedImage> = []
        return found.compactMap { reported in
            let finding = reported.finding
            let scalar = SourceLocation(path: finding.location.path, span: finding.scalar)
            return places[scalar]?.image
        }.filter { known.insert($0).inserted }
    }
}
