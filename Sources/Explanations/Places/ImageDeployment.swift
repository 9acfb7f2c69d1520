import ManifestFacts
import RepositoryLinking
import SourceText

/// An image as a group of roots deploys it.
struct ImageDeployment {
    /// The object that runs it, as written.
    let object: ObjectIdentity
    let roots: [BuildAccount.Root]
    let outcome: DeployedImage.Outcome
    /// The patch or entry that decides on tag and digest; nil if the image's own file does.
    let decision: Declaration?

    /// The deployments of an image of a file, or of the images that a patch or an entry decides on.
    static func deployments(
        of image: Placed<ImageFact>, in model: RepositoryModel, _ places: FilePositions
    ) -> [ImageDeployment] {
        let scalars = Set(image.places)
        let isDeployed = { (deployed: DeployedImage) -> Bool in
            if deployed.written === image { return true }
            guard case .runs(let final) = deployed.outcome, !deployed.isAtItsOwnPlace else {
                return false
            }
            return !scalars.isDisjoint(with: final.places)
        }
        return model.deployedImages.filter(isDeployed).map {
            ImageDeployment($0, besides: image, places)
        }
    }

    private init(_ image: DeployedImage, besides own: Placed<ImageFact>, _ places: FilePositions) {
        object = image.object
        roots = BuildAccount(of: image.roots, places).roots
        outcome = image.outcome
        guard case .runs(let final) = image.outcome else {
            decision = nil
            return
        }
        decision = final.places.first { !own.places.contains($0) && image.isDecided(at: $0) }
            .map(places.declaration)
    }
}

extension DeployedImage {
    /// Whether a scalar is not the object's own.
    fileprivate func isDecided(at place: SourceLocation) -> Bool {
        written.map { !$0.places.contains(place) } ?? true
    }
}
