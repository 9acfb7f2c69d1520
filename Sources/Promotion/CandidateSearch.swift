import Configuration
import RegistryAccess
import RepositoryLinking
import SourceText
import UpdateEngine

/// Chooses the images that a promotion is about, by what two environments run.
struct CandidateSearch {
    let model: RepositoryModel
    let source: Environment
    let target: Environment
    let today: CalendarDay?
    private let sourceBuilds: [String: EnvironmentBuilds]
    private let targetBuilds: [String: EnvironmentBuilds]
    /// By the full name of the image: what ImageRepositories say of its registry.
    private let registryImages: [String: RegistryImage]

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
        registryImages = Dictionary(ScanPlan(model).targets.map { ($0.name, $0.image) }) {
            first, _ in
            first
        }
    }

    /// The images that run in both environments and that the target speaks of, ascending.
    var all: [ImageName] {
        sourceBuilds.keys.sorted().filter { targetBuilds[$0] != nil }
            .compactMap { sourceBuilds[$0]?.name }
            .filter { model.promotes($0, to: target) }
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
        try refuseHold(of: image, running: build.artifact.tag)
        try refuseHold(
            of: targetImage, getting: build.artifact.tag.flatMap { self.ownTag(of: $0) })
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
            targetTag: tag, placements: placements, registryImage: try registryImage(of: image),
            targetRegistryImage: try registryImage(of: targetImage))
    }

    private func registryImage(of image: ImageName) throws(PromotionObstacle) -> RegistryImage {
        if let known = registryImages[image.full] { return known }
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
        if known.isEmpty { throw .unknownImage(image.full, environment: source.name.value) }
        guard let build = model.commonBuild(of: known) else {
            throw .severalVersions(
                image: image.full, environment: source.name.value,
                versions: Set(known.map(\.words)).sorted())
        }
        return build
    }

    /// The tag that the configuration gives the image, whatever policies say; nil where none.
    private func ownTag(of tag: String) -> String? {
        do throws(PromotionRefusal) {
            return try model.promotedTag(of: tag, to: target, followed: [])
        } catch {
            return nil
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
}
