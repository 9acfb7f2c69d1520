import Dispatch
import Synchronization

/// A spinner on a terminal for work that takes more than half a second, until it is cleared.
///
/// It is written from a queue of its own, because a check keeps every core busy.
final class WaitingLine {
    private static let patience = DispatchTimeInterval.milliseconds(500)
    private static let step = DispatchTimeInterval.milliseconds(100)
    private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private let queue = DispatchQueue(label: "waiting-line")
    private let timer: (any DispatchSourceTimer)?
    private let state = LineState()

    init(_ words: String, isWanted: Bool = true) {
        guard isWanted, Console.errorsAreOnTerminal else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let state = state
        timer.setEventHandler {
            guard let step = state.next() else { return }
            Console.overwrite("\(Self.signs[step % Self.signs.count]) \(words)")
        }
        timer.schedule(deadline: .now() + Self.patience, repeating: Self.step)
        timer.activate()
        self.timer = timer
    }

    /// Hides the line while `body` runs, which may show another one.
    func aside<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        hide()
        defer { state.show() }
        return try await body()
    }

    /// Removes the line for good.
    func clear() {
        timer?.cancel()
        hide()
    }

    private func hide() {
        guard timer != nil else { return }
        queue.sync {
            if state.hide() { Console.overwrite("") }
        }
    }
}

/// The number of steps that were drawn, and whether the line is hidden.
private final class LineState: Sendable {
    private struct State {
        var stepCount = 0
        var isHidden = false
        var isThere = false
    }

    private let state = Mutex(State())

    /// The number of the step to draw; nil if the line is hidden.
    func next() -> Int? {
        state.withLock { state in
            guard !state.isHidden else { return nil }
            defer { state.stepCount += 1 }
            state.isThere = true
            return state.stepCount
        }
    }

    func show() {
        state.withLock { $0.isHidden = false }
    }

    /// Hides the line; returns whether it was drawn.
    func hide() -> Bool {
        state.withLock { state in
            defer { state.isThere = false }
            state.isHidden = true
            return state.isThere
        }
    }
}
