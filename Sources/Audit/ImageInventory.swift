import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// The images of a repository with all that is known about each: for every workload what runs
/// where, and beside them whatever else says which image runs.
struct ImageInventory {
    private(set) var images: [AuditedImage] = []
    private let model: RepositoryModel
    private let findings: FindingPlaces
    /// By the image's canonical name; ascending.
    private let policies: [String: [String]]
    /// Lines of the files that images are in.
    private var lines: FileLines

    init(
        of model: RepositoryModel, findings: FindingPlaces,
        where isWanted: (_ path: String) -> Bool
    ) {
        self.model = model
        self.findings = findings
        lines = FileLines(model.files)
        let named = model.policyLinks.policies.filter { $0.imageName != nil }
        policies = Dictionary(grouping: named) { $0.imageName?.canonical ?? "" }
            .mapValues { Set($0.map(\.name)).sorted() }
        for placement in model.imagePlacements where isWanted(placement.place.path) {
            add(placement)
        }
        images.sort { left, right in
            left.path.hasSameBytes(as: right.path)
                ? left.line < right.line
                : left.path.bytesPrecede(right.path)
        }
    }

    private mutating func add(_ placement: ImagePlacement) {
        let (final, place) = (placement.final, placement.place)
        let markers = placement.markers.map(model.audited)
        append(
            AuditedImage(
                name: placement.name?.full, tag: final.tag, digest: final.digest,
                environments: placement.environments, isOverridden: placement.isOverridden,
                isDeployed: placement.isDeployed, object: placement.object,
                path: place.path, line: lines.line(of: place), markers: markers,
                unfollowedPolicies: unfollowed(by: placement, markers)),
            scalars: final.places.filter { $0.path == place.path }.map(\.span)
                + placement.markers.map(\.fact.span))
    }

    /// The policies for an image whose tag no marker brings.
    private func unfollowed(
        by placement: ImagePlacement, _ markers: [AuditedMarker]
    ) -> [String] {
        let isFollowed =
            placement.isOverridden || markers.contains(where: \.mayBringTags)
            || model.takesMarkedInput(placement.place)
        guard placement.isImage, !isFollowed, let text = placement.final.name,
            let name = ImageName(text)
        else { return [] }
        return policies[name.canonical] ?? []
    }

    private mutating func append(_ image: AuditedImage, scalars: [SourceSpan]) {
        var image = image
        image.findings = findings.findings(about: image, at: scalars)
        images.append(image)
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
