import Configuration
import ImageReferences
import ManifestFacts
import RepositoryLinking

/// The builds that a tree deploys, with placeholders for their tags and digests.
///
/// It is that of all commits that change nothing but those.
struct DeployedShape {
    /// A build whose tag and digest may be values of manifests.
    struct Build {
        let tag: [Placeholder.Piece]?
        let digest: [Placeholder.Piece]?
        let placements: [ImagePlacement]
    }

    struct Builds {
        var known: [Build]
        /// Whether something that is not known runs as well.
        var hasOpen: Bool
    }

    let model: RepositoryModel
    let builds: [DeployedImageName: Builds]
    private let names: [DeployedImageName: String]
    /// The images whose builds have a value, by the number of its placeholder.
    let images: [Int: [DeployedImageName]]

    init(of model: RepositoryModel) {
        self.model = model
        var builds: [DeployedImageName: Builds] = [:]
        var images: [Int: [DeployedImageName]] = [:]
        let all = model.deployedBuilds
        for (name, deployed) in all {
            let known = deployed.known.map { build in
                Build(
                    tag: build.artifact.tag.map(Placeholder.pieces),
                    digest: build.artifact.digest.map(Placeholder.pieces),
                    placements: build.placements)
            }
            builds[name] = Builds(known: known, hasOpen: !deployed.open.isEmpty)
            for case .value(let number) in known.flatMap({ ($0.tag ?? []) + ($0.digest ?? []) }) {
                images[number, default: []].append(name)
            }
        }
        self.builds = builds
        names = all.compactMapValues { $0.name?.full }
        self.images = images
    }

    /// Registry and path in full; nil for an image that is not deployed.
    func fullName(of name: DeployedImageName) -> String? { names[name] }

    /// The builds of an image, with the values of one commit.
    func running(_ name: DeployedImageName, _ values: [String]) -> RunningBuilds {
        guard let builds = builds[name] else { return RunningBuilds() }
        var seen: Set<Artifact> = []
        let artifacts = builds.known.map { $0.artifact(values) }.filter { seen.insert($0).inserted }
        return RunningBuilds(artifacts: artifacts.sorted(), hasOpen: builds.hasOpen)
    }

    /// The places that say that an image runs as one of some builds.
    func placements(
        of name: DeployedImageName, as artifacts: Set<Artifact>, _ values: [String]
    ) -> [ImagePlacement] {
        (builds[name]?.known ?? []).filter { artifacts.contains($0.artifact(values)) }
            .flatMap(\.placements)
    }
}

extension [Placeholder.Piece] {
    fileprivate func text(_ values: [String]) -> String {
        map { piece in
            switch piece {
            case .value(let number): values[number]
            case .text(let text): text
            }
        }.joined()
    }
}

extension DeployedShape.Build {
    func artifact(_ values: [String]) -> Artifact {
        Artifact(
            tag: tag?.text(values),
            digest: digest?.text(values).lowercased())
    }
}
