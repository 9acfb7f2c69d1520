import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags policies whose ImageRepository is not declared, or is in another namespace.
struct PolicyRepositoryMissing: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.repositoryReferences.compactMap { reference in
            switch reference.answer(in: model) {
            case .missing:
                finding(
                    reference.absence(in: model, consequence: ", so the policy selects nothing"),
                    about: reference)
            case .elsewhere(let namespaces): elsewhere(namespaces, reference)
            case .declared, .unknown: nil
            }
        }
    }

    private func elsewhere(_ namespaces: [String], _ reference: RepositoryReference) -> Finding? {
        guard let namespace = reference.namespace.known else { return nil }
        return finding(
            "ImageRepository `\(reference.name)` is in namespace \(namespaces.quotedList()), but the "
                + "policy looks for it in `\(namespace)`, so the policy selects nothing: correct the "
                + "`namespace` of the reference", about: reference)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.repositoryReferences.compactMap { reference in
            guard case .unknown(let reason) = reference.answer(in: model) else { return nil }
            return unjudged(reason, at: reference.location)
        }
    }
}
