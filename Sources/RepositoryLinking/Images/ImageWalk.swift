import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// The images of one object on their way to clusters.
struct ImageWalk {
    /// An object that is built in more different ways than this counts as unknown.
    static let outcomeLimit = 1024
    /// The same for one with more builds above it.
    static let wayLimit = 16_384

    /// An image of an object as a root deploys it.
    struct Outcome: Sendable {
        enum Content: Sendable {
            /// As written, but for the images that entries change: one for each image.
            case written([RewrittenScalar?])
            case patched(BuiltText)
            case removed
            /// With the reason: one clause, lower case, no full stop.
            case unknown(String)

            /// The scalars of images that something changed.
            var imageLocations: [SourceLocation] {
                switch self {
                case .written(let images): images.compactMap { $0?.location }
                case .patched(let text): text.images.flatMap(text.places)
                case .removed, .unknown: []
                }
            }
        }

        /// The builds of the roots.
        let builds: [Int]
        let content: Content
        /// The documents of files that were merged into it.
        let mergedDocuments: [SourceLocation]
    }

    private let builds: ObjectBuilds
    private let start: State
    /// The file whose unchanged parts are left out of built objects; nil for whole objects.
    private let file: ManifestFile?

    /// - Parameters:
    ///   - root: The object's nodes, for one that patches may be for.
    ///   - values: What HelmReleases take from elsewhere, and the number of the object's file.
    ///   - file: The object's file, where only changes matter.
    init(
        of object: ObjectIdentity?, images: [ImageReferenceText], root: BuiltNode?,
        values: (all: HelmValues, file: Int)? = nil, besides file: ManifestFile? = nil,
        in builds: ObjectBuilds
    ) {
        self.file = file
        self.builds = builds
        start = State(object, images: images, root: root, values: values)
    }

    /// One for each way that makes a difference, in the order of their discovery.
    ///
    /// - Parameter item: What the first directories on the ways bring in: the object's file.
    func outcomes(of item: DirectoryTree.Place, from first: [Int]) -> [Outcome] {
        struct Way: Hashable {
            let build: Int
            let item: DirectoryTree.Place
            let history: [Int]
        }
        var order: [[Int]] = []
        var states: [[Int]: (state: State, roots: [Int])] = [:]
        var queue = first.reversed().map { (way: Way(build: $0, item: item, history: []), start) }
        var seen = Set(queue.map(\.way))
        while case (let way, var state)? = queue.popLast() {
            guard seen.count <= Self.wayLimit, order.count <= Self.outcomeLimit else {
                return [tooMany(first)]
            }
            let build = builds.graph.builds[way.build]
            state.pass(way.build, builds.steps)
            let isHolder = builds.steps.holders.holds(build.directory, way.item)
            if !build.scopes.isEmpty, isHolder {
                if states[state.history] == nil { order.append(state.history) }
                states[state.history, default: (state, [])].roots.append(way.build)
            }
            let item = isHolder ? .directory(build.directory) : way.item
            for parent in build.parents
            where builds.steps.holders.passes(builds.graph.builds[parent].directory, item) {
                let next = Way(build: parent, item: item, history: state.history)
                if seen.insert(next).inserted { queue.append((next, state)) }
            }
        }
        return order.compactMap { states[$0] }
            .flatMap { $0.state.outcomes(in: $0.roots, besides: file) }
    }

    private func tooMany(_ first: [Int]) -> Outcome {
        Outcome(
            builds: first.flatMap { builds.graph.rootBuilds(of: $0) },
            content: .unknown("it is built in more than \(Self.outcomeLimit) different ways"),
            mergedDocuments: [])
    }
}

/// The text of an image that one scalar contains, as written.
struct ImageReferenceText: Sendable {
    /// Nil for an image that entries never change.
    let text: String?
    let location: SourceLocation
}

/// The images of one object on their way through the builds above it.
private struct State {
    private let identity: ObjectIdentity?
    private let images: [ImageReferenceText]
    private var rewritten: [RewrittenScalar?]
    /// Nil for an object that no patch is for.
    private var object: ObjectState?
    private var unknown: String?
    private let values: (all: HelmValues, file: Int)?
    /// The numbers of the steps that made a difference: what tells two states apart.
    private(set) var history: [Int] = []

    init(
        _ identity: ObjectIdentity?, images: [ImageReferenceText], root: BuiltNode?,
        values: (all: HelmValues, file: Int)?
    ) {
        self.identity = identity
        self.values = identity?.kind == "HelmRelease" ? values : nil
        self.images = images
        rewritten = images.map { _ in nil }
        object = identity.flatMap { identity in
            root.map { ObjectState(identity, document: $0) }
        }
    }

    mutating func pass(_ build: Int, _ steps: ImageSteps) {
        guard let (step, number) = steps[build] else {
            guard object != nil, let (names, number) = steps.renames(at: build) else { return }
            object?.pass(names)
            history.append(number)
            return
        }
        let isChanged = object == nil ? passWritten(step) : passBuilt(step)
        if isChanged { history.append(number) }
    }

    private mutating func passWritten(_ step: ImageStep) -> Bool {
        var isChanged = note(step, isMerged: false)
        guard !step.entries.isEmpty else { return isChanged }
        for (place, image) in images.enumerated() {
            guard let text = rewritten[place]?.text ?? image.text,
                let new = step.entries.applied(
                    to: text, at: rewritten[place]?.location ?? image.location,
                    isPinned: rewritten[place]?.isPinned ?? false)
            else { continue }
            rewritten[place] = new
            isChanged = true
        }
        return isChanged
    }

    /// Passes a built object; a change of its labels or name may matter to an outer patch.
    private mutating func passBuilt(_ step: ImageStep) -> Bool {
        guard let count = object?.changeCount else { return false }
        object?.pass(step.step)
        let isPassed = object?.changeCount != count
        var isChanged = isPassed || step.step.changesUncounted
        if !step.entries.isEmpty, let new = object?.document?.applying(step.entries) {
            object?.replaceDocument(new)
            isChanged = true
        }
        return note(step, isMerged: step.step.hasPatches && isPassed) || isChanged
    }

    private mutating func note(_ step: ImageStep, isMerged: Bool) -> Bool {
        guard unknown == nil, let identity,
            let reason = step.features.reason(identity, isMerged: isMerged)
        else { return false }
        unknown = reason
        return true
    }

    /// One, but for a HelmRelease whose roots take different values.
    func outcomes(in builds: [Int], besides file: ManifestFile?) -> [ImageWalk.Outcome] {
        let merged = object?.mergedDocuments ?? []
        if let unknown {
            return [.init(builds: builds, content: .unknown(unknown), mergedDocuments: merged)]
        }
        guard let object, object.isDeleted || object.document != nil else {
            return [.init(builds: builds, content: .written(rewritten), mergedDocuments: merged)]
        }
        guard !object.isDeleted, let document = object.document else {
            return [.init(builds: builds, content: .removed, mergedDocuments: merged)]
        }
        let whole = [
            HelmValues.Release(builds: builds, document: document, layers: ValuesLayers())
        ]
        let releases = values.map {
            $0.all.releases(of: document, object, file: $0.file, in: builds)
        }
        return (releases ?? whole).map { release in
            .init(
                builds: release.builds, content: content(release, of: object, besides: file),
                mergedDocuments: merged + release.layers.locations)
        }
    }

    private func content(
        _ release: HelmValues.Release, of object: ObjectState, besides file: ManifestFile?
    ) -> ImageWalk.Outcome.Content {
        do throws(BuiltText.Unknown) {
            // Values beside a HelmRelease are no part of the object itself.
            let isApart = !release.layers.locations.contains { $0.path == file?.path }
            return .patched(
                try BuiltText(
                    release.document, of: object.identity, besides: isApart ? file : nil,
                    doubt: release.layers.doubt))
        } catch {
            return .unknown(error.reason)
        }
    }
}
