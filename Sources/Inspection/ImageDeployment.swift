import ManifestFacts
import RepositoryLinking
import SourceText

/// What some roots make of an image.
struct ImageDeployment {
    /// The object that runs it, as written.
    let object: ObjectIdentity
    let roots: [BuildAccount.Root]
    let outcome: DeployedImage.Outcome
    /// What decides on tag and digest where the image's own file does not.
    let decision: Declaration?

    /// Those of an image where it stands; those that a patch or an `images` entry decides on.
    static func deployments(
        of image: Placed<ImageFact>, in model: RepositoryModel, _ places: FilePlaces
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

    private init(_ image: DeployedImage, besides own: Placed<ImageFact>, _ places: FilePlaces) {
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
