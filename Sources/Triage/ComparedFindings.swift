package import Configuration
import Rules
import SourceText

/// The findings of a change compared with its base: which are new, and which the change hides.
package struct ComparedFindings: Sendable {
    /// In report order.
    package let findings: [TriagedFinding]

    /// The comparison of a change without findings.
    package static let empty = ComparedFindings(findings: [])

    private init(findings: [TriagedFinding]) {
        self.findings = findings
    }

    /// - Parameters:
    ///   - changed: The findings after the change, by the configuration and baseline in force.
    ///   - former: The findings in the base.
    ///   - unguarded: The findings that are not accepted by the change's own configuration and
    ///     baseline; nil if those are the ones in force.
    ///   - newPaths: The new path of each file that the change moves.
    ///   - left: The file whose findings are left out: the configuration in force, if the change
    ///     has its own, whose findings `reports(about:since:)` returns.
    package init(
        _ changed: TriagedFindings, since former: TriagedFindings,
        countedByOwnGuard unguarded: [TriagedFinding]?, newPaths: [String: String],
        without left: String? = nil
    ) {
        let known = former.fingerprints(movedTo: newPaths)
        let hidden = HiddenFindings(
            suppressions: Set(
                former.suppressions.suppressions.map {
                    $0.identity(at: newPaths[$0.location.path])
                }),
            unguarded: unguarded.map { Set($0.map(\.fingerprint)) },
            guardRules: changed.suppressions.guardRules)
        let judged = changed.findings.filter { $0.finding.location.path != left }
        let weakened = judged.compactMap(hidden.finding)
        let fingerprints = Fingerprint.fingerprints(of: weakened)
        let compared = judged.map { $0.compared(with: known) }
        findings =
            compared
            + zip(weakened, fingerprints).map {
                TriagedFinding(finding: $0, fingerprint: $1, acceptance: nil)
            }
    }
}

extension TriagedFinding {
    /// - Parameter known: The fingerprints of the findings in the base that are not accepted.
    fileprivate func compared(with known: Set<String>) -> TriagedFinding {
        var triaged = self
        triaged.state = known.contains(fingerprint) ? .existing : .new
        return triaged
    }
}

extension TriagedFindings {
    /// The findings in a change's own configuration, if these findings were made with it.
    package func reports(
        about configuration: RepositoryConfiguration, since former: TriagedFindings
    ) -> [ReportedFinding] {
        let known = former.fingerprints(movedTo: [:])
        let own = findings.filter { $0.finding.location.path == configuration.path }
        return ReportedFinding.resolving(own.map { $0.compared(with: known) }) { _ in
            configuration.source
        }
    }

    /// The fingerprints that the findings that are not accepted have after files were moved.
    package func fingerprints(movedTo newPaths: [String: String]) -> Set<String> {
        let all = Fingerprint.fingerprints(of: findings.map(\.finding), movedTo: newPaths)
        return Set(zip(findings, all).filter { $0.0.acceptance == nil }.map(\.1))
    }
}

/// Finds the findings that a change hides by its own suppressions, configuration or baseline.
private struct HiddenFindings {
    /// The suppressions of the base.
    let suppressions: Set<Suppression.Identity>
    let unguarded: Set<String>?
    let guardRules: GuardRules

    /// A `guardrail-weakened` finding if the change hides `triaged`; nil if it does not.
    func finding(for triaged: TriagedFinding) -> Finding? {
        guard let (cause, related) = cause(of: triaged) else { return nil }
        let hidden = triaged.finding
        return guardRules.finding(
            .guardrailWeakened, "this change hides `\(hidden.rule)` here, \(cause)",
            at: hidden.location, related: related, of: hidden.object,
            subject: "\(hidden.rule): \(hidden.subject)")
    }

    private func cause(of triaged: TriagedFinding) -> (String, [RelatedLocation])? {
        switch triaged.acceptance {
        case .suppression(let suppression) where suppression.form != .configuration:
            guard !suppressions.contains(suppression.identity()) else { return nil }
            let place = RelatedLocation(
                "accepted here: \(suppression.reason)", at: suppression.location)
            return ("by its own \(suppression.form.rawValue)", [place])
        case .suppression, .baseline: return nil
        case nil:
            guard let unguarded, !unguarded.contains(triaged.fingerprint) else { return nil }
            return ("by its own configuration or baseline", [])
        }
    }
}
