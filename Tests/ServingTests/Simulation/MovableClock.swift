import Serving
import Synchronization

/// A time that stands still until a test moves it.
final class MovableClock: ServiceClock {
    private struct Sleeper {
        let time: Timestamp
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now: Timestamp
        var sleepers: [Int: Sleeper] = [:]
        /// The sleepers that were cancelled before they slept.
        var cancelled: Set<Int> = []
        var nextNumber = 0
    }

    private let state: Mutex<State>

    init(at now: Timestamp = Timestamp(millisecondsSince1970: 1_800_000_000_000)) {
        state = Mutex(State(now: now))
    }

    var now: Timestamp { state.withLock { $0.now } }

    /// When the first of those that sleep wants to wake; nil where nobody sleeps.
    var nextWaking: Timestamp? { state.withLock { $0.sleepers.values.map(\.time).min() } }

    /// Wakes all whose time has come.
    func move(to time: Timestamp) {
        let due = state.withLock { state in
            state.now = time
            let due = state.sleepers.filter { $0.value.time <= time }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.time < $1.time }
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    func sleep(until time: Timestamp) async throws(CancellationError) {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let hasSlept = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return false }
                    if time <= state.now { return true }
                    state.sleepers[number] = Sleeper(time: time, continuation: continuation)
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(returning: false)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        if !hasSlept { throw CancellationError() }
    }
}
