import Audit
import ManifestFacts
import RepositoryLinking
import SourceText

/// The images of all workloads of one tree, with who updates each.
struct WorkloadSide {
    let model: RepositoryModel
    /// In the order of the files.
    let order: [Workload]
    private let images: [Workload: [WorkloadImage]]
    private let origins: ImageOrigins
    private let places: FilePositions
    private let markers: [SourceLocation: [Placed<MarkerFact>]]
    private var updaters: [ObjectIdentifier: AuditedMarker] = [:]

    init(of model: RepositoryModel) {
        self.model = model
        var order: [Workload] = []
        var images: [Workload: [WorkloadImage]] = [:]
        for image in model.workloadImages {
            if images[image.workload] == nil { order.append(image.workload) }
            images[image.workload, default: []].append(image)
        }
        self.order = order
        self.images = images
        origins = ImageOrigins(of: model)
        places = FilePositions(model)
        markers = model.liveMarkers
    }

    func images(of workload: Workload) -> [WorkloadImage] { images[workload] ?? [] }

    /// Everything by which an image may differ from that of the other side.
    struct Signature: Hashable {
        let parts: WorkloadImage.Version.Parts
        let updater: WorkloadChange.Updater
        /// As written, where something unknown is filled in.
        let texts: [String]
    }

    mutating func signature(of image: WorkloadImage) -> Signature {
        Signature(
            parts: image.version.parts, updater: updater(of: image),
            texts: image.version.isKnown ? [] : origins.writtenTexts(of: image))
    }

    mutating func side(of image: WorkloadImage) -> WorkloadChange.Side {
        let origins = origins.origins(of: image).map { found in
            WorkloadChange.Origin(
                origin: found.origin, place: places.declaration(at: found.place))
        }
        return WorkloadChange.Side(
            version: image.version, origins: origins, updater: updater(of: image))
    }

    private mutating func updater(of image: WorkloadImage) -> WorkloadChange.Updater {
        let beside = image.version.image.places.flatMap { markers[$0] ?? [] }
        guard !beside.isEmpty else {
            if image.version.image.places.contains(where: model.takesMarkedInput) { return .input }
            return origins.hasVariables(image) ? .variable : .nobody
        }
        let all = beside.map { audited($0) }
        // A marker of the name tells only where there is none for the tag.
        let telling = all.contains(where: \.bringsTags) ? all.filter(\.bringsTags) : all
        let words = Set(telling.map(\.words)).sorted().joined(separator: ", ")
        let automations = telling.flatMap { marker -> [String] in
            if case .written(let names) = marker.verdict { names } else { [] }
        }
        return .policies(
            words: words, automations: Set(automations).sorted(),
            writes: telling.contains(where: \.mayBringTags))
    }

    private mutating func audited(_ marker: Placed<MarkerFact>) -> AuditedMarker {
        if let known = updaters[ObjectIdentifier(marker)] { return known }
        let audited = model.audited(marker)
        updaters[ObjectIdentifier(marker)] = audited
        return audited
    }
}
