import RepositoryLinking
import SourceText

/// Flags policies that use an ImageRepository of another namespace without access to it.
struct PolicyAccessDenied: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.repositoryReferences.compactMap { reference in
            guard case .denied(let target) = model.access(by: reference),
                let own = reference.policy.namespace.known
            else { return nil }
            return finding(
                "ImageRepository `\(target.identity.displayName)` does not let policies of namespace `\(own)` "
                    + "use it, so this policy selects nothing: add a selector to its `accessFrom`",
                about: reference,
                related: [RelatedLocation("the ImageRepository", at: target.location)])
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.repositoryReferences.compactMap { reference in
            guard case .unknown(let reason) = model.access(by: reference) else { return nil }
            return unjudged(reason, at: reference.location)
        }
    }
}
