import Configuration
import ImageReferences
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// An image, with one of the objects that run it.
struct CustomImage: CustomTarget {
    let image: JudgedImage
    let path: String
    let name: ImageName?
    /// The object that runs it.
    var identity: ObjectIdentity?
    var built: EffectiveObject?
    /// The markers beside it that Flux reads.
    let markers: [Placed<MarkerFact>]
    let policies: [LinkedPolicy]?

    init(_ image: JudgedImage, in context: CustomContext) {
        self.image = image
        path = image.path
        name = image.name
        identity = image.fact.object
        markers = context.markers(of: image)
        let links = context.model.policyLinks
        policies = markers.isEmpty ? nil : markers.flatMap { links.policies(of: $0) }
    }

    /// Whether its file does not declare the object that runs it.
    var isHeldElsewhere: Bool { image.fact.use == .override || image.fact.object == nil }

    var words: String { image.words }
    var subject: String { image.fact.text }
    var topic: FindingTopic { FindingTopic(image: name?.full) }

    var location: SourceLocation {
        let fact = image.fact
        return image.location(of: fact.tag.span ?? fact.repository.span ?? fact.span)
    }

    func reasonUndeployed(in model: RepositoryModel) -> String? { image.reach.reason }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        switch field {
        case .image, .registry, .repository: name(field, isRequired: isRequired)
        case .tag, .version: version(image.fact.tag, "tag")
        case .digest: version(image.fact.digest, "digest")
        case .use: .known(image.fact.use.word)
        case .marker: .known(markers.map(\.fact.text))
        case .part: .known(markers.compactMap { $0.fact.liveSetter?.field.rawValue })
        case .policy: .known(markers.compactMap { $0.fact.liveSetter?.policyName })
        default: nil
        }
    }

    private func name(_ field: CustomField, isRequired: Bool) -> CustomValue? {
        let fact = image.fact
        let place = (fact.repository.span ?? fact.overriddenName?.span).map(image.location)
        switch image.deployedParts.name {
        case .deployed: break
        case .replaced: return .saidElsewhere
        case .unknown(let reason): return .unknown(reason, at: place)
        }
        switch fact.repository {
        // The images that an entry is for have their names elsewhere.
        case .absent where isRequired && fact.use == .override: return .saidElsewhere
        case .absent where fact.use == .helmValue:
            return .unknown("the chart names the image", at: place)
        case .absent: break
        case .unknown: return .unknown("the image's name is filled in by a template", at: place)
        case .known(let text, _):
            if fact.use == .helmValue, ImageReference(text).registry.text == nil {
                return .unknown("the chart may name the image's registry", at: place)
            }
        }
        return CustomValue(name, field, at: place, or: "the image's name is not valid")
    }

    /// Tag or digest.
    private func version(_ part: ImagePart, _ noun: String) -> CustomValue {
        let fact = image.fact
        switch image.deployedParts.version {
        case .deployed: break
        case .replaced: return .saidElsewhere
        case .unknown(let reason): return .unknown(reason, at: part.span.map(image.location))
        }
        switch part {
        case .known(let text, let span): return .known(text, at: image.location(of: span))
        case .unknown(let span):
            return .unknown(
                "the image's \(noun) is filled in by a template", at: image.location(of: span))
        case .absent:
            if fact.isWhole {
                // A template in the name or the tag may bring the rest along.
                return fact.tag.isUnknown || fact.repository.isUnknown
                    ? .unknown("the image is filled in by a template") : .absent
            }
            if fact.tag.isAbsent, fact.digest.isAbsent {
                return fact.use == .override
                    ? .saidElsewhere : .unknown("the chart may set the image's \(noun)")
            }
            return fact.tag.isUnknown
                ? .unknown("the image's \(noun) is filled in by a template") : .absent
        }
    }

    func scalar(at place: SourceLocation) -> SourceSpan? {
        place.path == path && !image.isBuilt ? image.scalar(holding: place.span) : nil
    }
}

extension ImageFact.Use {
    /// The word for it in conditions.
    fileprivate var word: String {
        switch self {
        case .container: "container"
        case .volume: "volume"
        case .override: "override"
        case .helmValue: "value"
        }
    }
}

/// An object with images, by one way of building it.
struct CustomWorkload: CustomTarget {
    let path: String
    let identity: ObjectIdentity?
    let location: SourceLocation
    let images: [JudgedImage]
    var built: EffectiveObject?

    var policies: [LinkedPolicy]? { nil }
    var topic: FindingTopic { FindingTopic() }
    var subject: String { "\(identity?.kind ?? "") \(identity?.name ?? "")" }
    var words: String { "\(identity?.kind ?? "object") `\(identity?.name ?? "…")`" }

    func ownValue(
        of field: CustomField, isRequired: Bool, in context: CustomContext
    ) -> CustomValue? {
        guard field == .images else { return nil }
        let isOpen = images.contains { $0.name == nil || $0.deployedParts.name != .deployed }
        let names = images.filter { $0.deployedParts.name == .deployed }
            .compactMap { $0.name?.full }
        return .known(names, besides: isOpen ? "not all of its images are known" : nil)
    }
}
