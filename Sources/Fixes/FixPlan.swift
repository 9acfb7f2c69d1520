package import CheckPipeline
package import RepositoryLinking
package import Rules
package import SourceText
package import Triage

/// Edits that remove findings, tried out in memory.
package struct FixPlan: Sendable {
    /// A file as it was checked, and as it would be.
    package struct File: Sendable {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]
    }

    /// Ascending by the bytes of their paths.
    package let files: [File]
    /// The findings that the edits remove, in report order.
    package let fixed: [ReportedFinding]
    /// The findings that have a fix which was not made, in report order.
    package let refused: [(finding: ReportedFinding, reason: FixRefusal)]
    /// The files as they would be.
    package let snapshot: Snapshot
}

/// Which findings are to be fixed, and how the outcome is judged.
package struct FixRequest {
    package typealias Judge = (Snapshot) async throws -> CheckReport

    /// Whether fixes count that may change what is meant.
    let includesUnsafe: Bool
    /// Less severe findings are not fixed.
    let minimumSeverity: Severity
    let paths: ReportPaths
    /// Whether a finding is to be fixed.
    let admits: (ReportedFinding) -> Bool
    /// Checks the whole repository.
    let judge: Judge
    /// Whether a file that has these bytes here may be changed.
    let mayChange: (_ path: String, _ bytes: [UInt8]) throws -> Bool

    package init(
        includesUnsafe: Bool, minimumSeverity: Severity = .warning, paths: ReportPaths = .all,
        admits: @escaping (ReportedFinding) -> Bool = { _ in true },
        mayChange: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Bool = { _, _ in true },
        judge: @escaping Judge
    ) {
        self.includesUnsafe = includesUnsafe
        self.minimumSeverity = minimumSeverity
        self.paths = paths
        self.admits = admits
        self.mayChange = mayChange
        self.judge = judge
    }

    func isWanted(_ reported: ReportedFinding) -> Bool {
        guard let fix = reported.finding.fix, !fix.edits.isEmpty, includesUnsafe || fix.isSafe
        else { return false }
        return concerns(reported)
    }

    /// Whether its fix would be wanted if it had one.
    func concerns(_ reported: ReportedFinding) -> Bool {
        let finding = reported.finding
        return reported.state == .new && finding.severity >= minimumSeverity
            && paths.contains(finding.location.path) && admits(reported)
    }
}

/// Why a fix was not made.
package enum FixRefusal: Hashable, Sendable {
    /// It was tried, and the finding stayed.
    case ineffective
    /// It was tried, and this rule found something that it did not find before.
    case brings(rule: String)
    /// The file would no longer be read, or not as it is.
    case unreadable
    /// The file is not to be changed, because another version of it was checked.
    case otherVersion
    case tooMany(limit: Int)
}

extension FixRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ineffective: "the finding stays"
        case .brings(let rule): "`\(rule)` would be found then"
        case .unreadable: "the file could not be read then"
        case .otherVersion: "the file differs from what is staged"
        case .tooMany(let limit): "more than \(limit) trials of fixes"
        }
    }
}

extension RepositoryCheck {
    /// The fixes that can be made in a snapshot, one round after the other: some need others.
    ///
    /// A fix is made only if its file can still be read, its finding is gone, and no error or
    /// warning is found that was not there before.
    ///
    /// Cost: a check of the repository for each round, and more where a fix is refused.
    package func plan(for request: FixRequest, in snapshot: Snapshot) async throws -> FixPlan {
        var search = try await FixSearch(for: request, in: snapshot)
        try await search.run()
        return search.plan
    }

    /// The tags of wanted findings whose digests are not known yet, each once, in
    /// report order.
    package func pinnableTags(
        for request: FixRequest, in snapshot: Snapshot
    ) async throws -> [TaggedImage] {
        let found = try await request.judge(snapshot).findings.filter { reported in
            request.concerns(reported) && reported.finding.fix == nil
                && DigestPlace.rules.contains(reported.finding.rule)
        }
        guard !found.isEmpty else { return [] }
        let model = try await model(of: snapshot)
        let places = Dictionary(
            model.judgedImages.compactMap { DigestPlace(of: $0, in: model) }.map { ($0.scalar, $0) }
        ) { first, _ in first }
        var known: Set<TaggedImage> = []
        return found.compactMap { reported in
            let finding = reported.finding
            let scalar = SourceLocation(path: finding.location.path, span: finding.scalar)
            return places[scalar]?.image
        }.filter { known.insert($0).inserted }
    }
}
