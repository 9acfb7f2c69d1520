import Testing

@testable import Serving

/// The times at which something is due, without tasks and without time.
struct ScheduleTests {
    private let web = ImageKey(name: "registry.example/web")
    private let start = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private func at(_ seconds: Double) -> Timestamp { start + seconds }

    private func wishes(
        images: [ImageKey: Double] = [:], automations: [String: Double] = [:]
    ) -> Wishes {
        Wishes(fetchInterval: 300, images: images, automations: automations)
    }

    /// A schedule whose repository has been visited once, and wants this.
    private func schedule(_ wishes: Wishes, _ limits: WorkLimits = WorkLimits()) -> Schedule {
        var schedule = Schedule(limits: limits, seed: 1)
        schedule.set(Wishes(fetchInterval: 60), of: "a", at: start)
        #expect(schedule.take(at: start) == [.visit(repository: "a", automations: [])])
        schedule.set(wishes, of: "a", at: start)
        schedule.finishVisit(of: "a", fetched: true, runs: [:], at: start)
        return schedule
    }

    @Test func `an image is scanned once for all, on the shortest interval`() throws {
        var schedule = schedule(wishes(images: [web: 600]))
        schedule.set(wishes(images: [web: 60]), of: "b", at: start)
        #expect(schedule.take(at: start).filter { $0 == .scan(web) }.count == 1)
        schedule.finishScan(of: web, succeeded: true, at: start)
        let due = try #require(schedule.images[web]?.recurrence.due)
        #expect((54.0...66).contains(due - start))
        schedule.set(wishes(), of: "b", at: start)
        #expect(schedule.images[web]?.recurrence.interval == 600)
    }

    @Test func `intervals differ by a tenth at most, and not all in the same way`() {
        var schedule = schedule(
            wishes(
                images: Dictionary(
                    uniqueKeysWithValues: (0..<200).map { (ImageKey(name: "r.example/\($0)"), 100) }
                )
            ))
        var dues: Set<Double> = []
        while true {
            let work = schedule.take(at: start)
            guard !work.isEmpty else { break }
            for case .scan(let key) in work {
                schedule.finishScan(of: key, succeeded: true, at: start)
            }
        }
        for image in schedule.images.values { dues.insert(image.recurrence.due - start) }
        #expect(dues.allSatisfy { (90.0...110).contains($0) })
        #expect(dues.count > 150)
    }

    @Test func `a failed scan is tried again later each time, up to its interval`() throws {
        var schedule = schedule(wishes(images: [web: 300]))
        var pauses: [Double] = []
        var now = start
        for _ in 0..<7 {
            #expect(schedule.take(at: now).contains(.scan(web)))
            schedule.finishScan(of: web, succeeded: false, at: now)
            let due = try #require(schedule.images[web]?.recurrence.due)
            pauses.append(due - now)
            now = due
        }
        for (pause, expected) in zip(pauses, [15.0, 30, 60, 120, 240, 300, 300]) {
            #expect((expected * 0.9...expected * 1.1).contains(pause))
        }
    }

    @Test func `a hint makes an image due soon, many are one`() {
        var schedule = schedule(wishes(images: [web: 3600]))
        _ = schedule.take(at: start)
        schedule.finishScan(of: web, succeeded: true, at: start)
        for _ in 0..<100 { schedule.hasten(image: web, at: at(10)) }
        #expect(schedule.take(at: at(10)) == [])
        #expect(schedule.take(at: at(11)) == [.scan(web)])
        #expect(schedule.take(at: at(11)) == [])
        for _ in 0..<100 { schedule.hasten(image: web, at: at(12)) }
        #expect(schedule.take(at: at(13)) == [])
        schedule.finishScan(of: web, succeeded: true, at: at(14))
        #expect(schedule.take(at: at(15)) == [.scan(web)])
    }

    @Test func `a hint for one image leaves the others alone`() {
        let api = ImageKey(name: "registry.example/api")
        var schedule = schedule(wishes(images: [web: 3600, api: 3600]))
        for case .scan(let key) in schedule.take(at: start) {
            schedule.finishScan(of: key, succeeded: true, at: start)
        }
        let due = schedule.images[api]?.recurrence.due
        schedule.hasten(image: web, at: at(1))
        #expect(schedule.images[api]?.recurrence.due == due)
    }

    @Test func `a repository has one visit at a time, and what comes meanwhile is one more`() {
        var schedule = schedule(wishes(automations: ["flux/a": 60, "flux/b": 3600]))
        schedule.setReady("a")
        #expect(
            schedule.take(at: start) == [
                .visit(repository: "a", automations: ["flux/a", "flux/b"])
            ]
        )
        for _ in 0..<5 { schedule.hasten(automations: ["flux/b"], of: "a", at: at(1)) }
        #expect(schedule.take(at: at(5000)) == [])
        schedule.finishVisit(
            of: "a", fetched: true, runs: ["flux/a": true, "flux/b": true], at: at(10))
        #expect(schedule.take(at: at(11)) == [])
        #expect(schedule.take(at: at(12)) == [.visit(repository: "a", automations: ["flux/b"])])
    }

    @Test func `automations wait until each image was asked for`() {
        var schedule = schedule(wishes(images: [web: 60], automations: ["flux/a": 60]))
        #expect(schedule.take(at: at(30)) == [.scan(web)])
        schedule.setReady("a")
        #expect(schedule.take(at: at(30)) == [.visit(repository: "a", automations: ["flux/a"])])
    }

    @Test func `after a long sleep all is caught up once`() {
        var schedule = schedule(wishes(images: [web: 60]))
        _ = schedule.take(at: start)
        schedule.finishScan(of: web, succeeded: true, at: start)
        let late = at(86_400)
        #expect(
            Set(schedule.take(at: late)) == [.scan(web), .visit(repository: "a", automations: [])])
        schedule.finishScan(of: web, succeeded: true, at: late)
        schedule.finishVisit(of: "a", fetched: true, runs: [:], at: late)
        #expect(schedule.take(at: late + 50) == [])
    }

    @Test func `a clock that goes back makes nothing wait longer than its interval`() throws {
        var schedule = schedule(wishes(images: [web: 60]))
        _ = schedule.take(at: start)
        schedule.finishScan(of: web, succeeded: true, at: start)
        _ = schedule.take(at: at(-86_400))
        let due = try #require(schedule.images[web]?.recurrence.due)
        #expect(due - at(-86_400) <= 60)
    }

    @Test func `what was scanned before a start is not scanned before it is due`() {
        var schedule = Schedule(seed: 1)
        schedule.set(wishes(images: [web: 600]), of: "a", at: start) { _ in at(-100) }
        #expect(!schedule.take(at: start).contains(.scan(web)))
        #expect(!schedule.take(at: at(430)).contains(.scan(web)))
        #expect(schedule.take(at: at(570)).contains(.scan(web)))
    }

    @Test func `a new list of wishes keeps the times of what stays`() throws {
        var schedule = schedule(wishes(images: [web: 600], automations: ["flux/a": 600]))
        schedule.setReady("a")
        for case .scan(let key) in schedule.take(at: start) {
            schedule.finishScan(of: key, succeeded: true, at: start)
        }
        schedule.finishVisit(of: "a", fetched: true, runs: ["flux/a": true], at: start)
        let before = schedule.images[web]?.recurrence
        let run = schedule.repositories["a"]?.automations["flux/a"]
        schedule.set(
            wishes(images: [web: 600], automations: ["flux/a": 600, "flux/b": 600]), of: "a",
            at: at(60))
        #expect(schedule.images[web]?.recurrence == before)
        #expect(schedule.repositories["a"]?.automations["flux/a"] == run)
        #expect(schedule.take(at: at(60)) == [.visit(repository: "a", automations: ["flux/b"])])
        schedule.set(wishes(), of: "a", at: at(60))
        #expect(schedule.images.isEmpty)
        #expect(schedule.repositories["a"]?.automations.isEmpty == true)
    }

    @Test func `an image that is dropped and wanted again is not scanned twice at once`() {
        var schedule = schedule(wishes(images: [web: 60]))
        #expect(schedule.take(at: start) == [.scan(web)])
        schedule.set(wishes(), of: "a", at: at(1))
        schedule.set(wishes(images: [web: 60]), of: "a", at: at(2))
        #expect(schedule.take(at: at(3)) == [])
        schedule.finishScan(of: web, succeeded: true, at: at(4))
        #expect(schedule.take(at: at(71)).contains(.scan(web)))
    }

    @Test func `no more is begun at once than there is room for`() {
        var limits = WorkLimits()
        (limits.scans, limits.visits) = (3, 1)
        let images = Dictionary(
            uniqueKeysWithValues: (0..<10).map { (ImageKey(name: "r.example/\($0)"), 60.0) })
        var schedule = schedule(wishes(images: images), limits)
        schedule.set(wishes(), of: "b", at: start)
        schedule.set(wishes(), of: "c", at: start)
        let work = schedule.take(at: start)
        #expect(work.filter { if case .scan = $0 { true } else { false } }.count == 3)
        #expect(work.count == 4)
        #expect(schedule.next == nil)
    }
}
