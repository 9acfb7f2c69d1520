/// When what is done: takes times and outcomes, and says what is due; starts nothing itself.
///
/// An image is scanned once for all repositories that use it, on the shortest of their intervals. A
/// repository has one visit at a time; what becomes due meanwhile waits for the next one.
struct Schedule: Sendable {
    /// A tenth, either way.
    private static let jitter = 0.1
    /// Seconds that hints are gathered for.
    static let gathering = 1.0
    /// Seconds that the policies which change together are waited for.
    static let settling = 2.0
    /// Seconds; a clock that goes back by more was set.
    private static let clockTolerance = 5.0

    struct Image: Sendable {
        var recurrence: Recurrence
        /// The interval that each repository wants.
        var users: [String: Double]
        var isRunning = false
        /// Seconds count from the end of the scan that is under way.
        var isAskedForAgain = false
    }

    struct Repository: Sendable {
        var fetch: Recurrence
        var automations: [String: Recurrence] = [:]
        /// Whether each image was asked for once, so that automations have something to go by.
        var isReady = false
        var isRunning = false
        /// The automations that the visit under way runs.
        var running: Set<String> = []
        /// The automations that are to run as soon as that visit ends.
        var hinted: Set<String> = []
        var isFetchHinted = false

        /// Nil while a visit is under way.
        var due: Timestamp? {
            guard !isRunning else { return nil }
            let runs = isReady ? automations.values.map(\.due).min() : nil
            return min(fetch.due, runs ?? fetch.due)
        }
    }

    let limits: WorkLimits
    var images: [ImageKey: Image] = [:]
    var repositories: [String: Repository] = [:]
    private var imageQueue = DueQueue<ImageKey>()
    private var repositoryQueue = DueQueue<String>()
    var scanCount = 0
    var visitCount = 0
    private var chance: Chance
    private var latest: Timestamp?

    init(limits: WorkLimits = WorkLimits(), seed: UInt64) {
        self.limits = limits
        chance = Chance(seed: seed)
    }

    var isIdle: Bool { scanCount == 0 && visitCount == 0 }

    /// When something is due next that there is room for; nil where nothing is.
    var next: Timestamp? {
        mutating get {
            let scan = scanCount < limits.scans ? imageQueue.next : nil
            let visit = visitCount < limits.visits ? repositoryQueue.next : nil
            return [scan, visit].compactMap(\.self).min()
        }
    }

    /// Takes all that is due and that there is room for.
    mutating func take(at now: Timestamp) -> [Work] {
        noticeClock(now)
        var work: [Work] = []
        while visitCount < limits.visits, let name = repositoryQueue.popFirst(at: now) {
            guard var repository = repositories[name], !repository.isRunning else { continue }
            let due = repository.automations.filter { $0.value.due <= now }.keys.sorted()
            repository.isRunning = true
            repository.running = Set(repository.isReady ? due : [])
            repositories[name] = repository
            visitCount += 1
            work.append(
                .visit(repository: name, automations: repository.running.sorted()))
        }
        while scanCount < limits.scans, let key = imageQueue.popFirst(at: now) {
            guard images[key]?.isRunning == false else { continue }
            images[key]?.isRunning = true
            scanCount += 1
            work.append(.scan(key))
        }
        return work
    }

    mutating func randomJitter() -> Double { (chance.next() * 2 - 1) * Self.jitter }

    /// Lets nothing wait longer than its interval after a clock was wrong.
    private mutating func noticeClock(_ now: Timestamp) {
        defer { latest = now }
        guard let latest, now + Self.clockTolerance < latest else { return }
        for key in images.keys {
            images[key]?.recurrence.hastenToInterval(at: now)
            enqueue(key)
        }
        for name in repositories.keys {
            repositories[name]?.hastenAll(at: now)
            enqueue(name)
        }
    }

    mutating func enqueue(_ key: ImageKey) {
        imageQueue[key] = images[key].flatMap { $0.isRunning ? nil : $0.recurrence.due }
    }

    mutating func enqueue(_ name: String) {
        repositoryQueue[name] = repositories[name]?.due
    }
}

extension Schedule.Repository {
    /// Makes nothing wait longer than its interval.
    fileprivate mutating func hastenAll(at now: Timestamp) {
        fetch.hastenToInterval(at: now)
        for name in automations.keys {
            automations[name]?.hastenToInterval(at: now)
        }
    }
}
