import CheckPipeline
import Rules
import SourceText
import Triage

/// Tries the fixes of a snapshot, in each round all those that do not touch each other.
struct FixSearch {
    /// Every trial is a check of the whole repository.
    private static let trialLimit = 200

    /// The files that differ from the snapshot's, and what is found then.
    private struct State {
        var contents: [String: [UInt8]] = [:]
        let report: CheckReport
    }

    private enum Trial {
        case good(State)
        /// With the files that the reason lies in.
        case bad(FixRefusal, near: Set<String>)
    }

    private let request: FixRequest
    private let snapshot: Snapshot
    private let paths: ReportPaths
    private var files: EditableFiles
    private var state: State
    private var fixed: [ReportedFinding] = []
    /// The changes that cannot be made to the files as they are now.
    private var refused: [FixChange: FixRefusal] = [:]
    private var trialCount = 0

    init(for request: FixRequest, in snapshot: Snapshot) async throws {
        self.request = request
        self.snapshot = snapshot
        let tree = try ManifestTree(of: snapshot)
        paths = tree.following(request.paths)
        files = try EditableFiles(of: tree)
        state = State(report: try await request.judge(snapshot))
    }

    /// Goes on until none of the fixes that are left can be made.
    mutating func run() async throws {
        while true {
            let round = try nextRound()
            guard !round.isEmpty else { return }
            var made: [FixCandidate] = []
            try await make(round[...], on: state, after: &made)
            fixed += made.flatMap(\.findings)
            // Other changes at other offsets now, so that all are worth another trial.
            if !made.isEmpty { refused = [:] }
        }
    }

    var plan: FixPlan {
        let ascending = state.contents.sorted { $0.key.bytesPrecede($1.key) }
        return FixPlan(
            files: ascending.map { path, bytes in
                FixPlan.File(path: path, before: files.read[path] ?? [], after: bytes)
            },
            fixed: fixed.sorted { Finding.isInReportOrder($0.finding, $1.finding) },
            refused: candidates.flatMap { candidate in
                candidate.findings.map { ($0, refused[candidate.change] ?? .ineffective) }
            },
            snapshot: snapshot.replacing(state.contents))
    }

    // MARK: Rounds

    /// The wanted fixes of what is found now, in report order.
    private var candidates: [FixCandidate] {
        let wanted = state.report.newFindings.filter { reported in
            request.isWanted(reported) && paths.contains(reported.finding.location.path)
        }
        return FixCandidate.candidates(of: wanted)
    }

    /// The fixes that are not refused and do not touch each other.
    private mutating func nextRound() throws -> [FixCandidate] {
        var round: [FixCandidate] = []
        // Findings ascend, so that one place tells what is taken of a file.
        var takenEnds: [String: Int] = [:]
        for candidate in candidates where refused[candidate.change] == nil {
            let path = candidate.change.path
            guard let bytes = try files.bytes(at: path) else {
                refused[candidate.change] = .unreadable
                continue
            }
            guard try request.mayChange(path, bytes) else {
                refused[candidate.change] = .otherVersion
                continue
            }
            let spans = candidate.change.edits.map(\.span)
            let end = takenEnds[path] ?? -1
            guard spans.allSatisfy({ $0.lowerBound > end }) else { continue }
            takenEnds[path] = spans.reduce(end) { max($0, $1.upperBound) }
            round.append(candidate)
        }
        return round
    }

    /// Makes those of the candidates that can be made together with the ones that already are.
    ///
    /// - Parameter start: The state before this round, whose offsets the edits have.
    private mutating func make(
        _ candidates: ArraySlice<FixCandidate>, on start: State, after made: inout [FixCandidate]
    ) async throws {
        guard trialCount < Self.trialLimit else {
            for candidate in candidates {
                refused[candidate.change] = .tooMany(limit: Self.trialLimit)
            }
            return
        }
        switch try await trial(of: made + candidates, on: start) {
        case .good(let state):
            self.state = state
            made += candidates
        case .bad(let reason, near: let places):
            guard candidates.count > 1 else {
                for candidate in candidates { refused[candidate.change] = reason }
                return
            }
            for part in candidates.parted(by: places) {
                try await make(part, on: start, after: &made)
            }
        }
    }

    private mutating func trial(
        of candidates: [FixCandidate], on start: State
    ) async throws -> Trial {
        trialCount += 1
        var contents = start.contents
        for (path, group) in Dictionary(grouping: candidates, by: \.change.path) {
            let edits = group.flatMap(\.change.edits)
            guard let bytes = try contents[path] ?? files.bytes(at: path),
                let changed = try? bytes.applying(edits), files.canRead(changed, at: path)
            else { return .bad(.unreadable, near: [path]) }
            contents[path] = changed
        }
        let report = try await request.judge(snapshot.replacing(contents))
        if let (reason, finding) = objection(
            to: report, instead: start.report, fixing: candidates.flatMap(\.findings))
        {
            let places = [finding.location] + finding.related.map(\.location)
            return .bad(reason, near: Set(places.map(\.path)))
        }
        return .good(State(contents: contents, report: report))
    }

    /// The first finding that should be gone, or that was not there before; notes are no objection.
    private func objection(
        to report: CheckReport, instead former: CheckReport, fixing findings: [ReportedFinding]
    ) -> (FixRefusal, Finding)? {
        let wanted = Set(findings.map(\.identity))
        var allowed: [String: Int] = [:]
        for finding in former.findings { allowed[finding.identity, default: 0] += 1 }
        for finding in findings { allowed[finding.identity, default: 0] -= 1 }
        for reported in report.findings {
            let (identity, finding) = (reported.identity, reported.finding)
            allowed[identity, default: 0] -= 1
            guard allowed[identity, default: 0] < 0 else { continue }
            if wanted.contains(identity) { return (.ineffective, finding) }
            if finding.severity >= .warning {
                return (.brings(rule: finding.rule), finding)
            }
        }
        return nil
    }
}

extension ReportedFinding {
    /// The part of a fingerprint that findings share which differ only in their place.
    fileprivate var identity: String { Fingerprint.shared(by: finding) }
}

extension ArraySlice<FixCandidate> {
    /// The innocent first, then the suspects; halves where that does not tell them apart.
    fileprivate func parted(by places: Set<String>) -> [ArraySlice<FixCandidate>] {
        let innocent = filter { !places.contains($0.change.path) }
        let suspects = filter { places.contains($0.change.path) }
        if !innocent.isEmpty, !suspects.isEmpty { return [innocent[...], suspects[...]] }
        let middle = startIndex + count / 2
        return [self[..<middle], self[middle...]]
    }
}
