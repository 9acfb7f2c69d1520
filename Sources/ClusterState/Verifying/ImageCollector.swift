import ImageReferences
import Kustomize
import ManifestFacts
package import RepositoryLinking
import SourceText

extension VerifiedImage {
    /// The images that a repository deploys, in the order of their files: for each root of each
    /// workload, and for values at markers that are no images themselves.
    package static func all(in model: RepositoryModel) -> [VerifiedImage] {
        var collector = ImageCollector(model)
        for image in model.deployedImages { collector.add(image) }
        collector.addUnbuilt()
        collector.addMarkers()
        return collector.images
    }
}

/// Collects what a repository deploys, with the policies that it follows.
private struct ImageCollector {
    private(set) var images: [VerifiedImage] = []
    private let model: RepositoryModel
    private let places: FilePositions
    private let markers: [SourceLocation: [Placed<MarkerFact>]]
    private var seen: Set<SourceLocation> = []
    private var bootstraps: [String: Set<String>] = [:]
    /// By kind: those of all objects in the repository.
    private var names: [String: Set<String>] = [:]
    private var longerNames: [ObjectIdentity: Set<String>] = [:]

    init(_ model: RepositoryModel) {
        self.model = model
        places = FilePositions(model)
        markers = model.liveMarkers
        for object in model.files.lazy.flatMap(\.facts.objects) {
            guard let kind = object.identity.kind, let name = object.identity.name else { continue }
            names[kind, default: []].insert(name)
        }
    }

    /// An object with images, and what builds it.
    private struct Holder {
        let object: ObjectIdentity?
        let path: String
        let roots: [VerifiedImage.Root]
    }

    mutating func add(_ image: DeployedImage) {
        guard model.reach(ofFile: image.path) == .deployed else { return }
        let holder = Holder(
            object: image.object, path: image.path, roots: image.roots.map { root($0) })
        switch image.outcome {
        case .removed: return
        case .runs(let final): add(final, of: holder, doubt: nil)
        case .unknown(let reason):
            guard let written = image.written else { return }
            add(FinalImage(written).open, of: holder, doubt: reason)
        }
    }

    /// Adds the images of files that nothing in the repository builds: a Flux Kustomization that
    /// is elsewhere may apply them as they are.
    mutating func addUnbuilt() {
        for image in model.images where image.fact.use != .override && !model.isPatch(image) {
            guard seen.isDisjoint(with: image.places), isUnbuilt(image.path) else { continue }
            let holder = Holder(
                object: image.fact.object, path: image.path, roots: roots(of: image.path))
            add(FinalImage(image), of: holder, doubt: nil)
        }
    }

    private mutating func add(_ final: FinalImage, of holder: Holder, doubt: String?) {
        let beside = final.places.flatMap { markers[$0] ?? [] }
        seen.formUnion(final.places)
        for followed in beside.isEmpty ? [[]] : byPolicy(beside) {
            guard let place = place(of: followed) ?? decidingPlace(of: final, in: holder.path)
            else { continue }
            let paths = followed.isEmpty ? final.places.map(\.path) : followed.map(\.path)
            for root in holder.roots {
                images.append(
                    VerifiedImage(
                        following: following(followed),
                        name: final.name.flatMap { ImageName($0) } ?? imageName(of: followed),
                        tag: final.tag, digest: final.digest, doubt: doubt,
                        declaration: places.declaration(at: place), paths: distinct(paths),
                        object: holder.object, isOfObject: true,
                        longerNames: longerNames(than: holder.object), root: root))
            }
        }
    }

    /// Adds the values at markers that are at no image, such as those of a ConfigMap or of
    /// variables that a Flux Kustomization substitutes.
    mutating func addMarkers() {
        for marker in model.markers {
            guard let setter = marker.fact.liveSetter, setter.field != .name,
                let target = marker.fact.target, !model.isReplaced(marker),
                model.reach(ofFile: marker.path) == .deployed
            else { continue }
            let place = SourceLocation(path: marker.path, span: target.span)
            guard seen.insert(place).inserted else { continue }
            let value = value(of: setter, target.text)
            for root in roots(of: marker.path) {
                images.append(
                    VerifiedImage(
                        following: following([marker]),
                        name: value.name ?? imageName(of: [marker]), tag: value.tag,
                        digest: value.digest, doubt: nil,
                        declaration: places.declaration(at: place), paths: [marker.path],
                        object: marker.fact.object, isOfObject: false, longerNames: [],
                        root: root))
            }
        }
    }

    // MARK: Parts

    private func value(
        of setter: SetterMarker, _ text: String
    ) -> (name: ImageName?, tag: FinalImage.Part, digest: FinalImage.Part) {
        switch setter.field {
        case .image:
            let reference = ImageReference(text)
            return (ImageName(text), FinalImage.Part(reference.tag), .init(reference.digest))
        case .tag: return (nil, .known(text), .absent)
        case .digest: return (nil, .open, .known(text))
        case .name: return (nil, .open, .open)
        }
    }

    /// The markers of each policy, in their order.
    private func byPolicy(_ markers: [Placed<MarkerFact>]) -> [[Placed<MarkerFact>]] {
        let policies = distinct(markers.compactMap { $0.fact.liveSetter?.policy })
        return policies.map { policy in markers.filter { $0.fact.liveSetter?.policy == policy } }
    }

    private func following(_ markers: [Placed<MarkerFact>]) -> VerifiedImage.Following? {
        guard let first = markers.first, let setter = first.fact.liveSetter,
            let policy = ObjectName("\(setter.namespace)/\(setter.name)")
        else { return nil }
        let parts = markers.compactMap { marker -> VerifiedImage.Part? in
            guard let setter = marker.fact.liveSetter, let target = marker.fact.target else {
                return nil
            }
            return VerifiedImage.Part(field: setter.field, text: target.text)
        }
        return VerifiedImage.Following(
            policy: policy, parts: parts, verdict: model.verdict(on: first))
    }

    private func imageName(of markers: [Placed<MarkerFact>]) -> ImageName? {
        let names = Set(
            markers.flatMap { model.policyLinks.policies(of: $0).map(\.imageName) })
        return names.count == 1 ? names.first ?? nil : nil
    }

    private mutating func longerNames(than object: ObjectIdentity?) -> Set<String> {
        guard let object else { return [] }
        if let known = longerNames[object] { return known }
        guard let kind = object.kind, let name = object.name else { return [] }
        let longer = (names[kind] ?? []).filter { $0 != name && $0.contains(name) }
        longerNames[object] = longer
        return longer
    }

    private func place(of markers: [Placed<MarkerFact>]) -> SourceLocation? {
        let brings = markers.first { $0.fact.liveSetter?.field != .name } ?? markers.first
        return brings.flatMap { marker in
            marker.fact.target.map { SourceLocation(path: marker.path, span: $0.span) }
        }
    }

    /// That of a patch or entry, else the image's own.
    private func decidingPlace(of final: FinalImage, in path: String) -> SourceLocation? {
        final.places.first { $0.path != path } ?? final.places.first
    }

    private func isUnbuilt(_ path: String) -> Bool {
        model.roots(reaching: path).isEmpty && model.reach(ofFile: path) == .deployed
    }

    /// The builders of a file, else its directory.
    private mutating func roots(of path: String) -> [VerifiedImage.Root] {
        let roots = model.roots(reaching: path).map { root($0) }
        return roots.isEmpty
            ? [.plain(RepositoryPath.directory(of: path) ?? "")] : roots
    }

    private mutating func root(_ root: BuildRoot) -> VerifiedImage.Root {
        let path = root.builder?.path
        let known = path.map { bootstraps[$0] ?? model.bootstrapDirectories(ofFile: $0) } ?? []
        if let path { bootstraps[path] = known }
        return VerifiedImage.Root(
            directory: root.directory, namespace: root.builder?.identity.namespace.known,
            name: root.builder?.identity.name.known, targetNamespace: root.namespace,
            isPlain: false, bootstraps: known)
    }

    private func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
