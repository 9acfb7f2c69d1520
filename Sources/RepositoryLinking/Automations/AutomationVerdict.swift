/// Whether one automation writes a marker; if not, why.
package enum AutomationVerdict: Hashable, Sendable {
    case writes
    /// It would write the marker if it were not suspended.
    case suspended
    /// It knows the policies of its own namespace only.
    case otherNamespace(String)
    /// It rewrites the files of another repository.
    case otherRepository
    /// It rewrites the files in this directory only.
    case outside(String)
    /// Its `policySelector` does not select the policy, for this requirement.
    case unselected(PolicySelector.Requirement)
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}

extension AutomationVerdict: CustomStringConvertible {
    /// Continues a sentence that begins with the automation.
    package var description: String {
        switch self {
        case .writes: "writes this marker"
        case .suspended: "is suspended"
        case .otherNamespace(let namespace): "knows only the policies of namespace `\(namespace)`"
        case .otherRepository: "works on another repository"
        case .outside(let path): "rewrites only what lies in `\(path)`"
        case .unselected(let requirement): "selects only policies with `\(requirement)`"
        case .unknown(let reason): "may write this marker: \(reason)"
        }
    }
}

/// Whether some automation writes a marker.
package enum MarkerCoverage: Sendable {
    /// By one that may be suspended.
    case covered
    /// These would, and do not select the marker's policy; never empty.
    case unselected([LinkedAutomation])
    /// No automation of the repository reaches the file with policies of the marker's namespace.
    case outside
    /// With the reason: one clause, lower case, no full stop.
    case unknown(String)
}
