import ManifestFacts
import RepositoryLinking
import SourceText

/// The change of an ImageUpdateAutomation.
struct AutomationChange: Sendable {
    /// `NAMESPACE/NAME`.
    let name: String
    let effect: Effect
    /// Its other effects, as sentences' ends: `is suspended`.
    let differences: [Difference]
    /// The markers that it begins to write, and those that it no longer writes.
    let begun: [CoveredMarker]
    let ended: [CoveredMarker]
    let markerCount: Int
    let place: Declaration

    enum Effect: String, Sendable {
        case added
        case removed
        case suspended
        case resumed
        case changed
    }

    /// A field with what it was and is.
    struct Difference: Hashable, Sendable {
        let field: String
        let former: String?
        let latter: String?
    }
}

/// A marker that an automation writes.
struct CoveredMarker: Hashable, Sendable {
    let path: String
    /// `NAMESPACE:NAME`, with the field.
    let marker: String
    /// The object that it is in, for people.
    let object: String
}

/// One automation as built, with what it does.
struct AutomationState: Hashable {
    let isSuspended: Bool
    let fields: [String: String]
    let markers: Set<CoveredMarker>

    init(_ automation: LinkedAutomation, markers: Set<CoveredMarker>) {
        isSuspended = automation.isSuspended
        var fields: [String: String] = [:]
        let path = automation.updatePath
        fields["path"] = path.map { $0.isEmpty ? "." : $0 } ?? "(not known)"
        fields["checkout"] = automation.checkout.words
        fields["push"] = automation.target.words
        fields["policySelector"] =
            automation.knownSelector?.requirements.map { "\($0)" }.joined(separator: ",")
        fields["source"] = automation.source.words
        self.fields = fields
        self.markers = markers
    }
}

extension BranchReference {
    fileprivate var words: String {
        switch self {
        case .branch(let name): name
        case .fixed: "(no branch)"
        case .implied: "master"
        case .unknown: "(not known)"
        }
    }
}

extension LinkedAutomation.Source {
    fileprivate var words: String {
        switch self {
        case .own: "this repository"
        case .other: "another repository"
        case .unknown: "(not known)"
        }
    }
}
