package import Kustomize
package import ManifestFacts
package import SourceText

/// An image for rules to judge: as a file says it, or as patches leave it where that is no file's.
package final class JudgedImage: Sendable {
    private enum Source: Sendable {
        case file(Placed<ImageFact>)
        case built(BuiltText, path: String)
    }

    /// Its spans are those of a file or of a built object: ask for their locations.
    package let fact: ImageFact
    /// Which parts of the image at least one root deploys.
    package let deployedParts: DeployedParts
    /// Whether anything deploys its file.
    package let reach: FileReach
    private let source: Source

    init(_ image: Placed<ImageFact>, _ deployedParts: DeployedParts = .whole, reach: FileReach) {
        fact = image.fact
        source = .file(image)
        self.deployedParts = deployedParts
        self.reach = reach
    }

    /// - Parameters:
    ///   - path: The file of the object.
    ///   - reach: That of the same file.
    init(_ fact: ImageFact, in text: BuiltText, ofFile path: String, reach: FileReach) {
        self.fact = fact
        source = .built(text, path: path)
        deployedParts = text.doubt(of: fact).map { .unknown($0) } ?? .whole
        self.reach = reach
    }

    /// The file of the scalar that names it.
    package var path: String { location(of: fact.span).path }

    /// The file of the object that it is an image of.
    package var objectPath: String {
        switch source {
        case .file(let image): image.path
        case .built(_, let path): path
        }
    }

    /// Where a part of it is: the whole scalar where a patch leaves no more to tell.
    package func location(of part: SourceSpan) -> SourceLocation {
        switch source {
        case .file(let image): SourceLocation(path: image.path, span: part)
        case .built(let text, let path):
            text.location(of: part) ?? SourceLocation(path: path, span: SourceSpan(0, 0))
        }
    }

    /// The scalar that a part is in, in its file.
    package func scalar(holding part: SourceSpan) -> SourceSpan {
        let scalar = fact.scalar(holding: part)
        return switch source {
        case .file: scalar
        case .built(let text, _): text.scalarLocation(at: scalar)?.span ?? scalar
        }
    }

    /// Nil for a part that no file says by itself.
    func place(ofScalarHolding part: SourceSpan) -> ScalarPlace? {
        guard case .file(let image) = source else { return nil }
        return image.place(fact.scalar(holding: part))
    }

    /// Nil for one that patches made.
    package func file(in model: RepositoryModel) -> ManifestFile? {
        guard case .file(let image) = source else { return nil }
        return model.files[model.graph.facts.written(image.file)]
    }

    /// Whether patches made it.
    package var isBuilt: Bool {
        if case .built = source { true } else { false }
    }

    package var name: ImageName? { fact.nameText.flatMap { ImageName($0) } }
}

/// The parts of a declared image that reach a cluster.
package struct DeployedParts: Sendable {
    package enum Part: Hashable, Sendable {
        /// Somewhere it does, or nothing in the repository builds it.
        case deployed
        /// Wherever it is deployed, a patch or an `images` entry puts something else there.
        case replaced
        /// It is replaced, or something does that is not followed; with the reason.
        case unknown(String)
    }

    /// Tag and digest.
    package var version: Part
    package var name: Part

    static let whole = DeployedParts(version: .deployed, name: .deployed)
    static let replaced = DeployedParts(version: .replaced, name: .replaced)

    static func unknown(_ reason: String) -> DeployedParts {
        DeployedParts(version: .unknown(reason), name: .unknown(reason))
    }

    /// Whether a problem is in a part that is deployed.
    package func deploys(_ fault: ImageProblem, of image: ImageFact) -> Bool {
        let isVersion = image.tag.span?.contains(fault.span) ?? false
        return (isVersion ? version : name) == .deployed
    }
}
