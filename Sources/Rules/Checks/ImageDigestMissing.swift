import Configuration
import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags images without the digest that their environment requires.
struct ImageDigestMissing: Rule {
    static let followsImages = true
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        guard model.environments.areConfigured else { return [] }
        return imageFindings(in: model) { findings(at: $0, in: model) }
    }

    /// One finding for each environment of the image.
    private func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        let fact = image.fact
        let isEmptyOverride = fact.use == .override && fact.tag.isAbsent
        guard fact.digest.isAbsent, !fact.tag.isUnknown, !isEmptyOverride,
            !fact.repository.isUnknown, image.deployedParts.version == .deployed
        else { return [] }
        let environments = model.environments.configured(
            ofPath: image.path, namespace: fact.object?.namespace)
        return environments.compactMap { environment in
            guard let identity = environment.identity?.value,
                image.name.flatMap({ environment.speaks(ofImage: $0.full) }) ?? true,
                let reason = reason(for: identity, image, in: model)
            else { return nil }
            return finding(
                "image `\(fact.text)` has no digest, and the environment `\(environment.name.value)` "
                    + reason,
                at: fact.tag.span ?? fact.repository.span ?? fact.span, of: image,
                environments: [environment.name.value], fix: .pinning(image, in: model))
        }
    }

    /// The requirement that the tag alone does not meet; nil if it does.
    private func reason(
        for identity: Identity, _ image: JudgedImage, in model: RepositoryModel
    ) -> String? {
        switch identity {
        case .tag: nil
        case .digest, .both: "requires one"
        case .either:
            if let tag = image.fact.tag.text {
                model.mobility(of: Tag(tag), image: image.name) == .fixed
                    ? nil : "requires one or a tag that does not move"
            } else {
                "requires one or a tag"
            }
        }
    }
}
