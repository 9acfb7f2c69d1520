import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags markers whose policy the repository does not declare.
struct MarkerPolicyMissing: MarkerRule {
    static let judgesMeaning = true

    func fault(of marker: MarkerFact, in model: RepositoryModel) -> String? {
        guard let setter = marker.meantSetter, !isExternal(setter, in: model),
            model.policies.answer(namespace: setter.namespace, name: setter.name) == .missing
        else { return nil }
        let meant = model.policies.name(meantBy: setter).map { "; did you mean `\($0)`?" } ?? ""
        return
            "no ImagePolicy `\(setter.policyName)` is declared in this repository, "
            + "so Flux never updates this value\(meant)"
    }

    /// Writes the name that is meant, or removes the marker if no policy has a similar name.
    func fix(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> Fix? {
        guard let setter = marker.fact.meantSetter else { return nil }
        if let name = model.policies.name(meantBy: setter) {
            return .renaming(setter, to: name, in: marker.fact)
        }
        guard marker.fact.liveSetter != nil, !model.policies.mayBeMeant(by: setter) else {
            return nil
        }
        return .removing(marker, in: model)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, !isExternal(setter, in: model),
                let reason = doubt(about: setter, of: marker, in: model)
            else { return nil }
            return unjudged(reason, at: marker.location)
        }
    }

    private func doubt(
        about setter: SetterMarker, of marker: Placed<MarkerFact>, in model: RepositoryModel
    ) -> String? {
        switch model.policies.answer(namespace: setter.namespace, name: setter.name) {
        case .unknown(let reason): reason
        case .declared where model.policyLinks.policies(of: marker).isEmpty:
            "the repository declares this policy for other clusters only"
        default: nil
        }
    }

    private func isExternal(_ setter: SetterMarker, in model: RepositoryModel) -> Bool {
        model.configuration.isExternal(policy: setter.policyName)
    }
}
