import Dispatch
import Synchronization

/// A line on a terminal for what takes more than half a second, until it is cleared.
///
/// It is written from a queue of its own, because a check keeps every core busy.
final class WaitingLine {
    private static let patience = DispatchTimeInterval.milliseconds(500)
    private static let step = DispatchTimeInterval.milliseconds(100)
    private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private let queue = DispatchQueue(label: "waiting-line")
    private let timer: (any DispatchSourceTimer)?
    private let count = StepCount()

    init(_ words: String, isWanted: Bool = true) {
        guard isWanted, Console.errorsAreOnTerminal else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let count = count
        timer.setEventHandler {
            Console.overwrite("\(Self.signs[count.next() % Self.signs.count]) \(words)")
        }
        timer.schedule(deadline: .now() + Self.patience, repeating: Self.step)
        timer.activate()
        self.timer = timer
    }

    /// Takes the line away, if it was there; nothing of it comes afterwards.
    func clear() {
        guard let timer else { return }
        queue.sync {
            timer.cancel()
            if count.next() > 0 { Console.overwrite("") }
        }
    }
}

/// How often a line was written.
private final class StepCount: Sendable {
    private let count = Mutex(0)

    /// Counts one more, and gives the number before.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
