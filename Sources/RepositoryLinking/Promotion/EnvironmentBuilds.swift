package import Configuration
import ImageReferences
package import SourceText
import TagSnapshots

/// A build of an image that an environment runs, and where the repository says so.
package struct EnvironmentBuild: Hashable, Sendable {
    package let artifact: Artifact
    /// Whether the digest is what a registry listed for the tag, and not in a manifest.
    package let isDigestListed: Bool
    /// In the order of the placements; never empty.
    package fileprivate(set) var placements: [ImagePlacement]

    package static func == (left: EnvironmentBuild, right: EnvironmentBuild) -> Bool {
        left.artifact == right.artifact && left.isDigestListed == right.isDigestListed
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(artifact) }

    /// `tag`, or the digest where there is no tag.
    package var words: String { artifact.tag ?? artifact.digest ?? "" }

    /// The scalar that says so, in the first of the files that do.
    package var location: SourceLocation { placements[0].place }
}

/// The builds of one image that an environment runs.
package struct EnvironmentBuilds: Sendable {
    /// In the order of the placements.
    package fileprivate(set) var known: [EnvironmentBuild] = []
    /// The placements at which something that is not known is filled in, or nothing is written,
    /// where a chart may have a tag of its own.
    package fileprivate(set) var open: [ImagePlacement] = []

    package var name: ImageName? { placements.lazy.compactMap(\.name).first }
}

/// An image in an environment, or among what is deployed to none.
package struct DeployedImageName: Codable, Hashable, Sendable {
    package let environment: String?
    /// The canonical name of the image.
    package let image: String

    package init(environment: String?, image: String) {
        self.environment = environment
        self.image = image
    }
}

extension DeployedImageName: Comparable {
    package static func < (left: DeployedImageName, right: DeployedImageName) -> Bool {
        (left.environment ?? "", left.image) < (right.environment ?? "", right.image)
    }
}

extension RepositoryModel {
    /// The builds of each image that is deployed, in each of its environments.
    package var deployedBuilds: [DeployedImageName: EnvironmentBuilds] {
        var builds: [DeployedImageName: EnvironmentBuilds] = [:]
        for placement in imagePlacements where placement.isDeployed && !placement.isOverridden {
            guard let image = placement.name?.canonical else { continue }
            let environments: [String?] =
                placement.environments.isEmpty ? [nil] : placement.environments
            for environment in environments {
                let name = DeployedImageName(environment: environment, image: image)
                builds[name, default: EnvironmentBuilds()].add(placement, tags: tags)
            }
        }
        return builds
    }

    /// The builds of each image that runs in an environment, by the image's canonical name.
    package func builds(in environment: String) -> [String: EnvironmentBuilds] {
        let placements = imagePlacements.filter {
            !$0.isOverridden && $0.environments.contains(environment)
        }
        var builds: [String: EnvironmentBuilds] = [:]
        for placement in placements {
            guard let name = placement.name?.canonical else { continue }
            builds[name, default: EnvironmentBuilds()].add(placement, tags: tags)
        }
        return builds
    }
}

extension EnvironmentBuilds {
    fileprivate mutating func add(_ placement: ImagePlacement, tags: TagSnapshot) {
        let final = placement.final
        guard final.tag != .open, final.digest != .open, final.tag != final.digest else {
            open.append(placement)
            return
        }
        let pinned = final.digest.text.flatMap { Digest($0)?.text }
        let listed = final.digest == .absent ? placement.listedDigest(in: tags) : nil
        let build = EnvironmentBuild(
            artifact: Artifact(tag: final.tag.text, digest: pinned ?? listed),
            isDigestListed: listed != nil, placements: [placement])
        if let place = known.firstIndex(of: build) {
            known[place].placements.append(placement)
        } else {
            known.append(build)
        }
    }
}

extension ImagePlacement {
    fileprivate func listedDigest(in tags: TagSnapshot) -> String? {
        guard let tag = final.tag.text, let name = name?.canonical else { return nil }
        return tags.digest(of: tag, canonicalName: name).flatMap { Digest($0)?.text }
    }
}
