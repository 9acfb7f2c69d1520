import ManifestFacts
import SourceText

/// Which places of a repository decide what runs where.
struct ImagePlaces {
    /// An image as a file declares it, where it is deployed.
    enum Use {
        /// Nothing in the repository builds it.
        case unbuilt
        /// Its own place decides: what it comes to, with the roots that deploy it so.
        case deployed([(final: FinalImage, roots: Set<BuildRoot>)])
        /// The workloads that take it tell about it.
        case told
        case overridden
        case unknown
    }

    /// An image of a workload that a patch or an entry makes.
    struct Decided {
        let final: FinalImage
        let object: ObjectIdentity
        /// The file of the object.
        let path: String
        let roots: Set<BuildRoot>

        /// The scalar that says which tag or digest it is.
        var place: SourceLocation {
            final.places.first { $0.path != path } ?? final.places.first
                ?? SourceLocation(path: path, span: SourceSpan(0, 0))
        }
    }

    /// In the order of the workloads' files.
    let decidedElsewhere: [Decided]
    private let deployed: [ObjectIdentifier: [DeployedImage]]
    private let decidingPlaces: Set<SourceLocation>
    private let deployedParts: [ObjectIdentifier: DeployedParts]

    init(of model: RepositoryModel) {
        let all = model.deployedImages
        deployed = Dictionary(grouping: all.filter { $0.written != nil }) {
            $0.written.map(ObjectIdentifier.init) ?? ObjectIdentifier(Self.self)
        }
        deployedParts = Dictionary(
            zip(model.images, model.deployedParts).map { (ObjectIdentifier($0), $1) },
            uniquingKeysWith: { first, _ in first })
        var order: [DecidedKey] = []
        var roots: [DecidedKey: Set<BuildRoot>] = [:]
        for image in all {
            guard case .runs(let final) = image.outcome, !image.isAtItsOwnPlace else { continue }
            let key = DecidedKey(final: final, object: image.object, path: image.path)
            if roots[key] == nil { order.append(key) }
            roots[key, default: []].formUnion(image.roots)
        }
        decidedElsewhere = order.map { key in
            Decided(
                final: key.final, object: key.object, path: key.path, roots: roots[key] ?? [])
        }
        decidingPlaces = Set(decidedElsewhere.flatMap(\.final.places))
    }

    private struct DecidedKey: Hashable {
        let final: FinalImage
        let object: ObjectIdentity
        let path: String
    }

    func use(of image: Placed<ImageFact>) -> Use {
        guard let deployed = deployed[ObjectIdentifier(image)] else {
            if image.places.contains(where: decidingPlaces.contains) { return .told }
            return switch deployedParts[ObjectIdentifier(image)]?.version {
            case .replaced: .overridden
            case .unknown: .unknown
            case .deployed, nil: .unbuilt
            }
        }
        var finals: [(final: FinalImage, roots: Set<BuildRoot>)] = []
        for image in deployed where image.isAtItsOwnPlace {
            guard case .runs(let final) = image.outcome else { continue }
            if let place = finals.firstIndex(where: { $0.final == final }) {
                finals[place].roots.formUnion(image.roots)
            } else {
                finals.append((final, Set(image.roots)))
            }
        }
        if !finals.isEmpty { return .deployed(finals) }
        // A tag whose image is named elsewhere decides there what runs.
        let tag = image.fact.tagScalar.map { SourceLocation(path: image.path, span: $0) }
        if tag.map(decidingPlaces.contains) ?? false { return .told }
        let isUnknown = deployed.contains { image in
            if case .unknown = image.outcome { true } else { false }
        }
        return isUnknown ? .unknown : .overridden
    }
}
