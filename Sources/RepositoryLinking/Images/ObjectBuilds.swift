import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// The objects of a repository that images are in, on their way to clusters.
///
/// A class, because rules on all cores ask for it and it contains the graph.
final class ObjectBuilds: Sendable {
    let graph: BuildGraph
    let steps: ImageSteps
    private let images: [Placed<ImageFact>]
    private let doubt: ImageDoubt
    private let values: HelmValues
    /// The places in the model of the images in values that HelmReleases take from elsewhere.
    private let takenImages: Set<Int>
    /// By file: the images in it.
    private let imagesOfFile: [Range<Int>]
    private let knownChangedObjects = Once<[ChangedObject]>()

    /// - Parameter images: In the order of the files.
    init(
        _ graph: BuildGraph, images: [Placed<ImageFact>], directories: [DirectoryImages?],
        doubt: ImageDoubt, values: HelmValues, takenImages: Set<Int>
    ) {
        self.graph = graph
        self.images = images
        self.doubt = doubt
        self.values = values
        self.takenImages = takenImages
        steps = ImageSteps(graph, directories: directories, doubt: doubt)
        var ranges: [Range<Int>] = []
        var next = 0
        for file in graph.kustomize.files.indices {
            let start = next
            while next < images.count, images[next].file == file { next += 1 }
            ranges.append(start..<next)
        }
        imagesOfFile = ranges
    }

    /// Whether objects pass all builds as they are.
    var isEmpty: Bool { steps.isEmpty && !values.isNeeded && graph.facts.rendered.isEmpty }

    /// Whether an image is only written to become part of an object elsewhere: in a patch, or in
    /// values that HelmReleases take.
    func isElsewhere(_ place: Int) -> Bool {
        takenImages.contains(place)
            || images[place].fact.use != .override && !graph.declares(images[place].file)
    }

    /// Whether an image is in values that HelmReleases take from elsewhere.
    func isTaken(_ place: Int) -> Bool { takenImages.contains(place) }

    /// Every object that a patch, an entry or something unknown may be for.
    ///
    /// Parts that stayed as they were are left out of their texts.
    ///
    /// - Parameter isThorough: Whether images are followed too that are fine whatever happens.
    func visitChanged(
        isThorough: Bool, where isWanted: (BuiltObject) -> Bool = { _ in true },
        body: (BuiltObject, [ImageWalk.Outcome]) -> Void
    ) {
        for changed in changedObjects where isWanted(changed.object) {
            guard let outcomes = outcomes(of: changed, isThorough: isThorough) else { continue }
            body(changed.object, outcomes)
        }
    }

    /// Every object with images, and every other one that a patch may bring some to.
    func visit(_ body: (BuiltObject, [ImageWalk.Outcome]) -> Void) {
        visitObjects { object, file, isPatched, takesValues in
            let isBuilt = isPatched || takesValues
            guard isBuilt || !object.images.isEmpty else { return }
            body(object, outcomes(of: object, root: isBuilt ? file.root(of: object) : nil))
        }
    }

    // MARK: Changed objects

    /// The objects that a thorough visit follows.
    private var changedObjects: [ChangedObject] {
        knownChangedObjects.value {
            var changed: [ChangedObject] = []
            visitObjects { object, file, isPatched, takesValues in
                let isConcerned =
                    isRendered(object)
                    ? mayChangeTemplate(of: object) : steps.hasUnknown || mayChange(object)
                guard isPatched || takesValues || isConcerned else { return }
                changed.append(
                    ChangedObject(
                        object, in: file, isConcerned: isConcerned, isPatched: isPatched,
                        isBuiltAnyway: takesValues || isPatched && isDoubted(object)))
            }
            return changed
        }
    }

    /// The outcomes for one of them, followed on first use; nil where nothing changes it.
    func outcomes(of changed: ChangedObject, isThorough: Bool) -> [ImageWalk.Outcome]? {
        let isThorough = isThorough || doubt.isGeneral
        let (object, file) = (changed.object, changed.file)
        if changed.isBuiltAnyway || isThorough && changed.isPatched {
            return changed.knownBuilt.value {
                outcomes(of: object, root: file.root(of: object), besides: file.file)
            }
        }
        guard changed.isConcerned else { return nil }
        return changed.knownWritten.value {
            outcomes(of: object, root: nil, besides: file.file)
        }
    }

    private func outcomes(
        of object: BuiltObject, root: BuiltNode?, besides file: ManifestFile? = nil
    ) -> [ImageWalk.Outcome] {
        if isRendered(object) { return renderedOutcomes(of: object) }
        let source = graph.kustomize.files[object.file].facts.source
        let walk = ImageWalk(
            of: object.fact.identity,
            images: images[object.images].map { ImageReferenceText($0, in: source) },
            root: root, values: values.isNeeded ? (all: values, file: object.file) : nil,
            besides: file, in: self)
        return walk.outcomes(of: .file(object.file), from: graph.buildsOfFile[object.file])
    }

    /// All objects that something builds, with their files, and whether patches may be for them and
    /// whether they take values.
    private func visitObjects(_ body: (BuiltObject, ObjectRoots, Bool, Bool) -> Void) {
        for (number, file) in graph.kustomize.files.enumerated() {
            if graph.buildsOfFile[number].isEmpty { continue }
            var rest = imagesOfFile[number]
            let roots = ObjectRoots(file)
            for fact in file.facts.objects {
                rest = rest.drop { images[$0].fact.span.lowerBound < fact.span.lowerBound }
                let own = rest.prefix { fact.span.contains(images[$0].fact.span) }
                rest = rest.dropFirst(own.count)
                if own.first.map(takenImages.contains) ?? false { continue }
                let object = BuiltObject(
                    fact: fact, file: number, path: file.path, images: own)
                guard !isRendered(object) else {
                    body(object, roots, false, false)
                    continue
                }
                let isPatched =
                    steps.mayPatch(fact.identity) && (!own.isEmpty || fact.identity.mayHoldImages)
                body(object, roots, isPatched, values.takesValues(fact, inFile: number))
            }
        }
    }

    private func mayChange(_ object: BuiltObject) -> Bool {
        object.images.contains { steps.mayChange(images[$0].fact) }
    }

    private func isDoubted(_ object: BuiltObject) -> Bool {
        steps.mayPatchDoubtfully(object.fact.identity)
            || images[object.images].contains(where: doubt.doubts)
    }

    // MARK: Objects of ResourceSets

    private func isRendered(_ object: BuiltObject) -> Bool {
        graph.facts.files[object.file].template != nil
    }

    private func mayChangeTemplate(of object: BuiltObject) -> Bool {
        graph.buildsOfFile[object.file].contains { reasonUnknown(object, in: $0) != nil }
    }

    private func reasonUnknown(_ object: BuiltObject, in build: Int) -> String? {
        graph.facts.resourceSets[ObjectIdentifier(object.fact.identity)].flatMap {
            graph.reasonUnknown($0, in: build)
        }
    }

    /// The outcomes for an object that is made behind all builds, as its template is.
    private func renderedOutcomes(of object: BuiltObject) -> [ImageWalk.Outcome] {
        graph.buildsOfFile[object.file].map { build in
            let reason = reasonUnknown(object, in: build)
            return ImageWalk.Outcome(
                builds: graph.rootBuilds(of: build),
                content: reason.map { .unknown($0) } ?? .written(object.images.map { _ in nil }),
                mergedDocuments: [])
        }
    }

    // MARK: Patches and entries

    /// Whether every root that applies a patch sets the tag or digest of its image by an entry of
    /// `images`, whatever the patch is for.
    func isPinnedAsPatch(_ image: Placed<ImageFact>) -> Bool {
        guard image.fact.takesEntries, steps.mayChange(image.fact),
            let directories = graph.kustomize.patchedDirectories[image.file]
        else { return false }
        let text = ImageReferenceText(image, in: graph.kustomize.files[image.file].facts.source)
        let outcomes = directories.flatMap { directory in
            ImageWalk(of: nil, images: [text], root: nil, in: self).outcomes(
                of: graph.kustomize.nodes[directory].resources.first ?? .directory(directory),
                from: graph.builds(ofDirectory: directory))
        }
        return !outcomes.isEmpty
            && outcomes.allSatisfy { outcome in
                guard case .written(let rewritten) = outcome.content else { return false }
                return rewritten[0]?.isPinned ?? false
            }
    }

    /// Whether, in some root, an entry of `images` is what sets the tag of an image of its name.
    func deploys(entry: Placed<ImageFact>) -> Bool {
        let file = graph.kustomize.files[entry.file]
        guard file.facts.role == .kustomization, let name = entry.fact.overriddenName,
            let path = RepositoryPath.directory(of: file.path),
            let directory = graph.kustomize.tree.directory(at: path),
            graph.kustomize.tree.directories[directory].kustomization == entry.file
        else { return true }
        let text = ImageReferenceText(
            text: name.text, location: SourceLocation(path: file.path, span: name.span))
        guard let first = graph.kustomize.nodes[directory].resources.first else { return true }
        let outcomes = ImageWalk(of: nil, images: [text], root: nil, in: self)
            .outcomes(of: first, from: graph.builds(ofDirectory: directory))
        let scalars = Set(entry.places)
        return outcomes.isEmpty
            || outcomes.contains { outcome in
                guard case .written(let rewritten) = outcome.content else { return true }
                return rewritten[0].map { !$0.isPinned || scalars.contains($0.location) } ?? true
            }
    }
}

/// An object that something builds, with its images.
struct BuiltObject: Sendable {
    let fact: ObjectFact
    let file: Int
    let path: String
    /// Their places in the model.
    let images: Range<Int>
}

/// An object that builds may change, followed when a rule first asks for it.
final class ChangedObject: Sendable {
    let object: BuiltObject
    fileprivate let file: ObjectRoots
    /// Whether an entry or something unknown may be for it.
    fileprivate let isConcerned: Bool
    /// Whether a patch may be for it.
    fileprivate let isPatched: Bool
    /// Whether what becomes of it may be other than fine.
    fileprivate let isBuiltAnyway: Bool
    fileprivate let knownBuilt = Once<[ImageWalk.Outcome]>()
    /// Without patches.
    fileprivate let knownWritten = Once<[ImageWalk.Outcome]>()

    fileprivate init(
        _ object: BuiltObject, in file: ObjectRoots, isConcerned: Bool, isPatched: Bool,
        isBuiltAnyway: Bool
    ) {
        self.object = object
        self.file = file
        self.isConcerned = isConcerned
        self.isPatched = isPatched
        self.isBuiltAnyway = isBuiltAnyway
    }
}

/// The nodes of a file's objects, read again when the first is asked for.
private final class ObjectRoots: Sendable {
    let file: ManifestFile
    private let known = Once<[SourceSpan: YAMLNode]>()

    init(_ file: ManifestFile) { self.file = file }

    func root(of object: BuiltObject) -> BuiltNode? {
        let roots = known.value {
            Dictionary(
                ObjectFact.roots(in: file.facts.source).map { ($0.object.span, $0.root) },
                uniquingKeysWith: { first, _ in first })
        }
        return roots[object.fact.span].map { .written($0, in: TextOrigin(file)) }
    }
}

extension ImageReferenceText {
    init(_ image: Placed<ImageFact>, in source: [UInt8]) {
        location = SourceLocation(path: image.path, span: image.fact.span)
        text = image.fact.takesEntries ? image.fact.writtenText(in: source) : nil
    }
}

extension ImageFact {
    /// The text of the one scalar that contains the reference.
    func writtenText(in source: [UInt8]) -> String {
        if problems.isEmpty, ![repository, tag, digest].contains(where: \.isUnknown) {
            return text
        }
        var bytes = source[span.range]
        if let quote = bytes.first, "\"'".utf8.contains(quote) {
            bytes = bytes.dropFirst().dropLast()
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ObjectIdentity {
    /// Whether a patch may bring an image to an object that has none.
    fileprivate var mayHoldImages: Bool { kind == "HelmRelease" || hasPodSchema }
}
