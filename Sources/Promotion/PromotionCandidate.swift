import Configuration
import Kustomize
import ManifestFacts
import RegistryAccess
import RepositoryLinking
import SourceText
import Triage
import UpdateEngine

/// One image of a source environment and its places in the target, before a registry is asked.
struct PromotionCandidate {
    /// Registry and path in full.
    let name: String
    let source: ImageVersion
    let sourcePlace: SourceLocation
    let identity: String
    let targetTag: String?
    /// Of the target; never empty.
    let placements: [ImagePlacement]
    let registryImage: RegistryImage
}

/// Chooses the images that a promotion is about, by what two environments run.
struct CandidateSearch {
    let model: RepositoryModel
    let source: Environment
    let target: Environment
    private let today: CalendarDay?
    private let sourceBuilds: [String: EnvironmentBuilds]
    private let targetBuilds: [String: EnvironmentBuilds]

    init(
        in model: RepositoryModel, from source: String, to target: String, today: CalendarDay?
    ) throws(PromotionObstacle) {
        let known = model.configuration.environments.map(\.name.value)
        func environment(_ name: String) throws(PromotionObstacle) -> Environment {
            guard let found = model.configuration.environment(named: name) else {
                throw .unknownEnvironment(name, known: known)
            }
            return found
        }
        self.model = model
        self.today = today
        self.source = try environment(source)
        self.target = try environment(target)
        if let expected = self.target.promotesFrom?.value, expected != source {
            throw .otherSource(target: target, promotesFrom: expected)
        }
        sourceBuilds = model.builds(in: source)
        targetBuilds = model.builds(in: target)
    }

    /// The images that run in both environments and that the target speaks of, ascending.
    var all: [ImageName] {
        sourceBuilds.keys.sorted().filter { targetBuilds[$0] != nil }
            .compactMap { sourceBuilds[$0]?.name }
            .filter { target.speaks(ofImage: $0.full) ?? model.scannedImages.contains($0) }
    }

    /// The image of the source that a user means.
    func image(named name: String) throws(PromotionObstacle) -> ImageName {
        let images = sourceBuilds.values.compactMap(\.name)
        let found = ImageQuery(name).matches(among: images.map(\.full))
        guard let image = images.first(where: { $0.full == found.first }) else {
            throw .unknownImage(name, environment: source.name.value)
        }
        guard found.count == 1 else { throw .ambiguousImage(name, candidates: found) }
        return image
    }

    /// - Parameter other: The image's name in the target, where that is another.
    func candidate(
        _ image: ImageName, as other: ImageName?
    ) throws(PromotionObstacle) -> PromotionCandidate {
        let build = try build(of: image)
        let targetImage = other ?? image
        guard let targetBuilds = targetBuilds[targetImage.canonical] else {
            throw .notInTarget(image: targetImage.full, environment: target.name.value)
        }
        let placements = targetBuilds.placements
        try refuseOpen(targetBuilds.open, of: targetImage, in: target)
        try refuseHolds(of: targetImage, at: placements, in: target)
        try refuseHolds(of: image, at: build.placements, in: source)
        try refuseShared(placements, of: targetImage)
        try refuseHold(of: image, in: source) { statement in
            if case .exclude(let tag, _) = statement.measure { return tag == build.artifact.tag }
            return true
        }
        try refuseHold(
            of: targetImage, in: target, ofTag: build.artifact.tag.flatMap { self.ownTag(of: $0) })
        let tag = try build.artifact.tag.map { tag throws(PromotionObstacle) in
            try targetTag(of: tag, for: targetImage)
        }
        let name = build.placements[0].final.name ?? image.full
        return PromotionCandidate(
            name: targetImage.full,
            source: ImageVersion(
                name: name, tag: build.artifact.tag,
                digest: build.isDigestListed ? nil : build.artifact.digest),
            sourcePlace: build.location,
            identity: build.artifact.tag.flatMap { model.configuration.identity(ofTag: $0)?.text }
                ?? build.words,
            targetTag: tag, placements: placements, registryImage: try registryImage(of: image))
    }

    func registryImage(of image: ImageName) throws(PromotionObstacle) -> RegistryImage {
        if let known = ScanPlan(model).targets.first(where: { $0.name == image.full }) {
            return known.image
        }
        do throws(RegistryError) {
            return try RegistryImage(image.full)
        } catch {
            throw .registry(error)
        }
    }

    // MARK: Parts

    /// The one build that the source runs; the one with a digest of several that are the same.
    private func build(of image: ImageName) throws(PromotionObstacle) -> EnvironmentBuild {
        let builds = sourceBuilds[image.canonical]
        try refuseOpen(builds?.open ?? [], of: image, in: source)
        let known = builds?.known ?? []
        guard let first = known.first(where: { $0.artifact.digest != nil }) ?? known.first else {
            throw .unknownImage(image.full, environment: source.name.value)
        }
        let areSame = known.allSatisfy {
            $0.artifact == first.artifact
                || model.configuration.comparison(of: $0.artifact, with: first.artifact) == .same
        }
        guard areSame else {
            throw .severalVersions(
                image: image.full, environment: source.name.value,
                versions: Set(known.map(\.words)).sorted())
        }
        return first
    }

    private func refuseOpen(
        _ open: [ImagePlacement], of image: ImageName, in environment: Environment
    ) throws(PromotionObstacle) {
        guard let place = open.first?.place else { return }
        throw .openVersion(
            image: image.full, environment: environment.name.value,
            reason: "\(place.path):\(line(of: place)) does not tell it")
    }

    private func refuseHolds(
        of image: ImageName, at placements: [ImagePlacement], in environment: Environment
    ) throws(PromotionObstacle) {
        for hold in environment.updateLimits.holds
        where !(today.map(hold.isExpired) ?? false) {
            let isCovered = placements.contains { placement in
                hold.covers(
                    ExemptionSubject(
                        path: placement.place.path, image: image.full, policy: nil,
                        object: placement.object?.exemptionName))
            }
            guard isCovered else { continue }
            throw .held(
                image: image.full, environment: environment.name.value, reason: hold.reason)
        }
    }

    /// The tag that the configuration gives the image, whatever policies say; nil where none.
    private func ownTag(of tag: String) -> String? {
        do throws(PromotionRefusal) {
            return try model.promotedTag(of: tag, to: target, followed: [])
        } catch {
            return nil
        }
    }

    private func refuseHold(
        of image: ImageName, in environment: Environment, ofTag tag: String?
    ) throws(PromotionObstacle) {
        try refuseHold(of: image, in: environment) { statement in
            switch statement.measure {
            case .suspend: true
            case .pin(let pinned, _): pinned != tag
            case .exclude(let excluded, _): excluded == tag
            }
        }
    }

    /// A hold in the manifests concerns the policies that the image follows.
    private func refuseHold(
        of image: ImageName, in environment: Environment, where isMeant: (HoldStatement) -> Bool
    ) throws(PromotionObstacle) {
        let followed = Set(
            model.policiesFollowed(byImage: image, in: environment.name.value).map(\.number))
        let hold = model.holds.first { hold in
            isMeant(hold.statement) && hold.policies.contains { followed.contains($0.number) }
        }
        guard let hold else { return }
        throw .held(
            image: image.full, environment: environment.name.value,
            reason: "\(hold.statement.reason) (`sluice release` ends that)")
    }

    /// A place that other environments take their image from as well cannot be promoted alone.
    private func refuseShared(
        _ placements: [ImagePlacement], of image: ImageName
    ) throws(PromotionObstacle) {
        let own = Set(placements.flatMap(\.final.places))
        for placement in model.imagePlacements where !placement.isOverridden {
            guard let place = placement.final.places.first(where: own.contains) else { continue }
            let others = placement.environments.filter { $0 != target.name.value }
            if !others.isEmpty {
                throw .sharedPlace(path: place.path, line: line(of: place), environments: others)
            }
            if let name = placement.name, name.canonical != image.canonical {
                throw .sharedImage(path: place.path, line: line(of: place), image: name.full)
            }
        }
    }

    /// Whether a tag is that of an older build, as far as tags tell.
    func isOlder(_ tag: String?, than other: String?) -> Bool {
        model.configuration.comparison(
            of: Artifact(tag: tag, digest: nil), with: Artifact(tag: other, digest: nil))
            == .different(.behind)
    }

    private func targetTag(
        of tag: String, for image: ImageName
    ) throws(PromotionObstacle) -> String {
        let policies = model.policiesFollowed(byImage: image, in: target.name.value)
        do throws(PromotionRefusal) {
            return try model.promotedTag(of: tag, to: target, followed: policies)
        } catch {
            throw .noTag(image: image.full, reason: "\(error)")
        }
    }

    func line(of place: SourceLocation) -> Int { model.line(of: place) }
}

extension EnvironmentBuilds {
    fileprivate var name: ImageName? { placements.lazy.compactMap(\.name).first }
}
