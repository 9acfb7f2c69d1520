import RepositoryCheck
import Triage

/// Looks at a repository: what was found at the latest, and what is on its way.
struct Looks {
    /// What was found in the whole, and the change that it was found after.
    fileprivate struct Whole {
        let revision: Int
        let live: LiveRepository
        let result: Result<CheckedRepository, any Error>
    }

    fileprivate var whole: Whole?
    /// Of what was edited since.
    fileprivate var preview: EditPreview?
    /// What the editor was told last, and the change that it was found after.
    fileprivate var shown: (revision: Int, findings: [ReportedFinding])?
    fileprivate var isWholeWanted = false
    fileprivate var judging: Task<Void, Never>?
    fileprivate var previewing: Task<Void, Never>?
    fileprivate var waiting: Task<Void, Never>?
}

extension OpenRepository {
    /// How long nobody has typed when the whole is looked at.
    private static let quietTime = Duration.milliseconds(300)

    /// What is found in the repository as it is now.
    func checked() async throws -> CheckedRepository {
        while true {
            if let reading { await reading.value }
            if let whole = looks.whole, whole.revision == revision { return try whole.result.get() }
            guard live != nil else { throw NotRead() }
            lookAtAll()
            await looks.judging?.value
        }
    }

    /// What the editor is shown of the repository as it is now; nil where that is not known yet.
    func shownFindings() async -> [ReportedFinding]? {
        await looks.previewing?.value
        guard let shown = looks.shown, shown.revision == revision else { return nil }
        return shown.findings
    }

    private func present(_ findings: [ReportedFinding]) {
        looks.shown = (revision, findings)
        publish(findings)
    }

    // MARK: The whole

    func lookAtAll() {
        looks.waiting?.cancel()
        looks.isWholeWanted = true
        // Below all else, so that a keystroke meanwhile need not wait for a core.
        if looks.judging == nil { looks.judging = Task(priority: .utility) { await judge() } }
    }

    private func judge() async {
        defer { looks.judging = nil }
        while looks.isWholeWanted {
            looks.isWholeWanted = false
            readEdits()
            guard let live, looks.whole?.revision != revision else { continue }
            let judged = revision
            let result = await Task.detached(priority: .utility) { await live.outcome() }.value
            if case .success(let former)? = looks.whole?.result { former.freeInBackground() }
            looks.whole = Looks.Whole(revision: judged, live: live, result: result)
            looks.preview = nil
            // Whoever edited meanwhile has asked for another look.
            guard judged == revision else { continue }
            switch result {
            case .success(let checked):
                present(checked.report.findings)
                await prepare(SettledRepository(live, checked), at: judged)
            case .failure(let error): publish(error)
            }
        }
    }

    /// Looks at what another edit of the same document would concern, so that it is told sooner.
    private func prepare(_ settled: SettledRepository, at judged: Int) async {
        guard let path = latest.flatMap({ live?.file(at: $0) }) else { return }
        let preview = await Task.detached(priority: .utility) {
            do {
                return try await EditPreview(of: [path], since: settled) as EditPreview?
            } catch {
                // The edit itself will tell.
                return nil
            }
        }.value
        if looks.preview == nil, looks.whole?.revision == judged { looks.preview = preview }
    }

    // MARK: The edited part

    /// Shows what an edit changes, as far as a part of the repository tells it, and looks at the
    /// whole when nobody types any more.
    func look() {
        looks.waiting?.cancel()
        looks.waiting = Task {
            do {
                try await Task.sleep(for: Self.quietTime)
                lookAtAll()
            } catch {
                // Cancelled by the next edit, which waits itself.
            }
        }
        if looks.previewing == nil { looks.previewing = Task { await showPreviews() } }
    }

    private func showPreviews() async {
        defer { looks.previewing = nil }
        var shown: Int?
        while shown != revision {
            readEdits()
            guard let live, let whole = looks.whole, case .success(let checked) = whole.result
            else {
                return lookAtAll()
            }
            let (latest, known) = (revision, looks.preview)
            let settled = SettledRepository(whole.live, checked)
            let outcome = await Task.detached(priority: .high) {
                await EditPreview.findings(in: live, since: settled, knowing: known)
            }.value
            // The whole may have been looked at meanwhile; then the edit is looked at again.
            guard looks.whole?.revision == whole.revision else { continue }
            shown = latest
            looks.preview = outcome?.preview
            if outcome == nil { lookAtAll() }
            if let outcome, latest == revision { present(outcome.findings) }
        }
    }
}

/// A repository that cannot be read; the editor was told why.
private struct NotRead: Error, CustomStringConvertible {
    let description = "the repository could not be read"
}

extension LiveRepository {
    fileprivate func outcome() async -> Result<CheckedRepository, any Error> {
        do {
            return .success(try await checked())
        } catch {
            return .failure(error)
        }
    }
}
