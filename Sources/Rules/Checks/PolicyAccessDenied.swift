import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags policies that take an ImageRepository of another namespace which does not let them.
struct PolicyAccessDenied: ReferenceRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyAccessDenied)

    func findings(in model: RepositoryModel) -> [Finding] {
        model.repositoryReferences.compactMap { reference in
            guard case .denied(let target) = model.access(by: reference),
                let own = reference.policy.namespace.known
            else { return nil }
            return finding(
                "ImageRepository `\(target.displayName)` does not let policies of namespace "
                    + "`\(own)` use it", about: reference,
                related: [
                    RelatedLocation(
                        message: "what its `accessFrom` would have to allow",
                        location: target.location)
                ])
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.repositoryReferences.compactMap { reference in
            guard case .unknown(let reason) = model.access(by: reference) else { return nil }
            return unjudged(reason, about: reference)
        }
    }
}
