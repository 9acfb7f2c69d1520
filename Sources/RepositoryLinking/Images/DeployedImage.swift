package import ImageReferences
import Kustomize
package import ManifestFacts
package import SourceText

/// One image of one object, as a group of roots deploys it.
package struct DeployedImage: Sendable {
    package enum Outcome: Hashable, Sendable {
        case runs(FinalImage)
        /// A patch takes the image, or its object, away.
        case removed
        /// With the reason: one clause, lower case, no full stop.
        case unknown(String)
    }

    /// As written.
    package let object: ObjectIdentity
    /// The file of the object.
    package let path: String
    /// The image as the file declares it; nil for an image that a patch adds.
    package let written: Placed<ImageFact>?
    package fileprivate(set) var roots: [BuildRoot]
    package let outcome: Outcome
    /// The keys and names of items that lead to it in its object; nil for an object that nothing
    /// rebuilt, where `RepositoryModel.container` finds them.
    let holder: String?

    /// Whether the scalars of its own file say what runs.
    package var isAtItsOwnPlace: Bool {
        guard case .runs(let final) = outcome, let written else { return false }
        return Set(final.places) == Set(written.places)
    }
}

/// The image that runs, as far as the repository tells it.
package struct FinalImage: Hashable, Sendable {
    /// A part of a reference.
    package enum Part: Hashable, Sendable {
        case absent
        case known(String)
        /// Something unknown is filled in.
        case open

        package init(_ part: ImagePart) {
            switch part {
            case .absent: self = .absent
            case .known(let text, _): self = .known(text)
            case .unknown: self = .open
            }
        }

        package init(_ part: ReferencePart) {
            switch part {
            case .absent: self = .absent
            case .known(let text, _): self = .known(text)
            case .unknown: self = .open
            }
        }

        package var text: String? {
            if case .known(let text) = self { text } else { nil }
        }
    }

    /// Registry and path as they are written; nil where a chart or something unknown fills them in.
    package let name: String?
    package let tag: Part
    package let digest: Part
    /// The scalars that say so: those of files, patches and `images` entries.
    package let places: [SourceLocation]

    init(_ fact: ImageFact, at places: [SourceLocation]) {
        name = fact.nameText
        tag = Part(fact.tag)
        digest = Part(fact.digest)
        self.places = places
    }

    /// The image of a file by itself, without patches.
    package init(_ image: Placed<ImageFact>) {
        self.init(image.fact, at: image.places)
    }

    /// The same place where something unknown decides.
    package var open: FinalImage {
        FinalImage(name: name, tag: .open, digest: .open, places: places)
    }

    init(name: String?, tag: Part, digest: Part, places: [SourceLocation]) {
        self.name = name
        self.tag = tag
        self.digest = digest
        self.places = places
    }

    /// A reference in one piece.
    init(_ text: String, at place: SourceLocation) {
        let reference = ImageReference(text)
        let path = reference.registry.isUnknown ? nil : reference.repository.text
        name = path.map { path in reference.registry.text.map { "\($0)/\(path)" } ?? path }
        tag = Part(reference.tag)
        digest = Part(reference.digest)
        places = [place]
    }

    /// `repository:tag@digest` as far as it is known.
    package var text: String {
        let tag = tag == .absent ? "" : ":" + (self.tag.text ?? "…")
        let digest = digest == .absent ? "" : "@" + (self.digest.text ?? "…")
        return (name ?? "…") + tag + digest
    }
}

extension RepositoryModel {
    /// Every image of every object that something builds, in the order of the files.
    ///
    /// Cost: linear in the ways of building each object.
    package var deployedImages: [DeployedImage] {
        knownDeployedImages.value {
            var deployed: [DeployedImage] = []
            objectBuilds.visit { object, outcomes in
                // All builds that patch an object ask for them.
                lazy var holders = self.holders(of: object)
                deployed += outcomes.flatMap { self.deployed(object, $0, holders) }.joined()
            }
            return deployed
        }
    }

    /// - Parameter holders: Of the images as they are written.
    private func deployed(
        _ object: BuiltObject, _ outcome: ImageWalk.Outcome, _ holders: @autoclosure () -> [String]
    ) -> [DeployedImage] {
        let written = images[object.images]
        switch outcome.content {
        case .removed: return written.flatMap { deployed(object, $0, .removed, outcome) }
        case .unknown(let reason):
            return written.flatMap { deployed(object, $0, .unknown(reason), outcome) }
        case .written(let rewritten):
            return zip(written, rewritten).flatMap { image, scalar in
                let text = scalar?.text ?? image.fact.writtenText(in: source(of: object))
                let places = scalar.map { [$0.location] } ?? image.places
                return deployed(
                    object, image, outcome, text: scalar != nil || image.fact.isWhole ? text : nil
                ) { text in
                    text.map { FinalImage($0, at: places[0]) } ?? FinalImage(image.fact, at: places)
                }
            }
        case .patched(let text):
            let former = holders()
            let now = text.images.map { (holder: text.holder(of: $0), fact: $0) }
            let gone = zip(written, former).filter { pair in
                !now.contains { $0.holder == pair.1 }
            }
            return gone.flatMap { deployed(object, $0.0, .removed, outcome, holder: $0.1) }
                + now.flatMap { holder, fact in
                    let image = former.firstIndex(of: holder).map {
                        written[written.startIndex + $0]
                    }
                    return deployed(
                        object, image, outcome, holder: holder,
                        text: fact.isWhole ? text.text(of: fact) : nil
                    ) { new in
                        let places = text.places(of: fact)
                        let final =
                            new.flatMap { new in places.first.map { FinalImage(new, at: $0) } }
                            ?? FinalImage(fact, at: places)
                        return text.doubt(of: fact) == nil ? final : final.open
                    }
                }
        }
    }

    private func source(of object: BuiltObject) -> [UInt8] {
        graph.facts.files[object.file].facts.source
    }

    /// A key for each image of an object that stays the same however the image changes.
    private func holders(of object: BuiltObject) -> [String] {
        let file = graph.facts.files[object.file]
        let root = ObjectFact.roots(in: file.facts.source)
            .first { $0.object.span == object.fact.span }?.root
        guard let root,
            let text = try? BuiltText(
                .written(root, in: TextOrigin(file)), of: object.fact.identity)
        else { return object.images.map { _ in "" } }
        let holders = Dictionary(
            text.images.map { (Set(text.places(of: $0)), text.holder(of: $0)) },
            uniquingKeysWith: { first, _ in first })
        return images[object.images].map { holders[Set($0.places)] ?? "" }
    }

    private func deployed(
        _ object: BuiltObject, _ image: Placed<ImageFact>?, _ result: DeployedImage.Outcome,
        _ outcome: ImageWalk.Outcome, holder: String? = nil
    ) -> [DeployedImage] {
        [
            DeployedImage(
                object: object.fact.identity, path: object.path, written: image,
                roots: graph.rootsAt(outcome.builds), outcome: result, holder: holder)
        ]
    }

    /// One for each text that the variables of the roots make of the reference.
    private func deployed(
        _ object: BuiltObject, _ image: Placed<ImageFact>?, _ outcome: ImageWalk.Outcome,
        holder: String? = nil, text: String?, _ final: (String?) -> FinalImage
    ) -> [DeployedImage] {
        var order: [FinalImage] = []
        var roots: [FinalImage: [BuildRoot]] = [:]
        var seen: [FinalImage: Set<BuildRoot>] = [:]
        for build in outcome.builds {
            for (scope, root) in zip(graph.builds[build].scopes, graph.roots(at: build)) {
                let image = final(text.map { scope.substituted($0) })
                if roots[image] == nil { order.append(image) }
                if seen[image, default: []].insert(root).inserted {
                    roots[image, default: []].append(root)
                }
            }
        }
        return order.map { final in
            DeployedImage(
                object: object.fact.identity, path: object.path, written: image,
                roots: roots[final] ?? [], outcome: .runs(final), holder: holder)
        }
    }
}

/// The key of one image of an object.
private struct ImageClaim: Hashable {
    let written: ObjectIdentifier?
    let outcome: DeployedImage.Outcome
}

extension [DeployedImage] {
    /// The images of one object, those that several builds make alike joined to one.
    fileprivate func joined() -> [DeployedImage] {
        guard count > 1 else { return self }
        var joined: [DeployedImage] = []
        var known: [ImageClaim: Int] = [:]
        for image in self {
            let claim = ImageClaim(
                written: image.written.map { ObjectIdentifier($0) }, outcome: image.outcome)
            // Images that patches bring may be equal and yet several containers'.
            if claim.written != nil, let place = known[claim] {
                joined[place].roots += image.roots.filter { !joined[place].roots.contains($0) }
            } else {
                known[claim] = joined.count
                joined.append(image)
            }
        }
        return joined
    }
}

extension BuildGraph {
    /// The roots of these builds, without duplicates.
    fileprivate func rootsAt(_ builds: [Int]) -> [BuildRoot] {
        var seen: Set<BuildRoot> = []
        return builds.flatMap { roots(at: $0) }.filter { seen.insert($0).inserted }
    }
}

extension Scope? {
    /// A reference with the variables that the Flux Kustomization fills in.
    fileprivate func substituted(_ text: String) -> String {
        guard let variables = self?.variables,
            let result = VariableSubstitution.result(of: text, with: variables)
        else { return text }
        return result.text
    }
}
