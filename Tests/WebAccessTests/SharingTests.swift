import Synchronization
import Testing

@testable import WebAccess

/// State that the requests of one client share: slots, and values that are found once.
struct SharingTests {
    fileprivate final class Counter: Sendable {
        private let state = Mutex((now: 0, most: 0, total: 0))

        func enter() {
            state.withLock {
                $0.now += 1
                $0.total += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() {
            state.withLock { $0.now -= 1 }
        }

        var most: Int { state.withLock { $0.most } }
        var total: Int { state.withLock { $0.total } }
    }

    @Test func `requests to one host wait for a slot`() async throws {
        let slots = HostSlots(limit: 3)
        let host = try #require(WebHost("ghcr.io"))
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await slots.withSlot(of: host) {
                        counter.enter()
                        try? await Task.sleep(for: .milliseconds(2))
                        counter.leave()
                    }
                }
            }
        }
        #expect(counter.most == 3)
        #expect(counter.total == 20)
    }

    @Test func `other hosts do not wait`() async throws {
        let slots = HostSlots(limit: 1)
        let (one, two) = (try #require(WebHost("a.io")), try #require(WebHost("b.io")))
        let value = await slots.withSlot(of: one) { await slots.withSlot(of: two) { 7 } }
        #expect(value == 7)
    }

    @Test func `a cancelled task does not wait`() async throws {
        let slots = HostSlots(limit: 1)
        let host = try #require(WebHost("ghcr.io"))
        await slots.withSlot(of: host) {
            let waiting = Task { await slots.withSlot(of: host) { Task.isCancelled } }
            waiting.cancel()
            #expect(await waiting.value)
        }
        // It had no slot, so it gave none back: the next one gets the only one there is.
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await slots.withSlot(of: host) {
                        counter.enter()
                        await Task.yield()
                        counter.leave()
                    }
                }
            }
        }
        #expect(counter.most == 1)
    }
}

extension SharingTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    @Test func `values keep their order, and a few are found at a time`() async throws {
        let counter = Counter()
        let values = await Array(0..<20).concurrentMap(atOnce: 3) { number in
            counter.enter()
            try? await Task.sleep(for: .milliseconds(20 - number))
            counter.leave()
            return number * 2
        }
        #expect(values == (0..<20).map { $0 * 2 })
        #expect(counter.most == 3)
        #expect(await [Int]().concurrentMap(atOnce: 3) { $0 }.isEmpty)
    }

    @Test func `the first error cancels the others`() async throws {
        let counter = Counter()
        await #expect(throws: Refusal(number: 1)) {
            try await Array(0..<20).concurrentMap(atOnce: 3) { number throws(Refusal) in
                counter.enter()
                if number == 1 { throw Refusal(number: number) }
                try? await Task.sleep(for: .seconds(60))
                if Task.isCancelled { throw Refusal(number: 100) }
                return number
            }
        }
        #expect(counter.total <= 4)
    }
}
