package import CheckPipeline
import ManifestFacts
import Rules
package import SourceText
package import Triage

/// Comments that would accept all findings of a rule, tried out in memory.
package struct IgnorePlan: Sendable {
    /// A file as it was checked, and as it would be.
    package struct File: Sendable {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]
        /// How many findings the new comments accept.
        package let count: Int
    }

    /// Ascending by the bytes of their paths.
    package private(set) var files: [File] = []
    /// The findings that no comment can accept, in report order.
    package private(set) var refused: [(finding: ReportedFinding, reason: IgnoreRefusal)] = []

    /// Plans for one file after the other.
    fileprivate mutating func add(
        _ ignore: NewIgnore, for findings: [ReportedFinding], in entry: SnapshotEntry,
        role: FileRole, bytes: [UInt8]
    ) {
        var writer = IgnoreWriter(bytes, role: role, ignore: ignore)
        var refused: [(ReportedFinding, IgnoreRefusal)] = []
        for finding in findings.reversed() {
            if let reason = writer.accept(finding.finding) { refused.append((finding, reason)) }
        }
        self.refused += refused.reversed()
        guard writer.bytes != bytes else { return }
        files.append(
            File(path: entry.path, before: bytes, after: writer.bytes, count: writer.count))
    }

    /// Gives up the files in which something is found that should not be.
    fileprivate mutating func drop(
        _ paths: Set<String>, findings: [ReportedFinding]
    ) {
        guard !paths.isEmpty else { return }
        files.removeAll { paths.contains($0.path) }
        let known = Set(refused.map(\.finding.fingerprint))
        refused += findings.filter {
            paths.contains($0.finding.location.path) && !known.contains($0.fingerprint)
        }.map { ($0, .ineffective) }
    }
}

extension RepositoryCheck {
    /// The suppressions that would accept the findings of the rule that count and are in `paths`.
    package func plan(
        for ignore: NewIgnore, in snapshot: Snapshot, paths: ReportPaths
    ) async throws -> IgnorePlan {
        let report = try await report(on: snapshot, paths: paths)
        let findings = report.findings.filter { $0.finding.rule == ignore.rule }
        let byPath = Dictionary(grouping: findings, by: \.finding.location.path)
        let tree = try ManifestTree(of: snapshot)
        let reader = try tree.makeReader()
        var plan = IgnorePlan()
        for entry in tree.entries {
            guard let findings = byPath[entry.path], let role = tree.role(of: entry) else {
                continue
            }
            let bytes = try reader.bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
            plan.add(ignore, for: findings, in: entry, role: role, bytes: bytes)
        }
        let contents = Dictionary(uniqueKeysWithValues: plan.files.map { ($0.path, $0.after) })
        let after = try await self.report(on: snapshot.replacing(contents), paths: paths)
        let refused = Set(plan.refused.map(\.finding.fingerprint))
        let expected = Set(report.findings.map(\.fingerprint))
            .subtracting(findings.map(\.fingerprint)).union(refused)
        let surprises = after.findings.filter { !expected.contains($0.fingerprint) }
        plan.drop(Set(surprises.map(\.finding.location.path)), findings: findings)
        return plan
    }
}
