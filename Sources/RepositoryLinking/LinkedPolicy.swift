import Kustomize
package import ManifestFacts
package import RegularLanguages
package import SourceText
package import TagPolicies

/// An ImagePolicy as kustomize and Flux build it, what it says, and the image that its tags are of.
///
/// A policy that several clusters build is there once for each way that makes a difference.
package final class LinkedPolicy: Sendable {
    /// As written.
    package let fact: ImagePolicyFact
    /// The file that declares it.
    package let path: String
    /// The place in `PolicyLinks.policies`.
    package let number: Int
    /// As built, by one of the ways that come to this.
    package let object: EffectiveObject
    package let reading: PolicyReading
    /// The ImageRepositories that its reference may mean: none if the repository does not declare
    /// it, several if nothing tells them apart.
    package let repositories: [Effective<ImageRepositoryFact>]
    /// The image that the tags are of; equal for policies over the same tags.
    package let image: PolicyImage
    /// Nil where the repository leaves the image open.
    package let imageName: ImageName?

    init(
        _ policy: Effective<ImagePolicyFact>, number: Int, reading: PolicyReading,
        repositories: [Effective<ImageRepositoryFact>], imageName: ImageName?
    ) {
        fact = policy.fact.fact
        path = policy.fact.path
        object = policy.object
        self.number = number
        self.reading = reading
        self.repositories = repositories
        self.imageName = imageName
        image =
            imageName.map { .image($0.canonical) }
            ?? .reference(namespace: policy.repositoryNamespace, name: policy.repositoryName ?? "")
    }

    /// In the cluster.
    package var identity: EffectiveIdentity { object.identity }

    /// `NAMESPACE/NAME` in the cluster, as written where that is not known; or the name alone.
    package var name: String { object.name(besides: fact.object.identity) }

    /// The scalar at which findings about the whole policy are reported.
    package var location: SourceLocation {
        let place = fact.object.name?.span ?? fact.object.span
        return SourceLocation(path: path, span: place)
    }

    package var pattern: PolicyText? { text("filterTags", "pattern") }
    package var extract: PolicyText? { text("filterTags", "extract") }
    package var range: PolicyText? { text("policy", "semver", "range") }

    /// A text of `spec`.
    package func text(_ keys: String...) -> PolicyText? { PolicyText(object, ["spec"] + keys) }

    /// The location of the pattern, else of the range, else of the policy's name.
    package var selectorLocation: SourceLocation {
        (pattern ?? range).map { $0.location(of: 0..<$0.text.utf8.count) } ?? location
    }

    /// The language of tags that the policy can select; nil if it is unknown.
    package var language: PolicyLanguage? { reading.language }

    /// A short tag that the policy can select, or that there is none; nil where that is not known.
    package var sample: MemberSearch? { reading.sample }

    /// Whether the policy asks the registry for a digest; nil where that is not known.
    package var reflectsDigest: Bool? { object.reflectsDigest }

    /// Whether the policy takes this tag; nil where that is not known.
    package func admits(_ tag: String) -> Bool? { reading.admits(tag) }
}

extension EffectiveObject {
    /// Whether an ImagePolicy asks the registry for a digest; nil where a variable leaves it open.
    package var reflectsDigest: Bool? {
        switch field("spec", "digestReflectionPolicy") {
        case .absent: false
        case .known(let text, _): !text.isEmpty && text != "Never"
        case .collection, .unknown: nil
        }
    }
}

/// The image whose tags a policy selects from.
package enum PolicyImage: Hashable, Sendable {
    /// The canonical name of the image.
    case image(String)
    /// An ImageRepository whose image is not known, by its name and the namespace of the reference.
    case reference(namespace: EffectiveText, name: String)
}

extension Effective where Fact == ImagePolicyFact {
    /// The ImageRepository that the policy names; nil where it names none, or a variable does.
    var repositoryName: String? {
        object.isAsWritten
            ? fact.fact.repositoryName?.text
            : object.field(["spec", "imageRepositoryRef", "name"]).text
    }

    /// Where that is looked for.
    var repositoryNamespace: EffectiveText {
        if object.isAsWritten {
            return fact.fact.repositoryNamespace.map { EffectiveText($0.text) }
                ?? identity.namespace
        }
        return switch object.field(["spec", "imageRepositoryRef", "namespace"]) {
        case .known(let text, _): EffectiveText(text)
        case .absent: identity.namespace
        case .collection, .unknown: .unknown
        }
    }
}

extension EffectiveObject {
    /// `NAMESPACE/NAME` in the cluster, as written where that is not known; or the name alone.
    fileprivate func name(besides written: ObjectIdentity) -> String {
        let namespace = identity.namespace.known ?? written.namespace
        return (namespace.map { "\($0)/" } ?? "") + (identity.name.known ?? written.name ?? "")
    }
}

extension Effective where Fact == ImageRepositoryFact {
    /// `NAMESPACE/NAME` in the cluster, as written where that is not known; or the name alone.
    package var name: String { object.name(besides: fact.fact.object.identity) }

    /// The image as built; nil where there is none, and where a variable leaves it open.
    package var image: String? {
        object.isAsWritten ? fact.fact.image?.text : object.field(["spec", "image"]).text
    }

    /// Nil where the image is not known, or is none.
    package var imageName: ImageName? { image.flatMap { ImageName($0) } }

    /// The patterns of tags that are left out, none where Flux's default applies; nil where the
    /// repository does not tell.
    package var exclusions: [String]? {
        if object.isAsWritten, fact.fact.exclusionList == nil { return [] }
        switch object.field(["spec", "exclusionList"]) {
        case .absent, .known: return []
        case .unknown: return nil
        case .collection(let list):
            let texts = list.items.compactMap { $0.text.flatMap { object.substituted($0.text) } }
            return texts.allSatisfy(NamePattern.isLiteral) ? texts : nil
        }
    }
}
