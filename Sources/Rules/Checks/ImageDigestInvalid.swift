import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags malformed digests.
struct ImageDigestInvalid: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageDigestInvalid)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard let fault = image.fact.problems.first(where: \.problem.concernsDigest) else {
            return []
        }
        // Some charts write the algorithm themselves.
        if image.fact.use == .helmValue, Digest("sha256:\(fault.text)") != nil { return [] }
        return [finding(fault, of: image)]
    }
}
