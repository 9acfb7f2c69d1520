import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// A marker that Flux reads, with one of the ways of building its object.
struct CustomMarker: CustomTarget {
    let marker: Placed<MarkerFact>
    let setter: SetterMarker
    let policies: [LinkedPolicy]?
    var built: EffectiveObject?

    /// Nil for a comment that Flux does not obey.
    init?(_ marker: Placed<MarkerFact>, in model: RepositoryModel) {
        guard let setter = marker.fact.liveSetter else { return nil }
        self.marker = marker
        self.setter = setter
        policies = model.policyLinks.policies(of: marker)
    }

    var path: String { marker.path }
    var identity: ObjectIdentity? { marker.fact.object }
    var location: SourceLocation { marker.location }
    var words: String { "the marker of `\(setter.policyName)`" }
    var subject: String { marker.fact.text }
    var topic: FindingTopic { FindingTopic(policy: setter.policyName) }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        switch field {
        case .part: return .known(setter.field.rawValue)
        case .policy: return .known(setter.policyName)
        case .tag, .version:
            if let tag = marker.fact.deployedTag {
                let place = marker.fact.target.map { SourceLocation(path: path, span: $0.span) }
                return .known(tag, at: place)
            }
            return setter.field == .name || setter.field == .digest
                ? .absent : .unknown("the tag at the marker is not known")
        default: return nil
        }
    }

    func scalar(at place: SourceLocation) -> SourceSpan? { marker.fact.target?.span }
}

/// An ImagePolicy as built.
struct CustomPolicy: CustomTarget {
    let policy: LinkedPolicy

    var path: String { policy.path }
    var identity: ObjectIdentity? { policy.fact.object.identity }
    var built: EffectiveObject? { policy.object }
    var location: SourceLocation { policy.location }
    var words: String { "the policy `\(policy.name)`" }
    var subject: String { policy.name }
    var topic: FindingTopic { FindingTopic(policy: policy.name) }
    var policies: [LinkedPolicy]? { [policy] }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        guard field == .marker else { return nil }
        return .known(context.model.policyLinks.followers(of: policy).map(\.fact.text))
    }
}

/// An ImageRepository as built.
struct CustomRepository: CustomTarget {
    let repository: BuiltRepository

    var path: String { repository.fact.path }
    var identity: ObjectIdentity? { repository.fact.fact.object.identity }
    var built: EffectiveObject? { repository.object }
    var location: SourceLocation { repository.location }
    var words: String { "the ImageRepository `\(repository.name)`" }
    var subject: String { repository.name }
    var topic: FindingTopic { FindingTopic(image: repository.imageName?.full) }
    var policies: [LinkedPolicy]? { nil }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        let object = repository.object
        return switch field {
        case .image, .registry, .repository: name(field)
        case .interval: CustomValue(object.field("spec", "interval"))
        case .provider: CustomValue(object.field("spec", "provider"), standard: "generic")
        case .insecure: CustomValue(object.field("spec", "insecure"), standard: "false")
        case .suspended: CustomValue(object.field("spec", "suspend"), standard: "false")
        case .exclusions:
            repository.effectiveExclusions.map { .known($0) }
                ?? .unknown("the excluded tags are not known")
        default: nil
        }
    }

    private func name(_ field: CustomField) -> CustomValue? {
        let written = CustomValue(repository.object.field("spec", "image"))
        if written.texts.isEmpty, written.doubt == nil { return .absent }
        return CustomValue(
            written.doubt == nil ? repository.imageName : nil, field, at: written.place,
            or: written.doubt ?? "the image is not valid")
    }
}

/// An ImageUpdateAutomation as built.
struct CustomAutomation: CustomTarget {
    let automation: LinkedAutomation

    var path: String { automation.built.fact.path }
    var identity: ObjectIdentity? { automation.built.fact.fact.object.identity }
    var built: EffectiveObject? { automation.built.object }
    var location: SourceLocation { automation.location }
    var words: String { "the automation `\(automation.name)`" }
    var subject: String { automation.name }
    var topic: FindingTopic { FindingTopic() }
    var policies: [LinkedPolicy]? { nil }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        let object = automation.built.object
        return switch field {
        case .interval: CustomValue(object.field("spec", "interval"))
        case .suspended: CustomValue(object.field("spec", "suspend"), standard: "false")
        case .checkoutBranch:
            branch(automation.checkout, at: CustomValue(object.field(.checkoutBranch)).place)
        case .pushBranch:
            branch(automation.target, at: CustomValue(object.field(.pushBranch)).place)
        case .updatePath: updatePath
        default: nil
        }
    }

    /// Flux checks out `master` where nothing names a branch.
    private func branch(_ reference: BranchReference, at place: SourceLocation?) -> CustomValue {
        switch reference {
        case .branch(let name): .known(name, at: place)
        case .fixed: .absent
        case .implied: .known("master", at: place)
        case .unknown: .unknown("the branch is not known", at: place)
        }
    }

    /// The repository's root has no name, which `.` stands for.
    private var updatePath: CustomValue {
        guard let path = automation.updatePath else { return .unknown("the path is not known") }
        return .known(path.isEmpty ? "." : path, at: automation.writtenPath?.location)
    }
}
