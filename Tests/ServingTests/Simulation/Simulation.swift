import Foundation
import Logging
import RegistryAccess
import Serving
import Synchronization
import TestSupport
import WebAccess

/// Hours of the service's life, in as long as the work in them takes.
struct Simulation {
    struct Scale {
        var repositories = 10
        var imagesPerRepository = 10
        var hours = 6
        var interval = "5m"
        /// Calls of receivers.
        var hintsPerSecond = 0
        /// New tags, in all hours but the last.
        var tags = 60
        /// Pushes of developers that come between.
        var races = 10
        /// Pushes of developers at other times.
        var pushes = 10
        /// The part of all requests that the registry does not answer.
        var failures = 1.0 / 3
    }

    /// The events at a second of the simulation.
    private enum Event {
        case tag(image: Int)
        case race(repository: Int)
        case push(repository: Int)
    }

    /// A tag that has to be committed: it was the newest for long enough.
    struct Expected: Hashable {
        let image: String
        let tag: String
    }

    let scale: Scale
    let home: TemporaryDirectory
    let repositories: [SimulatedRepository]
    let registry: MemoryRegistry
    let clock = MovableClock()
    let service: UpdateService
    let counts = EventCounts()
    private let events: [Int: [Event]]
    private(set) var published: [String: [(tag: String, second: Int)]] = [:]
    /// Bytes of the process, at each hour.
    private(set) var memory: [Int] = []

    init(_ scale: Scale, seed: UInt64 = 42) async throws {
        self.scale = scale
        let home = try TemporaryDirectory()
        self.home = home
        repositories = try (0..<scale.repositories).map {
            try SimulatedRepository(
                $0, imageCount: scale.imagesPerRepository, interval: scale.interval, in: home)
        }
        registry = MemoryRegistry(failures: scale.failures, seed: seed)
        for image in repositories.flatMap(\.images) { registry.publish("1.0.0", of: image) }
        events = Self.events(scale, seed)
        service = Self.service(repositories, registry, clock, counts, in: home)
    }

    static func service(
        _ repositories: [SimulatedRepository], _ registry: MemoryRegistry, _ clock: MovableClock,
        _ counts: EventCounts, in home: TemporaryDirectory, state: any StateStoring = StateStore()
    ) -> UpdateService {
        let options = ServiceOptions(
            version: "test",
            repositories: repositories.map {
                ServedRepository(name: $0.remote.path, url: $0.remote.path, branch: nil)
            }, directory: "\(home.path)/clones", seed: 7)
        let clients = RegistryClients {
            var options = RegistryClient.Options(
                timing: Timing(
                    pause: { _ in }, random: { 0.5 },
                    secondsSince1970: { Int(clock.now.secondsSince1970) }))
            options.retry.attempts = 1
            return RegistryClient(options: options, transport: registry)
        }
        var tools = RunTools(clients: clients)
        tools.variables = repositories[0].remote.environment
        return UpdateService(
            options, tools: tools, state: state, clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            observe: { counts.note($0) })
    }

    private static func events(_ scale: Scale, _ seed: UInt64) -> [Int: [Event]] {
        var generator = SeededGenerator(seed: seed)
        var events: [Int: [Event]] = [:]
        func add(_ count: Int, _ event: (inout SeededGenerator) -> Event) {
            for _ in 0..<count {
                let second = Int.random(in: 60..<(scale.hours - 1) * 3600, using: &generator)
                events[second, default: []].append(event(&generator))
            }
        }
        let imageCount = scale.repositories * scale.imagesPerRepository
        add(scale.tags) { .tag(image: Int.random(in: 0..<imageCount, using: &$0)) }
        add(scale.races) { .race(repository: Int.random(in: 0..<scale.repositories, using: &$0)) }
        add(scale.pushes) { .push(repository: Int.random(in: 0..<scale.repositories, using: &$0)) }
        return events
    }

    // MARK: The run

    mutating func run() async throws {
        try await service.start()
        await service.settled()
        let start = clock.now
        var generator = SeededGenerator(seed: 3)
        for second in 1...scale.hours * 3600 {
            if second % 3600 == 1 { memory.append(Self.residentBytes) }
            let now = start + Double(second)
            for event in events[second] ?? [] { try happen(event, at: second) }
            for _ in 0..<scale.hintsPerSecond {
                let repository = repositories.randomElement(using: &generator)
                guard let repository, let image = repository.images.randomElement(using: &generator)
                else { continue }
                var hint = ServiceHint()
                hint.images = ["registry.example/\(image)"]
                await service.take(hint, of: repository.remote.path)
            }
            let isDue = clock.nextWaking.map { $0 <= now } ?? false
            clock.move(to: now)
            if isDue { await service.settled() }
        }
        memory.append(Self.residentBytes)
    }

    private mutating func happen(_ event: Event, at second: Int) throws {
        switch event {
        case .tag(let number):
            let repository = repositories[number / scale.imagesPerRepository]
            let image = repository.images[number % scale.imagesPerRepository]
            let tag = "1.\(published[image, default: []].count + 1).0"
            published[image, default: []].append((tag, second))
            registry.publish(tag, of: image)
        case .race(let repository): repositories[repository].race()
        case .push(let repository): try repositories[repository].push()
        }
    }

    /// The tags that no later one replaced within 40 minutes.
    var expected: Set<Expected> {
        var expected: Set<Expected> = []
        for (image, tags) in published {
            for (number, tag) in tags.enumerated() {
                let end = number + 1 < tags.count ? tags[number + 1].second : .max
                if end - tag.second >= 2400 {
                    expected.insert(Expected(image: image, tag: tag.tag))
                }
            }
        }
        return expected
    }

    /// Of Linux; 0 elsewhere.
    private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
}

/// How often the service did what.
final class EventCounts: Sendable {
    struct Counts {
        var scans = 0
        var failedScans = 0
        var fetches = 0
        var pushes = 0
        var outrun = 0
        var unchanged = 0
        var runs = 0
        var failures: [String] = []
    }

    private let counts = Mutex(Counts())

    var current: Counts { counts.withLock { $0 } }

    func note(_ event: ServiceEvent) {
        counts.withLock { counts in
            switch event {
            case .fetched(_, _, _, let problem):
                counts.fetches += 1
                if let problem { counts.failures.append(problem) }
            case .scanned(_, _, _, let problem):
                counts.scans += 1
                if problem != nil { counts.failedScans += 1 }
            case .ran(let run):
                counts.runs += 1
                if run.commit != nil { counts.pushes += 1 }
                if case .failed(let reason) = run.outcome { counts.failures.append(reason) }
            case .unchanged: counts.unchanged += 1
            case .outrun(_, let count): counts.outrun += count
            case .registryFailed, .tagsKnown, .called, .serving: break
            }
        }
    }
}
