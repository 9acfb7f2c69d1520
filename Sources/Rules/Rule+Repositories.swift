import Kustomize
package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each ImageRepository by itself, as kustomize and Flux build it.
package protocol RepositoryRule: Rule {
    func findings(
        about repository: Effective<ImageRepositoryFact>, in model: RepositoryModel
    ) -> [Finding]
}

extension RepositoryRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.objects.repositories.flatMap { findings(about: $0, in: model) }
    }

    func finding(
        _ message: String, at location: SourceLocation,
        of repository: Effective<ImageRepositoryFact>, severity: Severity? = nil,
        related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: severity ?? Self.definition.severity,
            message: message,
            location: location, related: related, object: repository.fact.fact.object.identity,
            subject: repository.displayName, fix: fix,
            topic: FindingTopic(image: repository.imageName?.full))
    }
}

extension Effective where Fact == ImageRepositoryFact {
    /// `NAMESPACE/NAME` in the cluster, as far as that is known; or the name alone.
    var displayName: String { identity.displayName }

    /// The scalar that stands for the object as a whole.
    var location: SourceLocation { fact.fact.object.location(in: fact.path) }

    /// Nil where there is no image, and where a variable or a fault leaves it open.
    var imageName: ImageName? { object.field("spec", "image").text.flatMap { ImageName($0) } }

    /// The patterns of the tags that are left out; nil where the repository does not tell.
    var effectiveExclusions: [String]? {
        switch object.field("spec", "exclusionList") {
        case .absent: return Self.standardExclusions
        case .known, .unknown: return nil
        case .collection(let list):
            let texts = list.items.compactMap { $0.text?.text }
            guard texts.allSatisfy(NamePattern.isLiteral) else { return nil }
            return texts.isEmpty ? Self.standardExclusions : texts
        }
    }

    /// The exclusions of Flux if the list is absent or empty.
    private static var standardExclusions: [String] { [#"^.*\.sig$"#] }
}

extension EffectiveIdentity {
    var displayName: String {
        (namespace.known.map { "\($0)/" } ?? "") + (name.known ?? "")
    }
}

extension ObjectFact {
    /// The name, else the whole object.
    func location(in path: String) -> SourceLocation {
        SourceLocation(path: path, span: name?.span ?? span)
    }
}
