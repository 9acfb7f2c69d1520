package import ManifestFacts
package import SourceText
package import TagPolicies
import YAMLSyntax

/// An ImagePolicy, what its texts say, and the image that its tags are of.
package final class LinkedPolicy: Sendable {
    package let fact: ImagePolicyFact
    package let path: String
    /// The place in `PolicyLinks.policies`.
    package let number: Int
    package let reading: PolicyReading
    /// Whether a kustomization's patch may change what the policy selects, so that its own texts
    /// decide nothing.
    package let mayBePatched: Bool
    /// What its reference may mean: none where the repository does not declare it, several where
    /// their namespaces do not tell them apart.
    package let repositories: [Placed<ImageRepositoryFact>]
    /// What the tags are of; equal for policies that look at the same tags.
    package let image: PolicyImage
    /// Nil where the repository leaves the image open.
    package let imageName: ImageName?

    init(
        _ policy: Placed<ImagePolicyFact>, number: Int, reading: PolicyReading,
        repositories: [Placed<ImageRepositoryFact>], mayBePatched: Bool
    ) {
        fact = policy.fact
        path = policy.path
        self.number = number
        self.reading = reading
        self.repositories = repositories
        self.mayBePatched = mayBePatched
        let names = Set(repositories.map { $0.fact.image.flatMap { ImageName($0.text) } })
        imageName = names.count == 1 ? names.first ?? nil : nil
        image =
            imageName.map { .image($0.canonical) }
            ?? .reference(
                namespace: policy.fact.repositoryNamespace?.text
                    ?? policy.fact.object.identity.namespace,
                name: policy.fact.repositoryName?.text ?? "")
    }

    /// `NAMESPACE/NAME` as written, or the name alone.
    package var name: String {
        let identity = fact.object.identity
        return (identity.namespace.map { "\($0)/" } ?? "") + (identity.name ?? "")
    }

    /// The scalar that stands for the policy as a whole.
    package var location: SourceLocation {
        let place = fact.object.name?.span ?? fact.object.span
        return SourceLocation(path: path, span: place)
    }

    package var pattern: PolicyText? { text("filterTags", "pattern") }
    package var extract: PolicyText? { text("filterTags", "extract") }
    package var range: PolicyText? { text("policy", "semver", "range") }

    package func text(_ keys: String...) -> PolicyText? {
        var node = fact.root["spec"]
        for key in keys { node = node?[key] }
        return PolicyText(node, path: path)
    }

    /// What selects the tags: the pattern, else the range, else the policy's name.
    package var selectorLocation: SourceLocation {
        (pattern ?? range).map { $0.location(of: 0..<$0.text.utf8.count) } ?? location
    }

    /// What the policy can select; nil where that is not known.
    package var language: PolicyLanguage? { mayBePatched ? nil : reading.language }

    /// Whether the policy takes this tag; nil where that is not known.
    package func admits(_ tag: String) -> Bool? { mayBePatched ? nil : reading.admits(tag) }
}

/// What a policy's tags are of.
package enum PolicyImage: Hashable, Sendable {
    /// The canonical name of the image.
    case image(String)
    /// An ImageRepository whose image is not known, by its name and the namespace of the reference.
    case reference(namespace: String?, name: String)
}
