import CheckPipeline
import Triage

/// The latest check of a repository, and the one that is pending or running.
struct AnalysisState {
    /// A finished check, and the revision that was checked.
    fileprivate struct Latest {
        let revision: Int
        let result: Result<CheckedRepository, any Error>
    }

    fileprivate var latest: Latest?
    fileprivate var isWanted = false
    fileprivate var running: Task<Void, Never>?
    /// Waits for a pause in typing before the next check.
    fileprivate var pending: Task<Void, Never>?
}

extension OpenRepository {
    /// The pause in typing after which the repository is checked.
    private static let quietTime = Duration.milliseconds(100)

    /// The result of checking the current revision; starts the check if necessary.
    func checked() async throws -> CheckedRepository {
        while true {
            if let reading { await reading.value }
            if let latest = analysis.latest, latest.revision == revision {
                return try latest.result.get()
            }
            guard live != nil else { throw NotRead() }
            analyze()
            await analysis.running?.value
        }
    }

    /// The findings in the current revision; nil if it is not checked yet or the check failed.
    var knownFindings: [ReportedFinding]? {
        guard let latest = analysis.latest, latest.revision == revision,
            case .success(let checked) = latest.result
        else { return nil }
        return checked.report.findings
    }

    /// Checks the repository as soon as typing pauses.
    func analyzeWhenQuiet() {
        analysis.pending?.cancel()
        analysis.pending = Task {
            do {
                try await Task.sleep(for: Self.quietTime)
                analyze()
            } catch {
                // Cancelled by the next edit, which waits again, or by a check.
            }
        }
    }

    /// Checks the repository now, or once more after the check that is running.
    func analyze() {
        analysis.pending?.cancel()
        analysis.isWanted = true
        if analysis.running == nil { analysis.running = Task { await runAnalyses() } }
    }

    private func runAnalyses() async {
        defer { analysis.running = nil }
        while analysis.isWanted {
            analysis.isWanted = false
            readEdits()
            guard let live, analysis.latest?.revision != revision else { continue }
            let judged = revision
            let result = await Task.detached { await live.result() }.value
            analysis.latest = AnalysisState.Latest(revision: judged, result: result)
            // An edit during the check has requested another check.
            guard judged == revision else { continue }
            switch result {
            case .success(let checked): publish(checked.report.findings)
            case .failure(let error): publish(error)
            }
        }
    }
}

/// The repository cannot be read; the editor was told why.
private struct NotRead: Error, CustomStringConvertible {
    let description = "the repository could not be read"
}

extension LiveRepository {
    fileprivate func result() async -> Result<CheckedRepository, any Error> {
        do {
            return .success(try await checked())
        } catch {
            return .failure(error)
        }
    }
}
