import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// Collects the images of a repository with all that is known about each.
struct ImageInventory {
    private(set) var images: [AuditedImage] = []
    private let model: RepositoryModel
    private let order: [String]
    private var environments: DeployedEnvironments
    private let findings: FindingPlaces
    /// By the scalar that they write.
    private var markers: [ScalarPlace: [Placed<MarkerFact>]] = [:]
    /// By the image's canonical name; ascending.
    private let policies: [String: [String]]
    /// The environments in which patches say which image a container runs.
    private var patched: [PatchedImage: Set<String>] = [:]
    /// By the bytes of paths, because strings of different bytes can be equal.
    private var lines: [[UInt8]: LineIndex] = [:]
    private let sources: [[UInt8]: [UInt8]]

    init(
        of model: RepositoryModel, environments: DeployedEnvironments, findings: FindingPlaces,
        where isWanted: (_ path: String) -> Bool
    ) {
        self.model = model
        order = model.environments.inReadingOrder
        self.environments = environments
        self.findings = findings
        sources = Dictionary(
            model.files.lazy.map { (Array($0.path.utf8), $0.facts.source) },
            uniquingKeysWith: { first, _ in first })
        for marker in model.markers where marker.fact.liveSetter != nil {
            guard let target = marker.fact.target else { continue }
            markers[marker.place(target.span), default: []].append(marker)
        }
        let named = model.policyLinks.policies.filter { $0.imageName != nil }
        policies = Dictionary(grouping: named) { $0.imageName?.canonical ?? "" }
            .mapValues { Set($0.map(\.name)).sorted() }
        collectPatches()
        for image in model.images where isWanted(image.path) { add(image) }
        addMarkers(where: isWanted)
        images.sort { left, right in
            left.path.utf8.elementsEqual(right.path.utf8)
                ? left.line < right.line
                : left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
        }
    }

    private mutating func collectPatches() {
        for image in model.images where model.isPatch(image) {
            guard let key = PatchedImage(image) else { continue }
            let places = environments.roots(
                ofPath: image.path, namespace: image.fact.object?.namespace)
            patched[key, default: []].formUnion(places.keys)
        }
    }

    private mutating func add(_ image: Placed<ImageFact>) {
        let fact = image.fact
        let beside = fact.scalars.flatMap { markers[image.place($0)] ?? [] }
        let (places, isOverridden) = deployment(of: image)
        let name = image.name
        let isFollowed = !beside.isEmpty || isOverridden
        append(
            AuditedImage(
                name: name?.full ?? followedImage(beside), tag: .init(fact.tag),
                digest: .init(fact.digest),
                environments: places, isOverridden: isOverridden, object: fact.object,
                path: image.path, line: line(of: fact.span, in: image.path),
                markers: beside.map(text), policies: followedPolicies(beside),
                unfollowedPolicies: isFollowed
                    ? [] : name.flatMap { policies[$0.canonical] } ?? []),
            scalars: fact.scalars + beside.map(\.fact.span))
    }

    /// The tags at markers that stand at no image, such as those of a ConfigMap.
    private mutating func addMarkers(where isWanted: (_ path: String) -> Bool) {
        let known = Set(model.images.flatMap { image in image.fact.scalars.map(image.place) })
        for marker in model.markers where isWanted(marker.path) {
            guard let deployed = DeployedTag(marker), !known.contains(deployed.place) else {
                continue
            }
            let places = environments.roots(
                ofPath: marker.path, namespace: marker.fact.object?.namespace)
            append(
                AuditedImage(
                    name: deployed.image?.full ?? followedImage([marker]),
                    tag: .known(deployed.tag), digest: .absent,
                    environments: order.filter { places[$0] != nil }, isOverridden: false,
                    object: marker.fact.object, path: marker.path,
                    line: line(of: deployed.scalar, in: marker.path), markers: [text(of: marker)],
                    policies: followedPolicies([marker]), unfollowedPolicies: []),
                scalars: [deployed.scalar, marker.fact.span])
        }
    }

    private mutating func append(_ image: AuditedImage, scalars: [SourceSpan]) {
        var image = image
        image.findings = findings.findings(about: image, at: scalars)
        images.append(image)
    }

    // MARK: Parts

    /// The environments that get the image as it stands, and whether no place does.
    private mutating func deployment(
        of image: Placed<ImageFact>
    ) -> (environments: [String], isOverridden: Bool) {
        if model.overrides.pin(image) { return ([], true) }
        let places = environments.roots(
            ofPath: image.path, namespace: image.fact.object?.namespace)
        let patched =
            model.isPatch(image) ? [] : PatchedImage(image).flatMap { self.patched[$0] } ?? []
        let deployed = order.filter { name in
            guard let roots = places[name], !patched.contains(name) else { return false }
            return roots.isEmpty || !model.overrides.pin(image, in: roots.contains)
        }
        return (deployed, deployed.isEmpty && !places.isEmpty)
    }

    private func followedPolicies(_ markers: [Placed<MarkerFact>]) -> [String] {
        Set(markers.flatMap { model.policyLinks.policies(of: $0).map(\.name) }).sorted()
    }

    /// The image of the policy that markers follow, where it is one.
    private func followedImage(_ markers: [Placed<MarkerFact>]) -> String? {
        let names = Set(
            markers.flatMap { model.policyLinks.policies(of: $0).map(\.imageName?.full) })
        return names.count == 1 ? names.first ?? nil : nil
    }

    private func text(of marker: Placed<MarkerFact>) -> String {
        marker.fact.liveSetter?.text ?? marker.fact.text
    }

    private mutating func line(of span: SourceSpan, in path: String) -> Int {
        let key = Array(path.utf8)
        let index = lines[key] ?? LineIndex(sources[key] ?? [])
        lines[key] = index
        return index.lineNumber(at: span.lowerBound)
    }
}

/// By what a patch and the object that it patches are known to be of one container.
private struct PatchedImage: Hashable {
    let kind: String
    let name: String
    let image: String

    init?(_ image: Placed<ImageFact>) {
        guard let kind = image.fact.object?.kind, let name = image.fact.object?.name,
            let canonical = image.name?.canonical
        else { return nil }
        self.kind = kind
        self.name = name
        self.image = canonical
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
