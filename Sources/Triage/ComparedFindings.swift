package import Configuration
import Rules
import SourceText

/// The findings of a change beside those of its base: which are new, and which it hides itself.
package struct ComparedFindings: Sendable {
    /// In report order.
    package let findings: [TriagedFinding]

    /// The comparison of a change without findings.
    package static let empty = ComparedFindings(findings: [])

    private init(findings: [TriagedFinding]) {
        self.findings = findings
    }

    /// - Parameters:
    ///   - changed: Judged by the guard of the base, as far as that is not in the manifests.
    ///   - former: The base's own.
    ///   - unguarded: What still counts by the guard that the change brings; nil where that is the
    ///     base's.
    ///   - newPaths: The new path of each file that the change moves.
    ///   - left: The file whose findings are left out: the configuration, where the change brings
    ///     another, which `reports(about:since:)` judges.
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
    /// - Parameter known: The fingerprints of what counts in the base.
    fileprivate func compared(with known: Set<String>) -> TriagedFinding {
        var triaged = self
        triaged.state = known.contains(fingerprint) ? .existing : .new
        return triaged
    }
}

extension TriagedFindings {
    /// The findings in the configuration that a change brings, of a judgement by it.
    package func reports(
        about configuration: RepositoryConfiguration, since former: TriagedFindings
    ) -> [ReportedFinding] {
        let known = former.fingerprints(movedTo: [:])
        let own = findings.filter { $0.finding.location.path == configuration.path }
        return ReportedFinding.resolving(own.map { $0.compared(with: known) }) { _ in
            configuration.source
        }
    }

    /// The fingerprints that the findings which count would have in files of other names.
    package func fingerprints(movedTo newPaths: [String: String]) -> Set<String> {
        let all = Fingerprint.fingerprints(of: findings.map(\.finding), movedTo: newPaths)
        return Set(zip(findings, all).filter { $0.0.acceptance == nil }.map(\.1))
    }
}

/// Tells what is hidden only by what a change brings.
private struct HiddenFindings {
    /// The suppressions of the base.
    let suppressions: Set<Suppression.Identity>
    let unguarded: Set<String>?
    let guardRules: GuardRules

    /// Nil for a finding that is not hidden, or was so before.
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
