package import Rules
package import SourceText

/// The findings of one check, with every position resolved: the input of all report formats.
package struct CheckReport: Codable, Sendable {
    package private(set) var origin: Snapshot.Origin
    /// The number of files that were checked, including excluded ones.
    package let fileCount: Int
    /// The number of files that the configuration excludes, about which nothing is reported.
    package let excludedCount: Int
    /// Whether findings were compared with a base; if not, all are new.
    package let isCompared: Bool
    /// Whether the configuration has the profile `guardrails`, which implies `--strict`.
    package let isStrict: Bool
    /// The findings that are not accepted, ascending by path bytes, offset and rule.
    package let findings: [ReportedFinding]
    /// The findings that a suppression or the baseline accepts, in the same order.
    package let accepted: [ReportedFinding]
    /// Ascending by path bytes, line and rule.
    package let notChecked: [NotChecked]
    /// The selections of policies that changed since the base, if tags are known.
    package let selectionChanges: [SelectionChange]

    /// Sorts findings and unchecked items into report order.
    package init(
        origin: Snapshot.Origin, fileCount: Int, excludedCount: Int = 0, isCompared: Bool = false,
        isStrict: Bool = false, findings: [ReportedFinding], notChecked: [NotChecked],
        selectionChanges: [SelectionChange] = []
    ) {
        self.origin = origin
        self.selectionChanges = selectionChanges
        self.isCompared = isCompared
        self.isStrict = isStrict
        self.fileCount = fileCount
        self.excludedCount = excludedCount
        let sorted = findings.sorted { Finding.isInReportOrder($0.finding, $1.finding) }
        self.findings = sorted.filter { $0.acceptance == nil }
        accepted = sorted.filter { $0.acceptance != nil }
        self.notChecked = notChecked.sorted(by: NotChecked.isInReportOrder)
    }

    /// The findings that are neither accepted nor in the base: text shows them, and they can fail
    /// a check.
    package var newFindings: [ReportedFinding] { findings.filter { $0.state == .new } }
    package var existingCount: Int { findings.count { $0.state == .existing } }
    package var suppressedCount: Int { accepted.count - baselinedCount }
    package var baselinedCount: Int { accepted.count { $0.acceptance?.form == .baseline } }

    /// A copy with the findings and unchecked items of some rules only.
    package func restricted(to admits: (_ rule: String) -> Bool) -> CheckReport {
        copy(
            findings: (findings + accepted).filter { admits($0.finding.rule) },
            notChecked: notChecked.filter { $0.rule.map(admits) ?? true })
    }

    /// A copy with the findings and unchecked items in some files only.
    package func reporting(on isWanted: (_ path: String) -> Bool) -> CheckReport {
        copy(
            findings: (findings + accepted).filter { isWanted($0.finding.location.path) },
            notChecked: notChecked.filter { isWanted($0.path) })
    }

    /// A copy for another snapshot with the same files.
    package func on(_ origin: Snapshot.Origin) -> CheckReport {
        var report = self
        report.origin = origin
        return report
    }

    /// A copy with more findings.
    package func adding(_ more: [ReportedFinding]) -> CheckReport {
        more.isEmpty ? self : copy(findings: findings + accepted + more)
    }

    /// A copy with more changes of selections.
    package func adding(_ changes: [SelectionChange]) -> CheckReport {
        changes.isEmpty ? self : copy(selectionChanges: selectionChanges + changes)
    }

    /// A copy in which the baseline accepts all findings that were not accepted yet.
    package func acceptingAll() -> CheckReport {
        copy(findings: accepted + findings.map { $0.acceptedByBaseline })
    }

    /// A copy with other parts; nil keeps a part.
    private func copy(
        findings: [ReportedFinding]? = nil, notChecked: [NotChecked]? = nil,
        selectionChanges: [SelectionChange]? = nil
    ) -> CheckReport {
        CheckReport(
            origin: origin, fileCount: fileCount, excludedCount: excludedCount,
            isCompared: isCompared, isStrict: isStrict,
            findings: findings ?? self.findings + accepted,
            notChecked: notChecked ?? self.notChecked,
            selectionChanges: selectionChanges ?? self.selectionChanges)
    }

    /// The fingerprints of the findings that are not accepted, after files were renamed.
    ///
    /// - Parameter newPaths: The new path of each renamed file.
    package func fingerprints(movedTo newPaths: [String: String]) -> Set<String> {
        if newPaths.isEmpty { return Set(findings.map(\.fingerprint)) }
        let all = (findings + accepted).sorted { Finding.isInReportOrder($0.finding, $1.finding) }
        let fingerprints = Fingerprint.fingerprints(of: all.map(\.finding), movedTo: newPaths)
        return Set(zip(all, fingerprints).filter { $0.0.acceptance == nil }.map(\.1))
    }

    /// The number of new findings of a severity.
    package func count(of severity: Severity) -> Int {
        newFindings.count { $0.finding.severity == severity }
    }
}

/// A finding with its lines and columns, source text, fingerprint and state.
package struct ReportedFinding: Codable, Sendable {
    package enum State: String, Codable, Sendable {
        case new
        case existing
    }

    package let finding: Finding
    package let region: SourceRegion
    package let excerpt: SourceExcerpt
    /// In the order of `finding.related`.
    package let related: [ReportedPlace]
    /// In the order of the fix's edits; empty without a fix.
    package let edits: [ReportedEdit]
    /// Stable under changes elsewhere in the file; see `Fingerprint`.
    package let fingerprint: String
    /// GitHub's `primaryLocationLineHash` of the region's first line.
    package let lineHash: String
    package let state: State
    /// How the finding is accepted; nil if it is not.
    package private(set) var acceptance: ReportedAcceptance?
}

extension ReportedFinding {
    fileprivate var acceptedByBaseline: ReportedFinding {
        var copy = self
        copy.acceptance = ReportedAcceptance(form: .baseline, reason: nil, place: nil)
        return copy
    }
}

/// A related location with its position.
package struct ReportedPlace: Codable, Sendable {
    package let message: String
    package let path: String
    package let region: SourceRegion
}

/// One edit of a fix with its position.
package struct ReportedEdit: Codable, Sendable {
    package let path: String
    package let region: SourceRegion
    package let text: String
}

/// A location that could not be checked, and why; neither a finding nor a pass.
package struct NotChecked: Codable, Hashable, Sendable {
    package let path: String
    /// Counts from 1; nil for the whole file.
    package let line: Int?
    /// The rule that could not check the location; nil for all rules.
    package let rule: String?
    package let reason: String
    /// Whether the file belongs to an environment that the configuration protects.
    package var isProtected = false

    package init(path: String, line: Int?, rule: String?, reason: String) {
        self.path = path
        self.line = line
        self.rule = rule
        self.reason = reason
    }
}
