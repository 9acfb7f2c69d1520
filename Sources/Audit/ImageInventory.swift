import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// Collects the images of a repository with all that is known about each: for every workload what
/// runs where, and beside them whatever else says which image runs.
struct ImageInventory {
    private(set) var images: [AuditedImage] = []
    private let model: RepositoryModel
    private let order: [String]
    private var environments: DeployedEnvironments
    private let findings: FindingPlaces
    /// By the scalar that they write.
    private var markers: [SourceLocation: [Placed<MarkerFact>]] = [:]
    /// By the image's canonical name; ascending.
    private let policies: [String: [String]]
    /// Lines of the files that images are in.
    private var lines: FileLines

    init(
        of model: RepositoryModel, environments: DeployedEnvironments, findings: FindingPlaces,
        where isWanted: (_ path: String) -> Bool
    ) {
        self.model = model
        order = model.environments.inReadingOrder
        self.environments = environments
        self.findings = findings
        lines = FileLines(model.files)
        for marker in model.markers where marker.fact.liveSetter != nil {
            guard let target = marker.fact.target else { continue }
            let place = SourceLocation(path: marker.path, span: target.span)
            markers[place, default: []].append(marker)
        }
        let named = model.policyLinks.policies.filter { $0.imageName != nil }
        policies = Dictionary(grouping: named) { $0.imageName?.canonical ?? "" }
            .mapValues { Set($0.map(\.name)).sorted() }
        let places = ImagePlaces(of: model)
        for image in model.images where isWanted(image.path) { add(image, places) }
        for decided in places.decidedElsewhere where isWanted(decided.place.path) { add(decided) }
        addMarkers(where: isWanted)
        images.sort { left, right in
            left.path.hasSameBytes(as: right.path)
                ? left.line < right.line
                : left.path.bytesPrecede(right.path)
        }
    }

    /// One row for each thing that roots make of an image which they take from its own place.
    private mutating func add(_ image: Placed<ImageFact>, _ places: ImagePlaces) {
        let written = FinalImage(image)
        switch places.use(of: image) {
        case .told: return
        case .overridden: add(written, of: image, in: [], isOverridden: true)
        case .unknown: add(written.open, of: image, in: [])
        case .unbuilt:
            let names = environments.roots(
                ofPath: image.path, namespace: image.fact.object?.namespace)
            add(written, of: image, in: order.filter { names[$0] != nil })
        case .deployed(let finals):
            for (final, roots) in finals {
                let names = environments.names(
                    ofPath: image.path, namespace: image.fact.object?.namespace, in: roots)
                add(final, of: image, in: order.filter(names.contains))
            }
        }
    }

    private mutating func add(
        _ final: FinalImage, of image: Placed<ImageFact>, in environments: [String],
        isOverridden: Bool = false
    ) {
        append(
            final, object: image.fact.object, in: environments, isOverridden: isOverridden,
            at: SourceLocation(path: image.path, span: image.fact.span))
    }

    /// Adds an image that a patch or an entry makes, at the scalar that says so.
    private mutating func add(_ decided: ImagePlaces.Decided) {
        let own = environments.roots(ofPath: decided.place.path, namespace: nil)
        let names =
            own.isEmpty
            ? environments.names(
                ofPath: decided.path, namespace: decided.object.namespace, in: decided.roots)
            : Set(own.keys)
        append(
            decided.final, object: decided.object, in: order.filter(names.contains),
            isOverridden: false, at: decided.place)
    }

    private mutating func append(
        _ final: FinalImage, object: ObjectIdentity?, in environments: [String],
        isOverridden: Bool, at place: SourceLocation
    ) {
        let beside = final.places.flatMap { markers[$0] ?? [] }
        let audited = beside.map(audited)
        let name = final.name.flatMap { ImageName($0) }
        let isFollowed = isOverridden || audited.contains(where: \.mayBringTags)
        let isDeployed = model.reach(ofFile: place.path) == .deployed
        append(
            AuditedImage(
                name: name?.full ?? followedImage(beside), tag: final.tag, digest: final.digest,
                environments: isDeployed ? environments : [], isOverridden: isOverridden,
                isDeployed: isDeployed, object: object,
                path: place.path, line: lines.line(of: place), markers: audited,
                unfollowedPolicies: isFollowed
                    ? [] : name.flatMap { policies[$0.canonical] } ?? []),
            scalars: final.places.filter { $0.path == place.path }.map(\.span)
                + beside.map(\.fact.span))
    }

    /// The tags at markers that are at no image, such as those of a ConfigMap.
    private mutating func addMarkers(where isWanted: (_ path: String) -> Bool) {
        let known = Set(model.images.flatMap { image in image.fact.scalars.map(image.place) })
        for marker in model.markers where isWanted(marker.path) {
            guard let deployed = DeployedTag(marker), !known.contains(deployed.place) else {
                continue
            }
            let places = environments.roots(
                ofPath: marker.path, namespace: marker.fact.object?.namespace)
            let isDeployed = model.reach(ofFile: marker.path) == .deployed
            append(
                AuditedImage(
                    name: deployed.image?.full ?? followedImage([marker]),
                    tag: .known(deployed.tag), digest: .absent,
                    environments: isDeployed ? order.filter { places[$0] != nil } : [],
                    isOverridden: false, isDeployed: isDeployed,
                    object: marker.fact.object, path: marker.path,
                    line: lines.line(of: deployed.location), markers: [audited(marker)],
                    unfollowedPolicies: []),
                scalars: [deployed.scalar, marker.fact.span])
        }
    }

    private mutating func append(_ image: AuditedImage, scalars: [SourceSpan]) {
        var image = image
        image.findings = findings.findings(about: image, at: scalars)
        images.append(image)
    }

    // MARK: Parts

    private func audited(_ marker: Placed<MarkerFact>) -> AuditedMarker {
        AuditedMarker(
            text: marker.fact.liveSetter?.text ?? marker.fact.text,
            policies: Set(model.policyLinks.policies(of: marker).map(\.name)).sorted(),
            verdict: model.verdict(on: marker), bringsTags: marker.fact.liveSetter?.field != .name)
    }

    /// The image of the policy that markers follow, where it is one.
    private func followedImage(_ markers: [Placed<MarkerFact>]) -> String? {
        let names = Set(
            markers.flatMap { model.policyLinks.policies(of: $0).map(\.imageName?.full) })
        return names.count == 1 ? names.first ?? nil : nil
    }
}

/// The line numbers of places in a model's files.
private struct FileLines {
    /// By the bytes of paths, because strings of different bytes can be equal.
    private let sources: [[UInt8]: ManifestFile]
    private var indexes: [[UInt8]: LineIndex] = [:]

    init(_ files: [ManifestFile]) {
        sources = Dictionary(
            files.lazy.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func line(of place: SourceLocation) -> Int {
        let key = Array(place.path.utf8)
        let index = indexes[key] ?? LineIndex(sources[key]?.facts.source ?? [])
        indexes[key] = index
        return index.lineNumber(at: place.span.lowerBound)
    }
}

/// Finds what a report says about an image.
struct FindingPlaces {
    private let findings: [ReportedFinding]
    private var byPath: [String: [Int]] = [:]
    /// By `NAMESPACE/NAME`: those at the policies themselves.
    private var byPolicy: [String: [Int]] = [:]

    init(_ findings: [ReportedFinding]) {
        self.findings = findings
        for (number, reported) in findings.enumerated() {
            byPath[reported.finding.location.path, default: []].append(number)
            if let policy = reported.finding.topic.policy,
                reported.finding.object?.isFluxImage(kind: "ImagePolicy") == true
            {
                byPolicy[policy, default: []].append(number)
            }
        }
    }

    /// Ascending.
    func findings(about image: AuditedImage, at scalars: [SourceSpan]) -> [Int] {
        let here = (byPath[image.path] ?? []).filter { number in
            let finding = findings[number].finding
            return scalars.contains { $0.contains(finding.location.span) || $0 == finding.scalar }
        }
        return Set(here + image.policies.flatMap { byPolicy[$0] ?? [] }).sorted()
    }
}
