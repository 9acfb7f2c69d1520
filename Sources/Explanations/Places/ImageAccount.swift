import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Everything about one image: where it is deployed, and what keeps it up to date.
struct ImageAccount {
    /// A policy that looks at the tags of this image.
    struct Policy {
        let name: String
        let declaration: Declaration
    }

    let image: ImageFact
    /// The file that it is written in.
    let path: String
    let position: SourcePosition
    /// Outermost first, or in the order of the configuration.
    let environments: [String]
    let fileUse: FileUse
    let reach: FileReach
    let build: BuildAccount
    /// The deployments of the image; for a patch or an `images` entry, those of the images that it
    /// decides on.
    let deployments: [ImageDeployment]
    /// Whether, wherever the image is deployed, a patch or an `images` entry sets its tag or
    /// digest.
    let isOverridden: Bool
    /// The setters that Flux sees at the image's scalars, in their order.
    let markers: [MarkerFact]
    /// The policies whose ImageRepository has this image.
    let policies: [Policy]

    init(
        of image: Placed<ImageFact>, in file: ManifestFile, model: RepositoryModel,
        places: FilePositions
    ) {
        let fact = image.fact
        self.image = fact
        path = file.path
        position = places.position(of: SourceLocation(path: file.path, span: fact.span))
        environments = model.environments.names(
            ofPath: file.path, namespace: fact.object?.namespace)
        let (use, roots) = model.use(ofFile: file.path)
        fileUse = use
        reach = model.reach(ofFile: file.path)
        build = BuildAccount(of: roots, places)
        deployments = ImageDeployment.deployments(of: image, in: model, places)
        isOverridden = model.deployedParts(of: image).version == .replaced
        markers = file.facts.markers.filter { marker in
            marker.liveSetter != nil
                && marker.target.map { fact.scalars.contains($0.span) } ?? false
        }
        let name = image.name
        policies = model.policyLinks.policies
            .filter { name != nil && $0.imageName?.canonical == name?.canonical }
            .map { Policy(name: $0.name, declaration: places.declaration(at: $0.location)) }
    }
}
