import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags ImageRepositories that policies of every namespace can use.
struct RepositoryAccessOpen: RepositoryRule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard
            case .collection(let list) = repository.object.field(
                "spec", "accessFrom", "namespaceSelectors"),
            let open = list.items.first(where: \.selectsEverything)
        else { return nil }
        return finding(
            "an empty `matchLabels` lets ImagePolicies of every namespace use this ImageRepository: "
                + "select by a label",
            at: open.location ?? repository.location, of: repository)
    }
}

extension BuiltNode {
    /// The location of the node; nil if several places contribute to it.
    var location: SourceLocation? {
        if case .written(let node, let origin) = self {
            origin.location(of: node.span)
        } else {
            nil
        }
    }
}
