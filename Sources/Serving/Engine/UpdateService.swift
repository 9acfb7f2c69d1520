internal import FoundationEssentials
import GitAccess
package import Logging
internal import ServiceLifecycle

/// Keeps repositories up to date: fetches them, scans their images, and runs their automations.
///
/// `Schedule` decides what is due, `ImageScan` and `RepositoryVisit` do it; this starts the one as
/// the other says, and keeps what they find.
package actor UpdateService {
    package typealias Observer = @Sendable (ServiceEvent) -> Void

    let options: ServiceOptions
    let tools: RunTools
    let state: any StateStoring
    let clock: any ServiceClock
    let logger: Logger
    let observe: Observer
    /// Nil where none are served.
    let receivers: ServedReceivers?
    let started: Timestamp
    let threads = BlockingThreads(label: "sluice.repositories")

    var schedule: Schedule
    /// By name.
    var repositories: [String: RepositoryState] = [:]
    /// The images that were asked for, in this process or before it.
    var triedImages: Set<ImageKey> = []
    /// By the host of their registry.
    var tagCounts: [String: Int] = [:]
    /// Whether nothing waits for its interval.
    private(set) var isOnce = false
    /// Whether a fetch, a scan or a run failed, or an update was refused.
    var hasFailed = false
    private var phase = Phase.new
    private var jobs: [Int: Task<Void, Never>] = [:]
    private var nextJob = 0
    private var timer: (time: Timestamp, task: Task<Void, Never>)?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Whether what is under way is no longer waited for.
    private var hasGivenUp = false

    private enum Phase {
        case new
        case running
        case stopping
    }

    package init(
        _ options: ServiceOptions, tools: RunTools, state: any StateStoring,
        clock: any ServiceClock = RealClock(), receivers: ServedReceivers? = nil, logger: Logger,
        observe: @escaping Observer = { _ in }
    ) {
        self.options = options
        self.tools = tools
        self.state = state
        self.clock = clock
        self.logger = logger
        self.observe = observe
        self.receivers = receivers
        started = clock.now
        schedule = Schedule(limits: options.limits, seed: options.seed)
        for repository in options.repositories {
            repositories[repository.name] = RepositoryState(
                mirror: Mirror(
                    repository, below: options.directory, variables: tools.variables))
        }
    }

    // MARK: Life

    /// Runs until the service is told to stop, or cancelled; what is under way ends then.
    package func run() async throws {
        try await start()
        try? await gracefulShutdown()
        await stop()
    }

    /// Scans all images and runs all automations once, and does what follows from it; then stops.
    ///
    /// - Returns: Whether everything could be fetched, scanned and written.
    package func runOnce() async throws -> Bool {
        isOnce = true
        try await start()
        await settled()
        await stop()
        return !hasFailed
    }

    /// Begins; returns at once.
    package func start() async throws {
        guard case .new = phase else { return }
        try FileManager.default.createDirectory(
            atPath: options.directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        Mirror.removeOthers(than: options.repositories, below: options.directory)
        await receivers?.deliver { [weak self] hint, name in await self?.take(hint, of: name) }
        let summaries = await state.scanSummaries()
        if !isOnce { triedImages = Set(summaries.keys) }
        for (key, summary) in summaries {
            if let host = Self.host(of: key) { tagCounts[host, default: 0] += summary.tagCount }
        }
        phase = .running
        for repository in options.repositories {
            schedule.set(
                Wishes(fetchInterval: IntervalReading.standard), of: repository.name,
                at: clock.now)
        }
        logger.notice(
            "serving", metadata: ["repositories": "\(options.repositories.count)"])
        proceed()
    }

    /// Starts nothing more; a push under way ends, and what was found is written.
    package func stop() async {
        guard case .running = phase else { return }
        phase = .stopping
        timer?.task.cancel()
        logger.notice("stopping", metadata: ["jobs": "\(jobs.count)"])
        for job in jobs.values { job.cancel() }
        let patience = Task { [options] in
            try? await Task.sleep(for: .seconds(options.stopPatience))
            self.giveUp()
        }
        await settled()
        patience.cancel()
        await state.close()
    }

    private func giveUp() {
        if !jobs.isEmpty {
            logger.warning("stopped before all was done", metadata: ["jobs": "\(jobs.count)"])
        }
        hasGivenUp = true
        wakeWaiters()
    }

    /// Whether work is begun: false before it runs, and from the moment that it is to stop.
    package var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    /// Returns when nothing is under way and nothing is due.
    package func settled() async {
        while !hasGivenUp {
            proceed()
            if jobs.isEmpty { return }
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    private func wakeWaiters() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    // MARK: Work

    /// Starts what is due, and sets the timer for what is due next.
    func proceed() {
        guard isRunning else { return }
        for work in schedule.take(at: clock.now) { begin(work) }
        guard let next = schedule.next else { return }
        if let timer, timer.time <= next, timer.time > clock.now { return }
        timer?.task.cancel()
        timer = (
            next,
            Task { [clock] in
                do { try await clock.sleep(until: next) } catch { return }
                self.timerFired(next)
            }
        )
    }

    private func timerFired(_ time: Timestamp) {
        if timer?.time == time { timer = nil }
        proceed()
    }

    private func begin(_ work: Work) {
        let number = nextJob
        nextJob += 1
        switch work {
        case .scan(let key):
            guard let scan = scan(of: key) else {
                schedule.finishScan(of: key, succeeded: true, at: clock.now)
                return
            }
            let start = clock.now
            jobs[number] = Task {
                let outcome = await scan.outcome()
                if !Task.isCancelled { await note(outcome, of: key, since: start) }
                end(number)
            }
        case .visit(let name, let automations):
            guard let visit = visit(of: name, running: automations) else { return }
            let start = clock.now
            jobs[number] = Task(executorPreference: threads) {
                let outcome = await visit.outcome()
                await self.note(outcome, of: name, since: start)
                await self.end(number)
            }
        }
    }

    private func end(_ number: Int) {
        jobs[number] = nil
        proceed()
        if jobs.isEmpty { wakeWaiters() }
    }
}
