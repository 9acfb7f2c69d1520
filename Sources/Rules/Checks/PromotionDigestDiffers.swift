import Configuration
import RepositoryLinking
import SourceText

/// Flags builds whose digest is another than where they were tested.
struct PromotionDigestDiffers: Rule {
    static let followsImages = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.promotions.compactMap { state in
            guard state.isPromoted, state.comparison == .rebuilt, let compared = state.compared
            else { return nil }
            return finding(
                "`\(state.environment)` runs \(compared.build.pinnedWords), but `\(state.source)`, "
                    + "which it promotes from, runs \(compared.source.pinnedWords): one of them "
                    + "was built again, so `\(state.environment)` runs what nobody tested; deploy "
                    + "the digest of `\(state.source)`",
                at: state, compared)
        }
    }
}

extension Rule {
    /// A finding about a build, at the first place that says that an environment runs it.
    func finding(
        _ message: String, at state: PromotionState,
        _ compared: (build: EnvironmentBuild, source: EnvironmentBuild)
    ) -> Finding {
        finding(
            message, at: compared.build.location,
            related: [
                RelatedLocation(
                    "what `\(state.source)` runs", at: compared.source.location)
            ],
            object: compared.build.placements[0].object,
            subject: [compared.build, compared.source].map(\.words).joined(separator: " "),
            environments: [state.environment], topic: FindingTopic(image: state.image.full))
    }
}

extension EnvironmentBuild {
    /// The tag and the digest.
    fileprivate var pinnedWords: String {
        let digest = artifact.digest.map { "the digest `\($0)`" } ?? "no digest"
        let origin = isDigestListed ? " in its registry" : ""
        return (artifact.tag.map { "`\($0)` with " } ?? "") + digest + origin
    }
}
