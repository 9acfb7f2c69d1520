import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags image references that no container runtime accepts.
struct ImageReferenceInvalid: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageReferenceInvalid)

    func findings(at image: Placed<ImageFact>, in model: RepositoryModel) -> [Finding] {
        guard let fault = image.fact.problems.first(where: { !$0.problem.concernsDigest }),
            !model.overrides.replace(fault, of: image)
        else { return [] }
        return [finding(fault, of: image)]
    }
}
