import RegularLanguages

/// The part of a tag that environments share when they run the same build of an image.
///
/// It is the tag without the name of its environment, `v1.4.2-2d3fcbd-1611906956` of
/// `staging-v1.4.2-2d3fcbd-1611906956`; or the groups of the configured pattern.
package struct ArtifactIdentity: Hashable, Sendable {
    /// Without the groups that matched nothing.
    package let text: String
    /// Whether equal identities mean the same build, as a commit, a time or a whole version does;
    /// `latest` and `42` do not.
    package let namesOneBuild: Bool

    /// By the groups of a pattern; nil for a tag that it does not match, or with nothing in them.
    init?(of tag: String, by pattern: Pattern) {
        guard let match = pattern.firstMatch(in: tag) else { return nil }
        let bytes = Array(tag.utf8)
        let parts = (1..<match.groupCount).compactMap { number in
            match.range(ofGroup: number).map { String(decoding: bytes[$0], as: UTF8.self) }
        }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        text = parts.joined(separator: "-")
        namesOneBuild = true
    }

    /// The tag without the name of an environment.
    init(of tag: String, besides words: EnvironmentWords) {
        text = EnvironmentPrefix(of: tag, words: words).map { String($0.rest.dropFirst()) } ?? tag
        namesOneBuild = BuildName(text).isTelling
    }
}

extension RepositoryConfiguration {
    /// Nil for a tag that the pattern of `promotion.identity` does not match.
    package func identity(ofTag tag: String) -> ArtifactIdentity? {
        guard let pattern = promotionIdentity?.value else {
            return ArtifactIdentity(of: tag, besides: environmentWords)
        }
        return ArtifactIdentity(of: tag, by: pattern)
    }
}
