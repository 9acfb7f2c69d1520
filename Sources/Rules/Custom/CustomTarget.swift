import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies

/// One thing that custom rules judge, by one way of building its object.
protocol CustomTarget {
    var path: String { get }
    /// The object as written; nil for a file that declares none.
    var identity: ObjectIdentity? { get }
    /// Nil where no way of building it is known.
    var built: EffectiveObject? { get }
    /// Where it is reported if no value has a place.
    var location: SourceLocation { get }
    /// The thing as messages name it.
    var words: String { get }
    /// Identifies it within its object, without positions.
    var subject: String { get }
    var topic: FindingTopic { get }
    /// The policies that it is, or that it may follow; nil where it follows none.
    var policies: [LinkedPolicy]? { get }

    /// The value of a field that only this kind of thing has; nil for a field that it lacks.
    ///
    /// - Parameter isRequired: Whether the rule requires something of it, rather than asking
    ///   whether it is meant.
    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue?
    /// The part of a file that a finding is about.
    func scalar(at place: SourceLocation) -> SourceSpan?
    /// Why its file reaches no cluster; nil if it does, or may.
    func reasonUndeployed(in model: RepositoryModel) -> String?
}

extension CustomTarget {
    func scalar(at place: SourceLocation) -> SourceSpan? { nil }

    func reasonUndeployed(in model: RepositoryModel) -> String? {
        model.reach(ofFile: location.path).reason
    }

    func value(
        of field: CustomField, key: String?, isRequired: Bool, in context: CustomContext
    ) -> CustomValue {
        if let own = ownValue(of: field, isRequired: isRequired, in: context) { return own }
        return switch field {
        case .path: .known(path)
        case .environment: .known(context.environments(of: self))
        case .cluster: cluster(in: context.model)
        case .kind: .known(identity?.kind)
        case .apiVersion: .known(identity?.apiVersion)
        case .group: .known(identity?.group)
        case .name: text(built?.identity.name, written: identity?.name, "name")
        case .namespace: text(built?.identity.namespace, written: identity?.namespace, "namespace")
        case .labels: metadata(built?.labels, key ?? "", "label", besides: context.addedLabelKeys)
        case .annotations:
            metadata(
                built?.annotations, key ?? "", "annotation", besides: context.addedAnnotationKeys)
        case .selects: .absent
        default: policyValue(of: field)
        }
    }

    private func text(
        _ effective: EffectiveText?, written: String?, _ noun: String
    ) -> CustomValue {
        switch effective ?? EffectiveText(written) {
        case .absent: .absent
        case .known(let text): .known(text)
        case .pattern: .unknown("the object's \(noun) is not known")
        }
    }

    /// A label or an annotation.
    private func metadata(
        _ texts: [String: EffectiveText]?, _ key: String, _ noun: String,
        besides added: Set<String>
    ) -> CustomValue {
        guard identity != nil else { return .absent }
        guard let texts, !added.contains(key) else {
            return .unknown("the object's \(noun)s are not known")
        }
        return text(texts[key] ?? .absent, written: nil, "\(noun) `\(key)`")
    }

    private func cluster(in model: RepositoryModel) -> CustomValue {
        let reason = "the repository does not tell the object's cluster"
        guard let built, let directories = model.bootstrapDirectories(of: built) else {
            return .unknown(reason)
        }
        return .known(directories.sorted())
    }

    // MARK: Policies

    /// A field of the policies; unknown unless all of them have the same value.
    private func policyValue(of field: CustomField) -> CustomValue {
        guard let policies else { return .absent }
        guard let first = policies.first else {
            return .unknown("the repository does not declare the policy")
        }
        let value = first.value(of: field)
        let isShared = policies.dropFirst().allSatisfy { other in
            let other = other.value(of: field)
            return other.texts == value.texts && other.doubt == value.doubt
        }
        return isShared ? value : .unknown("clusters have different policies of that name")
    }
}

extension CustomValue {
    /// A field as built.
    init(_ field: BuiltField, standard: String? = nil) {
        self =
            switch field {
            case .absent: .known(standard)
            case .known(let text, let place):
                NamePattern.isLiteral(text)
                    ? .known(text, at: place)
                    : .unknown("a variable stands in it", at: place)
            case .collection: .unknown("it is not a string")
            case .unknown(let reason): .unknown(reason)
            }
    }

    init(_ text: PolicyText?) {
        guard let text else {
            self = .absent
            return
        }
        let place = text.location(of: 0..<text.text.utf8.count)
        self = text.isKnown ? .known(text.text, at: place) : .unknown("a variable stands in it")
    }

    /// The name of an image, by the field that asks for it; nil for another field.
    init?(
        _ name: ImageName?, _ field: CustomField, at place: SourceLocation? = nil, or reason: String
    ) {
        guard [.image, .registry, .repository].contains(field) else { return nil }
        guard let name else {
            self = .unknown(reason, at: place)
            return
        }
        self = .known(name.text(of: field), at: place)
    }
}

extension ImageName {
    /// The registry, the path, or both.
    fileprivate func text(of field: CustomField) -> String {
        let parts = full.split(separator: "/", maxSplits: 1).map(String.init)
        return switch field {
        case .registry: parts[0]
        case .repository: parts.last ?? ""
        default: full
        }
    }
}

extension LinkedPolicy {
    /// The value of a field that policies have.
    func value(of field: CustomField) -> CustomValue {
        switch field {
        case .range: CustomValue(range)
        case .pattern: CustomValue(pattern)
        case .extract: CustomValue(extract)
        case .order: order
        case .digestReflectionPolicy:
            CustomValue(object.field("spec", "digestReflectionPolicy"), standard: "Never")
        case .imageRepository:
            repositories.isEmpty
                ? .unknown("the repository does not declare the policy's ImageRepository")
                : .known(repositories.map(\.name))
        default:
            CustomValue(
                imageName, field, at: location, or: "the image of the policy is not known")
                ?? .absent
        }
    }

    private var order: CustomValue {
        switch reading.ordering {
        case .success(.semver(_))?: .known("semver")
        case .success(.alphabetical(_))?: .known("alphabetical")
        case .success(.numerical(_))?: .known("numerical")
        case .failure?: .known(fact.members.first?.rawValue)
        case nil: .unknown("how the policy compares tags is not known")
        }
    }
}
