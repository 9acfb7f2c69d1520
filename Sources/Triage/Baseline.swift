package import Configuration
package import Rules
import SourceText

/// The findings that a repository accepts until they are fixed, as a baseline file lists them.
package struct Baseline: Hashable, Sendable {
    package static let empty = Baseline(BaselineFile([]))

    package let file: BaselineFile

    package init(_ file: BaselineFile) {
        self.file = file
    }

    /// The baseline that accepts these findings and no others.
    package init(accepting findings: [Finding]) {
        let groups = Dictionary(grouping: findings) { Fingerprint.shared(by: $0) }
        self.init(
            BaselineFile(
                groups.map { fingerprint, findings in
                    BaselineEntry(
                        fingerprint: fingerprint, rule: findings[0].rule,
                        path: findings[0].location.path, count: findings.count)
                }))
    }

    /// How many findings it accepts.
    package var findingCount: Int { file.entries.reduce(0) { $0 + $1.count } }
}

/// A comparison of findings with a baseline, in which each accepted finding matches once.
struct BaselineMatching {
    private var counts: [String: Int]
    /// The old path of each renamed file, by the bytes of the new one.
    private let formerPaths: [[UInt8]: String]

    init(_ baseline: Baseline, formerPaths: [String: String]) {
        counts = Dictionary(
            baseline.file.entries.map { ($0.fingerprint, $0.count) },
            uniquingKeysWith: { $0.addingReportingOverflow($1).partialValue })
        self.formerPaths = Dictionary(
            formerPaths.map { (Array($0.utf8), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the baseline accepts each finding, at its file's path or else at the former path.
    mutating func matches(_ findings: [Finding]) -> [Bool] {
        guard !counts.isEmpty else { return findings.map { _ in false } }
        var isAccepted = findings.map { take(Fingerprint.shared(by: $0)) }
        for (number, finding) in findings.enumerated() where !isAccepted[number] {
            guard let former = formerPaths[Array(finding.location.path.utf8)] else { continue }
            isAccepted[number] = take(Fingerprint.shared(by: finding, at: former))
        }
        return isAccepted
    }

    private mutating func take(_ fingerprint: String) -> Bool {
        guard let count = counts[fingerprint], count > 0 else { return false }
        counts[fingerprint] = count - 1
        return true
    }
}
