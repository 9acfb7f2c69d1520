import RepositoryLinking

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
