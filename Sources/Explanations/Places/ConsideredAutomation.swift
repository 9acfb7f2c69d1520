import ManifestFacts
import RepositoryLinking
import SourceText

/// One automation of the repository, and its verdict on a marker.
struct ConsideredAutomation: Hashable {
    let name: String
    let declaration: Declaration
    let object: SourceLocation
    let verdict: AutomationVerdict

    /// The automations that were considered, in the order of their files, without duplicates from
    /// several builds.
    static func accounts(
        of setter: SetterMarker, at path: String, in model: RepositoryModel, _ places: FilePositions
    ) -> [ConsideredAutomation] {
        var seen: Set<ConsideredAutomation> = []
        return model.automations.verdicts(on: setter, at: path).map { automation, verdict in
            ConsideredAutomation(
                name: automation.name,
                declaration: places.declaration(at: automation.location),
                object: SourceLocation(
                    path: automation.built.fact.path,
                    span: automation.built.fact.fact.object.span), verdict: verdict)
        }.filter { seen.insert($0).inserted }
    }

    /// Whether the automation is responsible for the marker, whether or not it writes it.
    var isConcerned: Bool {
        switch verdict {
        case .writes, .suspended, .unselected: true
        case .otherNamespace, .otherRepository, .outside, .unknown: false
        }
    }
}

extension AutomationVerdict {
    /// By its name in machine output.
    var kind: String {
        switch self {
        case .writes: "writes"
        case .suspended: "suspended"
        case .otherNamespace: "otherNamespace"
        case .otherRepository: "otherRepository"
        case .outside: "outside"
        case .unselected: "unselected"
        case .unknown: "unknown"
        }
    }
}
