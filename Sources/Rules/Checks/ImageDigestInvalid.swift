import ImageReferences
import ManifestFacts
import RepositoryLinking

/// Flags malformed digests.
struct ImageDigestInvalid: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard let fault = image.fact.problems.first(where: \.problem.concernsDigest) else {
            return nil
        }
        // Some charts write the algorithm themselves.
        if image.fact.use == .helmValue, Digest("sha256:\(fault.text)") != nil { return nil }
        return finding(fault, of: image)
    }
}
