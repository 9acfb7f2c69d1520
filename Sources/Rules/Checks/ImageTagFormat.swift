import Configuration
import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText

/// Flags deployed tags that do not match the configured `tags` of their environment.
struct ImageTagFormat: Rule {
    static let judgesDeployment = true
    static let followsImages = true

    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.environments.areConfigured else { return [] }
        return model.misplacedTags.compactMap { misplaced in
            guard misplaced.owner == nil,
                let environment = model.configuration.environment(named: misplaced.environment),
                let format = environment.tags?.value.source
            else { return nil }
            let tag = misplaced.tag
            return finding(
                "`\(tag.tag)` is not a tag of `\(misplaced.environment)`, whose tags match "
                    + "`\(format)`: deploy a build that was made for it",
                at: tag.location, scalar: tag.scalar, object: tag.object, subject: tag.tag,
                environments: [misplaced.environment],
                topic: FindingTopic(image: tag.image?.full))
        }
    }
}
