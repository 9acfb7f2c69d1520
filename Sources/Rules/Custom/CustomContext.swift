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
    private let builtWays = Mutex<[ObjectIdentifier: [EffectiveObject]]>([:])
    private let knownMarkers: Mutex<[SourceLocation: [Placed<MarkerFact>]]?> = Mutex(nil)
    private let knownTargets: Mutex<[CustomSubject: [any CustomTarget]]> = Mutex([:])

    init(_ model: RepositoryModel) {
        self.model = model
        addedLabelKeys = model.labelKeysAddedByFlux
        addedAnnotationKeys = model.annotationKeysAddedByFlux
        deployedEnvironments = Mutex(DeployedEnvironments(of: model))
    }

    /// The things that rules of one subject judge, before they are built.
    func targets(of subject: CustomSubject) -> [any CustomTarget] {
        knownTargets.withLock { known in
            if let targets = known[subject] { return targets }
            let targets = subject.targets(in: self)
            known[subject] = targets
            return targets
        }
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
    /// Several rules ask at the same time, each of them for all objects.
    func ways(ofBuilding object: ObjectIdentity, inFile path: String) -> [EffectiveObject] {
        let key = ObjectIdentifier(object)
        if let known = builtWays.withLock({ $0[key] }) { return known }
        let ways = model.declaredObjects(inFile: path)?.ways(ofBuilding: object) ?? []
        builtWays.withLock { $0[key] = ways }
        return ways
    }
}
