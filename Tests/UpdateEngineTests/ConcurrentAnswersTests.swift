import Synchronization
import Testing
import UpdateEngine

@Suite struct ConcurrentAnswersTests {
    /// Counts how many tasks are in a room, and how many were there at most.
    private final class Room: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var count: Int { counts.withLock { $0.now } }
        var mostAtOnce: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }

    /// A question that is asked alone would wait for the others forever.
    @Test(.timeLimit(.minutes(5))) func `several questions are asked at once`() async {
        let room = Room()
        let numbers = await answers(to: [3, 1, 2]) { number in
            room.enter()
            while room.count < 3 { await Task.yield() }
            return number * 10
        }
        #expect(numbers == [30, 10, 20])
    }

    @Test func `at most sixteen questions are asked at once`() async {
        let room = Room()
        let progress = Mutex<[Int]>([])
        @Sendable func note(_ count: Int) { progress.withLock { $0.append(count) } }
        let numbers = await answers(to: Array(0..<100), progress: note) { number in
            room.enter()
            for _ in 0..<number % 7 { await Task.yield() }
            room.leave()
            return number
        }
        #expect(numbers == Array(0..<100))
        #expect(room.mostAtOnce <= 16)
        #expect(progress.withLock { $0 } == Array(1...100))
    }

    @Test func `without questions nothing is asked`() async {
        #expect(await answers(to: [Int]()) { $0 }.isEmpty)
    }
}
