package import Rules
package import Triage

/// The available fixes that the totals of a check mention.
package enum FixHint: Sendable {
    case none
    /// Safe fixes, and how many unsafe ones there are in addition.
    case safe
    /// All fixes in one number, because the user asked for unsafe ones, too.
    case unsafe
    /// Unsafe fixes only, because the safe ones are made.
    case unsafeOnly
}

extension CheckReport {
    /// A line that says how many findings `--fix` would correct; nil for none.
    package func line(about hint: FixHint, minimumSeverity: Severity) -> String? {
        let fixes = newFindings.filter { $0.finding.severity >= minimumSeverity }
            .compactMap(\.finding.fix)
        let safe = fixes.count(where: \.isSafe)
        let unsafe = fixes.count - safe
        switch hint {
        case .none: return nil
        case .safe where safe > 0:
            let more = unsafe == 0 ? "" : ", \(unsafe) more with `--unsafe-fixes`"
            return "\(safe) fixable with `sluice check --fix`\(more)"
        case .unsafe where safe > 0:
            return "\(fixes.count) fixable with `sluice check --fix --unsafe-fixes`"
        case .safe, .unsafe, .unsafeOnly:
            guard unsafe > 0 else { return nil }
            return "\(unsafe) fixable with `sluice check --fix --unsafe-fixes`"
        }
    }
}
