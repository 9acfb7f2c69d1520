import ImageReferences
import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// Follows all images that something can change to the roots, and tells what is left to judge.
struct ImageJudgement {
    /// In the order of their files; what patches make of images comes after the files' own.
    private(set) var judged: [JudgedImage] = []
    private let builds: ObjectBuilds
    private let images: [Placed<ImageFact>]
    /// By place in the model; images that are not in here are deployed.
    private var deployedParts: [Int: DeployedParts] = [:]
    private var variants: [JudgedImage] = []
    private var knownVariants: Set<Variant> = []
    /// The images of patch files, by their scalars.
    private var patchImages: [Set<SourceLocation>: Int] = [:]
    private var deployedPatchImages: Set<Int> = []
    /// For images in values: the file of a HelmRelease that takes them, a deployed one if any is.
    private var takers: [Int: Int] = [:]
    /// The images that something unknown may override, with the reason.
    private var doubtedPatchImages: [Int: String] = [:]
    /// Documents of patch files that were merged into something known.
    private var merged: [String: [SourceSpan]] = [:]
    /// The same for objects that are not known.
    private var unknown: [String: String] = [:]
    private let reaches: FileReaches
    private let setters: TagSetters

    private struct Variant: Hashable {
        let places: Set<SourceLocation>
        let text: String
    }

    init(
        _ builds: ObjectBuilds, images: [Placed<ImageFact>], reaches: FileReaches,
        setters: TagSetters, isThorough: Bool
    ) {
        self.builds = builds
        self.images = images
        self.reaches = reaches
        self.setters = setters
        if !builds.isEmpty { follow(isThorough: isThorough) }
        judged = judgedAsWritten() + variants
    }

    /// The images of files, in their order, so that each file is asked about once.
    private func judgedAsWritten() -> [JudgedImage] {
        var (file, reach) = (-1, FileReach.deployed)
        return images.enumerated().map { place, image in
            let holder = takers[place] ?? image.file
            if holder != file { (file, reach) = (holder, reaches.reach(of: holder)) }
            let deployedParts = deployedParts[place] ?? .whole
            return JudgedImage(
                image,
                deployedParts.version == .deployed
                    ? given(image, in: holder) ?? deployedParts : deployedParts,
                reach: reach)
        }
    }

    /// The deployed parts of an image whose tag is set outside of the repository's manifests; nil
    /// if nothing sets it, or a Flux Kustomization applies it as Git has it.
    ///
    /// - Parameter file: That of the object which the image becomes part of.
    private func given(_ image: Placed<ImageFact>, in file: Int) -> DeployedParts? {
        guard !setters.isEmpty, let reason = setters.reason(for: image.fact, in: image.path),
            !reaches.isAppliedAsWritten(file)
        else { return nil }
        return .unknown(reason)
    }

    private mutating func follow(isThorough: Bool) {
        for (place, image) in images.enumerated() where builds.isElsewhere(place) {
            patchImages[Set(image.places)] = place
        }
        builds.visitChanged(isThorough: isThorough) { object, outcomes in
            for outcome in outcomes { note(outcome, of: object) }
            for place in object.images where deployedParts[place] == nil {
                deployedParts[place] = .replaced
            }
        }
        for (place, image) in images.enumerated() where image.fact.use == .override {
            if !builds.deploys(entry: image) {
                deployedParts[place] = DeployedParts(version: .replaced, name: .deployed)
            }
        }
        for (_, place) in patchImages { judgePatch(place) }
    }

    // MARK: Objects

    private mutating func note(_ outcome: ImageWalk.Outcome, of object: BuiltObject) {
        switch outcome.content {
        case .removed: break
        case .unknown(let reason):
            for place in object.images {
                note(place, version: .unknown(reason), name: .unknown(reason))
            }
            for document in outcome.mergedDocuments { unknown[document.path] = reason }
            return
        case .written(let rewritten):
            for (place, scalar) in zip(object.images, rewritten) {
                let isRenamed = scalar.map { $0.name != images[place].fact.repository.text }
                note(
                    place, version: scalar?.isPinned ?? false ? .replaced : .deployed,
                    name: isRenamed ?? false ? .replaced : .deployed)
            }
        case .patched(let text):
            for image in text.images { note(image, in: text, of: object) }
            for place in object.images where text.leavesAlone(images[place].fact) {
                note(place, version: .deployed, name: .deployed)
            }
        }
        for document in outcome.mergedDocuments {
            merged[document.path, default: []].append(document.span)
        }
    }

    /// Records a part of an image: deployed if any root deploys it, else unknown if any root is
    /// unknown.
    private mutating func note(
        _ place: Int, version: DeployedParts.Part, name: DeployedParts.Part
    ) {
        let known = deployedParts[place] ?? DeployedParts(version: .replaced, name: .replaced)
        deployedParts[place] = DeployedParts(
            version: known.version.joined(with: version), name: known.name.joined(with: name))
    }

    private mutating func note(_ image: ImageFact, in text: BuiltText, of object: BuiltObject) {
        let places = Set(text.places(of: image))
        let isPinned = text.isPinned(image)
        if let place = object.images.first(where: { Set(images[$0].places) == places }) {
            let isRenamed = image.repository.text != images[place].fact.repository.text
            note(place, version: .deployed, name: isRenamed ? .replaced : .deployed)
        } else if let place = patchImages[places] {
            if builds.isTaken(place), takers[place].map(reaches.reach) != .deployed {
                takers[place] = object.file
            }
            if let reason = text.doubt(of: image) {
                doubtedPatchImages[place] = reason
            } else {
                deployedPatchImages.insert(place)
            }
        } else if !isPinned,
            knownVariants.insert(Variant(places: places, text: image.text)).inserted
        {
            variants.append(
                JudgedImage(
                    image, in: text, ofFile: object.path, reach: reaches.reach(of: object.file)))
        }
    }

    // MARK: Patches

    /// An image of a patch file is judged where it arrives, and as it is written where the patch is
    /// for nothing that the repository contains; one in values only where a HelmRelease takes it.
    private mutating func judgePatch(_ place: Int) {
        let image = images[place]
        guard !deployedPatchImages.contains(place), deployedParts[place]?.version != .deployed
        else {
            deployedParts[place] = .whole
            return
        }
        let isMerged = merged[image.path]?.contains { $0.contains(image.fact.span) } ?? false
        if let reason = doubtedPatchImages[place] {
            deployedParts[place] = .unknown(reason)
        } else if isMerged || builds.isPinnedAsPatch(image) {
            deployedParts[place] = .replaced
        } else if let reason = unknown[image.path] {
            deployedParts[place] = .unknown(reason)
        } else if builds.isTaken(place) {
            deployedParts[place] = .unknown("no HelmRelease of the repository takes these values")
        }
    }
}

extension DeployedParts.Part {
    fileprivate func joined(with other: Self) -> Self {
        switch (self, other) {
        case (.deployed, _), (_, .deployed): .deployed
        case (.unknown, _): self
        case (_, .unknown): other
        case (.replaced, .replaced): .replaced
        }
    }
}

extension RewrittenScalar {
    /// Registry and path, as written.
    fileprivate var name: String? {
        let reference = ImageReference(text)
        guard let path = reference.repository.text else { return nil }
        return reference.registry.text.map { "\($0)/\(path)" } ?? path
    }
}
