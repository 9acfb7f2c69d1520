import Kustomize
package import ManifestFacts

/// Images on their way to clusters, each linked on first use.
extension RepositoryModel {
    /// The images that rules judge: those of files, with the parts that are deployed, and then
    /// those that patches make of them.
    ///
    /// An image that is fine whatever patches do is left out.
    package var judgedImages: [JudgedImage] {
        knownJudgedImages.value {
            ImageJudgement(
                objectBuilds, images: images, reaches: fileReaches, setters: tagSetters,
                isThorough: false
            ).judged
        }
    }

    /// The same, also with those that are fine whatever patches do.
    package var imagesOfAnyKind: [JudgedImage] {
        knownImagesOfAnyKind.value {
            ImageJudgement(
                objectBuilds, images: images, reaches: fileReaches, setters: tagSetters,
                isThorough: true
            ).judged
        }
    }

    /// The deployed parts of each image, in the order of `images`.
    package var deployedParts: [DeployedParts] {
        knownDeployedParts.value { imagesOfAnyKind.prefix(images.count).map(\.deployedParts) }
    }

    /// The parts of an image that reach a cluster.
    package func deployedParts(of image: Placed<ImageFact>) -> DeployedParts {
        images.firstIndex { $0 === image }.map { deployedParts[$0] } ?? .whole
    }

    /// The same, found by place: for those who ask about many.
    func deployedParts(ofPlaced image: Placed<ImageFact>) -> DeployedParts {
        knownPartsByImage.value {
            Dictionary(
                zip(images, deployedParts).map { (ObjectIdentifier($0), $1) },
                uniquingKeysWith: { first, _ in first })
        }[ObjectIdentifier(image)] ?? .whole
    }

    /// Whether all builds replace the tag or image that a marker is at, so that it runs
    /// nowhere.
    package func isReplaced(_ marker: Placed<MarkerFact>) -> Bool {
        guard let target = marker.fact.target else { return false }
        let replaced = knownReplacedVersions.value {
            Set(
                zip(images, deployedParts).compactMap { image, deployedParts in
                    guard deployedParts.version == .replaced, let tag = image.fact.tag.span else {
                        return nil
                    }
                    return image.place(image.fact.scalar(holding: tag))
                })
        }
        return replaced.contains(marker.place(target.span))
    }

    var objectBuilds: ObjectBuilds {
        knownObjectBuilds.value {
            objectBuilds(
                directoryImages(graph.kustomize.nodes.indices, graph.kustomize.asksForLabels))
        }
    }

    /// The parts of kustomizations that concern images, read on several cores.
    package func imageDirectories() async -> ImageDirectories {
        let nodes = graph.kustomize.nodes.indices
        let size = max(64, (nodes.count + 15) / 16)
        let labelsMatter = graph.kustomize.asksForLabels
        let directories: [DirectoryImages?] = await withTaskGroup { group in
            for start in stride(from: 0, to: nodes.count, by: size) {
                group.addTask {
                    let part = start..<min(start + size, nodes.count)
                    return (start, self.directoryImages(part, labelsMatter))
                }
            }
            var parts: [(start: Int, directories: [DirectoryImages?])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.start < $1.start }.flatMap(\.directories)
        }
        return ImageDirectories(directories: directories)
    }

    /// Follows images, so that no rule has to wait for another that does.
    package func followImages(through directories: ImageDirectories) {
        _ = knownObjectBuilds.value { objectBuilds(directories.directories) }
        _ = deployedTags
    }

    private func directoryImages(_ nodes: Range<Int>, _ labelsMatter: Bool) -> [DirectoryImages?] {
        let doubt = ImageDoubt(environments)
        return nodes.map {
            DirectoryImages($0, in: graph.kustomize, labelsMatter: labelsMatter, doubt: doubt)
        }
    }

    private func objectBuilds(_ directories: [DirectoryImages?]) -> ObjectBuilds {
        ObjectBuilds(
            graph, images: images, directories: directories, doubt: ImageDoubt(environments),
            values: helmValues, takenImages: takenImages)
    }
}

/// The parts of all kustomizations of a repository that concern images.
package struct ImageDirectories: Sendable {
    /// By directory.
    fileprivate let directories: [DirectoryImages?]
}
