import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags image references that no container runtime accepts.
struct ImageReferenceInvalid: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageReferenceInvalid)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard let fault = image.fact.problems.first(where: { !$0.problem.concernsDigest }),
            image.deployedParts.deploys(fault, of: image.fact)
        else { return [] }
        return [finding(fault, of: image)]
    }
}
