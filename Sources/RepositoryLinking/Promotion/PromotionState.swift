package import Configuration
import ImageReferences
package import SourceText

/// How an environment's build of an image relates to that of the environment it promotes from.
///
/// Rules, `explain`, `audit` and promotion ask this.
package struct PromotionState: Sendable {
    package let image: ImageName
    package let environment: String
    /// The environment that it promotes from.
    package let source: String
    package let builds: EnvironmentBuilds
    package let sourceBuilds: EnvironmentBuilds
    /// The builds that are compared, one of several that are the same; nil where an environment runs
    /// different ones, or one that is not known.
    package let compared: (build: EnvironmentBuild, source: EnvironmentBuild)?
    package let comparison: ArtifactComparison
    /// Whether the environment's configuration speaks of the image, so that its tags are expected to
    /// be promoted.
    package let isPromoted: Bool
}

extension RepositoryModel {
    /// The states of all images that run both in an environment and in the one it promotes from, in
    /// the order of the configuration, and then ascending by image.
    ///
    /// None where no environment promotes from another.
    package var promotions: [PromotionState] {
        knownPromotions.value {
            let targets = configuration.environments.compactMap { target in
                target.promotesFrom.map { (target: target, source: $0.value) }
            }
            let names = Set(targets.flatMap { [$0.target.name.value, $0.source] })
            let builds = Dictionary(
                uniqueKeysWithValues: names.map { ($0, self.builds(in: $0)) })
            return targets.flatMap { target, source in
                states(
                    of: target, from: source, builds[target.name.value] ?? [:],
                    builds[source] ?? [:])
            }
        }
    }

    /// The state of an image in an environment; nil where it does not run in both.
    package func promotion(ofImage image: ImageName, to environment: String) -> PromotionState? {
        promotions.first {
            $0.environment == environment && $0.image.canonical == image.canonical
        }
    }

    private func states(
        of target: Environment, from source: String, _ builds: [String: EnvironmentBuilds],
        _ sourceBuilds: [String: EnvironmentBuilds]
    ) -> [PromotionState] {
        builds.sorted { $0.key < $1.key }.compactMap { name, builds in
            guard let other = sourceBuilds[name], let image = builds.name else { return nil }
            let (compared, comparison) = comparison(
                of: single(builds, in: target.name.value), with: single(other, in: source), image)
            return PromotionState(
                image: image, environment: target.name.value, source: source, builds: builds,
                sourceBuilds: other, compared: compared, comparison: comparison,
                isPromoted: promotes(image, to: target))
        }
    }

    private typealias SingleBuild = Result<EnvironmentBuild, Doubt>

    private struct Doubt: Error {
        let reason: String
    }

    private func comparison(
        of build: SingleBuild, with source: SingleBuild, _ image: ImageName
    ) -> (compared: (EnvironmentBuild, EnvironmentBuild)?, ArtifactComparison) {
        switch (build, source) {
        case (.failure(let doubt), _), (_, .failure(let doubt)): (nil, .unknown(doubt.reason))
        case (.success(let build), .success(let source)):
            (
                (build, source),
                comparison(of: build.artifact, with: source.artifact, image: image)
            )
        }
    }

    /// The one build that an environment runs, with its digest where that is known.
    private func single(_ builds: EnvironmentBuilds, in environment: String) -> SingleBuild {
        guard builds.open.isEmpty else {
            return .failure(Doubt(reason: "which build `\(environment)` runs is not known"))
        }
        let known = builds.known
        guard let build = commonBuild(of: known) else {
            let words = Set(known.map(\.words)).sorted().prefix(3).map { "`\($0)`" }
            let list = words.joined(separator: ", ") + (words.count < known.count ? ", …" : "")
            return .failure(Doubt(reason: "`\(environment)` runs several builds: \(list)"))
        }
        return .success(build)
    }

    /// One of some builds that are all the same, with its digest where that is known; nil for
    /// none, and where they differ.
    package func commonBuild(of builds: [EnvironmentBuild]) -> EnvironmentBuild? {
        let first = builds.first { $0.artifact.digest != nil } ?? builds.first
        return first.flatMap { first in
            builds.allSatisfy { isSame($0.artifact, first.artifact) } ? first : nil
        }
    }

    /// Whether images of that name are expected to come to an environment by promotion.
    package func promotes(_ image: ImageName, to environment: Environment) -> Bool {
        environment.speaks(ofImage: image.full) ?? scannedImages.contains(image)
    }

    private func isSame(_ artifact: Artifact, _ other: Artifact) -> Bool {
        artifact == other || configuration.comparison(of: artifact, with: other) == .same
    }

    /// The comparison that the configuration makes, unless the tags move.
    private func comparison(
        of build: Artifact, with source: Artifact, image: ImageName
    ) -> ArtifactComparison {
        let comparison = configuration.comparison(of: build, with: source)
        let isByDigest = build.digest != nil && source.digest != nil
        if comparison == .same, isByDigest { return .same }
        let moving = [build.tag, source.tag].compactMap { tag -> String? in
            guard let tag, case .moves(let reason) = mobility(of: Tag(tag), image: image) else {
                return nil
            }
            return "`\(tag)` moves: \(reason)"
        }
        guard let reason = moving.first else { return comparison }
        return isByDigest ? .different(.unknown(reason)) : .unknown(reason)
    }
}

// MARK: Words

extension PromotionState {
    /// By its name in machine output.
    package var kind: String {
        switch comparison {
        case .same: "same"
        case .rebuilt: "rebuilt"
        case .different(.ahead): "ahead"
        case .different(.behind): "behind"
        case .different(.unknown): "different"
        case .unknown: "unknown"
        }
    }

    /// How far the environment is: a sentence without a full stop.
    package var words: String {
        let relation =
            switch comparison {
            case .same: "runs the same build as `\(source)`"
            case .rebuilt: "runs another digest of the same build than `\(source)`"
            case .different(.ahead): "is ahead of `\(source)`, which runs \(sourceBuilds.words)"
            case .different(.behind): "is behind `\(source)`, which runs \(sourceBuilds.words)"
            case .different(.unknown(let reason)):
                "runs another build than `\(source)`, which runs \(sourceBuilds.words): \(reason)"
            case .unknown(let reason): "cannot be compared with `\(source)`: \(reason)"
            }
        return "`\(environment)` \(relation)"
    }

    /// Whether one of these places says what one of the two environments runs.
    package func isSaid(at isWanted: (SourceLocation) -> Bool) -> Bool {
        (builds.placements + sourceBuilds.placements).contains { placement in
            isWanted(placement.place) || placement.final.places.contains(where: isWanted)
        }
    }
}

extension EnvironmentBuilds {
    package var placements: [ImagePlacement] { known.flatMap(\.placements) + open }

    /// The builds, in back-ticks.
    package var words: String {
        Set(known.map(\.words)).sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}
