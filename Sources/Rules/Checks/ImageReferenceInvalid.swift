import ImageReferences
import ManifestFacts
import RepositoryLinking

/// Flags image references that no container runtime accepts.
struct ImageReferenceInvalid: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard let fault = image.fact.problems.first(where: { !$0.problem.concernsDigest }),
            image.deployedParts.deploys(fault, of: image.fact)
        else { return nil }
        return finding(fault, of: image)
    }
}
