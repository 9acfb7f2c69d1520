import Kustomize
import ManifestFacts
import SourceText
import YAMLSyntax

/// One source of values of a HelmRelease.
enum ValuesLayer {
    case known(BuiltNode, at: SourceLocation)
    /// Nothing in it, or nothing that concerns images.
    case silent
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

/// The values that a HelmRelease is installed with, as far as the repository tells them.
struct ValuesLayers {
    /// Where the known sources are.
    private(set) var locations: [SourceLocation] = []
    /// The sources that an unknown one may override.
    private(set) var doubt: ValuesDoubt?
    /// All known values; nil for none.
    private(set) var values: BuiltNode?

    /// Adds a source that overrides those before it.
    mutating func add(_ layer: ValuesLayer) {
        switch layer {
        case .silent: break
        case .unknown(let reason):
            if !locations.isEmpty { doubt = ValuesDoubt(reason: reason, locations: locations) }
        case .known(let node, let location):
            locations.append(location)
            values = values.map { StrategicMerge.merged($0, with: node) } ?? node
        }
    }
}

/// Values that something unknown may override.
struct ValuesDoubt {
    /// One clause, lower case, no full stop.
    let reason: String
    /// The sources that contain them.
    let locations: [SourceLocation]

    func concerns(_ place: SourceLocation) -> Bool {
        locations.contains { $0.path.hasSameBytes(as: place.path) && $0.span.contains(place.span) }
    }
}
