package import Rules

/// A finding with its fingerprint, its state, and why it is accepted, if it is.
package struct TriagedFinding: Sendable {
    package let finding: Finding
    /// Stable under changes elsewhere in the file; see `Fingerprint`.
    package let fingerprint: String
    /// Nil if the finding is not accepted.
    package let acceptance: Acceptance?
    package var state = ReportedFinding.State.new
}

/// Why a finding is accepted.
package enum Acceptance: Sendable {
    case suppression(Suppression)
    case baseline
}

/// The findings in one tree and those about its suppressions, each accepted or not.
package struct TriagedFindings: Sendable {
    /// In report order.
    package let findings: [TriagedFinding]
    let suppressions: SuppressionIndex

    /// A suppression takes precedence over the baseline, which need not contain what is suppressed.
    ///
    /// - Parameter formerPaths: The old path of each file that was renamed since the baseline.
    package init(
        _ findings: [Finding], suppressions: SuppressionIndex = .none,
        baseline: Baseline = .empty, formerPaths: [String: String] = [:]
    ) {
        self.suppressions = suppressions
        var use = SuppressionUse(of: suppressions)
        let judged = findings.map { ($0, use.acceptance(of: $0)) }
        let about = (suppressions.malformed + use.findings).map { ($0, use.acceptance(of: $0)) }
        let sorted = (judged + about).sorted { Finding.isInReportOrder($0.0, $1.0) }
        var rest = BaselineMatching(baseline, formerPaths: formerPaths)
        let isBaselined = rest.matches(sorted.filter { $0.1 == nil }.map(\.0))
        var next = isBaselined.makeIterator()
        let fingerprints = Fingerprint.fingerprints(of: sorted.map(\.0))
        self.findings = zip(sorted, fingerprints).map { pair, fingerprint in
            let (finding, suppression) = pair
            return TriagedFinding(
                finding: finding, fingerprint: fingerprint,
                acceptance: suppression.map { .suppression($0) }
                    ?? (next.next() == true ? .baseline : nil))
        }
    }
}

/// Records which suppressions cover any finding.
private struct SuppressionUse {
    private let index: SuppressionIndex
    private var used: Set<Int> = []

    init(of index: SuppressionIndex) {
        self.index = index
    }

    /// The suppression that accepts a finding today, if any; all that cover it count as used.
    mutating func acceptance(of finding: Finding) -> Suppression? {
        let covering = index.covering(finding)
        used.formUnion(covering)
        return covering.first { !index.isExpired($0) }.map { index.suppressions[$0] }
    }

    /// Findings about unused and expired suppressions of rules that are on, except for suppressions
    /// of the rules about suppressions and guardrails.
    var findings: [Finding] {
        let guards = Set(RuleDefinition.guards.map(\.id))
        return index.suppressions.enumerated().compactMap { number, suppression in
            guard !guards.contains(suppression.rule), index.guardRules.isOn(suppression.rule) else {
                return nil
            }
            if !used.contains(number) {
                let message = "no `\(suppression.rule)` is found that this would accept"
                return finding(.suppressionUnused, message, suppression)
            }
            guard index.isExpired(number), let until = suppression.until else { return nil }
            let message = "`\(suppression.rule)` was accepted here until \(until)"
            return finding(.suppressionExpired, message, suppression)
        }
    }

    private func finding(
        _ rule: RuleDefinition, _ message: String, _ suppression: Suppression
    ) -> Finding? {
        index.guardRules.finding(
            rule, message, at: suppression.location, of: suppression.object,
            subject: "\(suppression.rule): \(suppression.reason)")
    }
}
