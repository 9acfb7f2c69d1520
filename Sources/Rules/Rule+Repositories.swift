import Kustomize
package import ManifestFacts
package import RepositoryLinking
import SourceText
import YAMLSyntax

/// An ImageRepository as kustomize and Flux build it.
package typealias BuiltRepository = Effective<ImageRepositoryFact>

/// A rule that judges ImageRepositories one by one.
package protocol RepositoryRule: Rule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding?
}

extension RepositoryRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        repositoryFindings(in: model)
    }

    fileprivate func repositoryFindings(in model: RepositoryModel) -> [Finding] {
        model.objects.repositories.compactMap { finding(about: $0, in: model) }
    }
}

extension Rule {
    /// A finding about an ImageRepository.
    func finding(
        _ message: String, at location: SourceLocation, of repository: BuiltRepository,
        severity: Severity? = nil, related: [RelatedLocation] = [], fix: Fix? = nil
    ) -> Finding {
        finding(
            message, at: location, severity: severity, related: related,
            object: repository.fact.fact.object.identity, subject: repository.identity.displayName,
            fix: fix, topic: FindingTopic(image: repository.imageName?.full))
    }

    /// A finding about a Receiver.
    func finding(
        _ message: String, at location: SourceLocation, of receiver: Effective<ReceiverFact>,
        severity: Severity? = nil, related: [RelatedLocation] = []
    ) -> Finding {
        finding(
            message, at: location, severity: severity, related: related,
            object: receiver.fact.fact.object.identity, subject: receiver.identity.displayName)
    }

    /// A finding about a policy's reference to its ImageRepository.
    func finding(
        _ message: String, about reference: RepositoryReference, related: [RelatedLocation] = []
    ) -> Finding {
        let name = reference.policy.displayName
        return finding(
            message, at: reference.location, related: related,
            object: reference.fact.object.identity, subject: name,
            topic: FindingTopic(policy: name))
    }
}

extension RepositoryRule where Self: ImageRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        imageFindings(in: model) + repositoryFindings(in: model)
    }
}

/// A fact about an object that a manifest declares.
protocol DeclaredFact: Sendable {
    var object: ObjectFact { get }
    var root: YAMLNode { get }
}

extension FluxKustomizationFact: DeclaredFact {}
extension ImagePolicyFact: DeclaredFact {}
extension ImageRepositoryFact: DeclaredFact {}
extension ImageUpdateAutomationFact: DeclaredFact {}
extension ReceiverFact: DeclaredFact {}

extension Effective where Fact: DeclaredFact {
    /// The object's name, else the whole object.
    var location: SourceLocation { fact.fact.object.location(in: fact.path) }
}

extension Effective where Fact == ImageRepositoryFact {
    /// Nil if there is no image, or if a variable or a fault leaves it open.
    var imageName: ImageName? { object.field("spec", "image").text.flatMap { ImageName($0) } }

    /// The patterns of the excluded tags; nil if they are not known.
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
    /// `NAMESPACE/NAME` as built, or the name alone if the namespace is not known.
    var displayName: String {
        (namespace.known.map { "\($0)/" } ?? "") + (name.known ?? "")
    }
}

extension ObjectFact {
    /// The object's name, else the whole object.
    func location(in path: String) -> SourceLocation {
        SourceLocation(path: path, span: name?.span ?? span)
    }
}
