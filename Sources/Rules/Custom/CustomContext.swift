import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText
import Synchronization

/// Look-ups in one model that custom rules repeat.
///
/// One for all rules of a check, so that each thing is found once.
final class CustomContext: Sendable {
    let model: RepositoryModel
    /// The keys that Flux Kustomizations add to objects, by which it is not known what they are.
    let addedLabelKeys: Set<String>
    let addedAnnotationKeys: Set<String>
    private let deployedEnvironments: Mutex<DeployedEnvironments>
    private let declared = Mutex<(path: String, objects: DeclaredObjects?)?>(nil)
    private let knownMarkers = Mutex<[SourceLocation: [Placed<MarkerFact>]]?>(nil)

    init(_ model: RepositoryModel) {
        self.model = model
        addedLabelKeys = model.labelKeysAddedByFlux
        addedAnnotationKeys = model.annotationKeysAddedByFlux
        deployedEnvironments = Mutex(DeployedEnvironments(of: model))
    }

    /// The environments of a thing, ascending.
    func environments(of target: some CustomTarget) -> [String] {
        let namespace = target.built?.identity.namespace.known ?? target.identity?.namespace
        return deployedEnvironments.withLock {
            $0.roots(ofPath: target.path, namespace: namespace).keys.sorted()
        }
    }

    /// The markers beside an image that Flux reads.
    func markers(of image: JudgedImage) -> [Placed<MarkerFact>] {
        let markers = knownMarkers.withLock { known in
            let markers = known ?? model.liveMarkers
            known = markers
            return markers
        }
        if markers.isEmpty { return [] }
        return image.fact.scalars.flatMap { scalar in
            markers[image.location(of: scalar)] ?? []
        }
    }

    /// The ways of building an object.
    ///
    /// Things come in the order of their files, so the latest file is all that is kept.
    func ways(ofBuilding object: ObjectIdentity, inFile path: String) -> [EffectiveObject] {
        let objects = declared.withLock { declared in
            if let declared, declared.path == path { return declared.objects }
            let objects = model.declaredObjects(inFile: path)
            declared = (path, objects)
            return objects
        }
        return objects?.ways(ofBuilding: object) ?? []
    }
}
