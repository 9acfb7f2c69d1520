import Kustomize
import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

/// Everything about one image: where it is deployed, and what keeps it up to date.
struct ImageAccount {
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
    /// Whether Flux writes an input that a ResourceSet fills in there.
    let takesMarkedInput: Bool
    /// The policies whose ImageRepository has this image.
    let policies: [DeclaredObject]
    /// How far the environments are that run what it says, and that promote from another or are
    /// promoted from.
    let promotions: [PromotionState]

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
        takesMarkedInput = image.places.contains(where: model.takesMarkedInput)
        let name = image.name
        policies = model.policyLinks.policies
            .filter { name != nil && $0.imageName?.canonical == name?.canonical }
            .map { DeclaredObject(name: $0.name, declaration: places.declaration(at: $0.location)) }
        let deciding = Set(image.places + deployments.flatMap(\.decidingPlaces))
        promotions = model.promotions.filter { $0.isSaid(at: deciding.contains) }
    }
}

extension ImageAccount {
    var rows: [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("image", image.text, .emphasis),
            .row(
                "place",
                "\(path):\(position.line):\(position.column), \(image.use.words)"
                    + fileUse.words),
        ]
        if let object = image.object { rows.append(.row("object", object.words)) }
        if !environments.isEmpty {
            rows.append(.row("for", environments.joined(separator: ", ")))
        }
        if let reason = reach.reason {
            rows.append(.row("deployed", reason))
        } else {
            rows += build.rows(label: "deployed")
        }
        rows += outcomes
        return rows + updates
            + promotions.enumerated().map {
                .row($0.offset == 0 ? "promotion" : "", $0.element.words)
            }
    }

    /// One row for each thing that becomes of it, unless it runs as it is.
    private var outcomes: [[TextTable.Cell]] {
        let isAsItStands = deployments.allSatisfy { deployment in
            if case .runs(let final) = deployment.outcome {
                final.text == image.text
            } else {
                false
            }
        }
        if isAsItStands { return [] }
        let rest = deployments.count - Self.deploymentLimit
        let words =
            deployments.prefix(Self.deploymentLimit).map {
                $0.words(isOwn: $0.object == image.object)
            }
            + (rest > 0 ? ["and \(rest) more"] : [])
        return words.enumerated().map { .row($0.offset == 0 ? "runs as" : "", $0.element) }
    }

    /// More than these are counted.
    private static let deploymentLimit = 12

    /// More policies for one image than these are counted.
    private static let policyLimit = 5

    private var updates: [[TextTable.Cell]] {
        if !markers.isEmpty { return markers.map { .row("updated", "by the marker \($0.text)") } }
        let rest = policies.count - Self.policyLimit
        let words =
            policies.prefix(Self.policyLimit).map(\.words)
            + (rest > 0 ? ["and \(rest) more"] : [])
        return [
            .row(
                "updated",
                takesMarkedInput
                    ? "by the marker of an input of its ResourceSet"
                    : "not here: Flux sees no marker at it")
        ]
            + words.enumerated().map { .row($0.offset == 0 ? "policies" : "", $0.element) }
    }
}

extension FileUse {
    fileprivate var words: String {
        switch self {
        case .patch: ", in a patch"
        case .values: ", for HelmReleases that take these values"
        case .resource, .kustomization, .unbuilt: ""
        }
    }
}

extension ImageDeployment {
    fileprivate func words(isOwn: Bool) -> String {
        let result =
            switch outcome {
            case .runs(let final): final.text
            case .removed: "nothing: a patch takes it away"
            case .unknown(let reason): "unknown: \(reason)"
            }
        let owner = isOwn ? "" : " in \(object.words)"
        let directories = roots.prefix(3).map {
            $0.directory.isEmpty ? "the repository's root" : $0.directory
        }
        let more = roots.count > 3 ? " and \(roots.count - 3) more" : ""
        let decider = decision.map { ", set at \($0)" } ?? ""
        return "\(result)\(owner) from \(directories.joined(separator: ", "))\(more)\(decider)"
    }
}

extension ImageFact.Use {
    fileprivate var words: String {
        switch self {
        case .container: "an image of a container"
        case .volume: "an image of a volume"
        case .override: "an entry of `images`"
        case .helmValue: "a value of a HelmRelease"
        }
    }
}

/// An image as a group of roots deploys it.
struct ImageDeployment {
    /// The object that runs it, as written.
    let object: ObjectIdentity
    let roots: [BuildAccount.Root]
    let outcome: DeployedImage.Outcome
    /// The patch or entry that decides on tag and digest; nil if the image's own file does.
    let decision: Declaration?

    /// The scalars that say what runs.
    var decidingPlaces: [SourceLocation] {
        if case .runs(let final) = outcome { final.places } else { [] }
    }

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
