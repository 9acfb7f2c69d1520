import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// The objects of a repository that images are in, on their way to clusters.
struct ObjectBuilds: Sendable {
    let graph: BuildGraph
    let steps: ImageSteps
    private let images: [Placed<ImageFact>]
    private let doubt: ImageDoubt
    private let values: HelmValues
    /// The places in the model of the images in values that HelmReleases take from elsewhere.
    private let takenImages: Set<Int>
    /// By file: the images in it.
    private let imagesOfFile: [Range<Int>]

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
    var isEmpty: Bool { steps.isEmpty && !values.isNeeded }

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
        isThorough: Bool, _ body: (BuiltObject, [ImageWalk.Outcome]) -> Void
    ) {
        visit(onlyChanges: true, isThorough: isThorough || doubt.isGeneral) { isBuilt, images in
            isBuilt || steps.hasUnknown || images.contains { steps.mayChange($0.fact) }
        } body: {
            body($0, $1)
        }
    }

    /// Every object with images, and every other one that a patch may bring some to.
    func visit(_ body: (BuiltObject, [ImageWalk.Outcome]) -> Void) {
        visit(onlyChanges: false, isThorough: true) { isBuilt, images in
            isBuilt || !images.isEmpty
        } body: {
            body($0, $1)
        }
    }

    private func visit(
        onlyChanges: Bool, isThorough: Bool,
        where isWanted: (_ isBuilt: Bool, ArraySlice<Placed<ImageFact>>) -> Bool,
        body: (BuiltObject, [ImageWalk.Outcome]) -> Void
    ) {
        for (number, file) in graph.kustomize.files.enumerated() {
            let builds = graph.buildsOfFile[number]
            if builds.isEmpty { continue }
            var rest = imagesOfFile[number]
            var roots: [SourceSpan: YAMLNode]?
            let origin = TextOrigin(file)
            for fact in file.facts.objects {
                rest = rest.drop { images[$0].fact.span.lowerBound < fact.span.lowerBound }
                let own = rest.prefix { fact.span.contains(images[$0].fact.span) }
                rest = rest.dropFirst(own.count)
                if own.first.map(takenImages.contains) ?? false { continue }
                let isPatched =
                    steps.mayPatch(fact.identity) && (!own.isEmpty || fact.identity.mayHoldImages)
                    && (isThorough || isDoubted(fact.identity, images[own]))
                let takesValues = values.takesValues(fact, inFile: number)
                let isBuilt = isPatched || takesValues
                guard isWanted(isBuilt, images[own]) else { continue }
                if isBuilt, roots == nil { roots = Self.roots(of: file) }
                let object = BuiltObject(fact: fact, file: number, path: file.path, images: own)
                let walk = ImageWalk(
                    of: fact.identity,
                    images: images[own].map { ImageReferenceText($0, in: origin.source) },
                    root: isBuilt ? roots?[fact.span].map { .written($0, in: origin) } : nil,
                    values: values.isNeeded ? (all: values, file: number) : nil,
                    besides: onlyChanges ? file : nil, in: graph, steps)
                body(object, walk.outcomes(of: .file(number), from: builds))
            }
        }
    }

    private func isDoubted(
        _ object: ObjectIdentity, _ images: ArraySlice<Placed<ImageFact>>
    ) -> Bool {
        steps.mayPatchDoubtfully(object) || images.contains(where: doubt.doubts)
    }

    private static func roots(of file: ManifestFile) -> [SourceSpan: YAMLNode] {
        Dictionary(
            ObjectFact.roots(in: file.facts.source).map { ($0.object.span, $0.root) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether every root that applies a patch sets the tag or digest of its image by an entry of
    /// `images`, whatever the patch is for.
    func isPinnedAsPatch(_ image: Placed<ImageFact>) -> Bool {
        guard image.fact.takesEntries, steps.mayChange(image.fact),
            let directories = graph.kustomize.patchedDirectories[image.file]
        else { return false }
        let text = ImageReferenceText(image, in: graph.kustomize.files[image.file].facts.source)
        let outcomes = directories.flatMap { directory in
            ImageWalk(of: nil, images: [text], root: nil, in: graph, steps).outcomes(
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
        let outcomes = ImageWalk(of: nil, images: [text], root: nil, in: graph, steps)
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
struct BuiltObject {
    let fact: ObjectFact
    let file: Int
    let path: String
    /// Their places in the model.
    let images: Range<Int>
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
