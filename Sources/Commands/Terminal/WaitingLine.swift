import Dispatch
import Synchronization

/// A spinner on a terminal for work that takes more than half a second, until it is cleared.
///
/// It is written from a queue of its own, because a check keeps every core busy.
final class WaitingLine {
    private static let patience = DispatchTimeInterval.milliseconds(500)
    private static let step = DispatchTimeInterval.milliseconds(100)
    private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private let timer: (any DispatchSourceTimer)?
    private let state = LineState()

    init(_ words: String, isWanted: Bool = true) {
        state.say(words)
        guard isWanted, Console.errorsAreOnTerminal else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "waiting-line"))
        let state = state
        timer.setEventHandler {
            state.draw { "\(Self.signs[$0 % Self.signs.count]) \($1)" }
        }
        timer.schedule(deadline: .now() + Self.patience, repeating: Self.step)
        timer.activate()
        self.timer = timer
    }

    /// Hides the line while `body` runs, which may show another one.
    func aside<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        state.hide()
        defer { state.show() }
        return try await body()
    }

    /// Shows other words from now on.
    var say: @Sendable (String) -> Void {
        let state = state
        return { state.say($0) }
    }

    /// Removes the line for good.
    func clear() {
        timer?.cancel()
        state.hide()
    }
}

/// The number of steps that were drawn, and whether the line is hidden.
///
/// The terminal is written under the lock, so that nothing is drawn once the line is hidden.
private final class LineState: Sendable {
    private struct State {
        var words = ""
        var stepCount = 0
        var isHidden = false
        var isThere = false
    }

    private let state = Mutex(State())

    func say(_ words: String) { state.withLock { $0.words = words } }

    /// Draws the next step, unless the line is hidden.
    func draw(_ text: (_ step: Int, _ words: String) -> String) {
        state.withLock { state in
            guard !state.isHidden else { return }
            Console.overwrite(text(state.stepCount, state.words))
            state.stepCount += 1
            state.isThere = true
        }
    }

    func show() {
        state.withLock { $0.isHidden = false }
    }

    func hide() {
        state.withLock { state in
            if state.isThere { Console.overwrite("") }
            state.isHidden = true
            state.isThere = false
        }
    }
}

/// A line on a terminal with the progress of a command, cleared when it is done.
struct ProgressLine {
    private let noun: String
    private let total: Int
    private let isShown: Bool

    init(_ noun: String, total: Int) {
        self.noun = noun
        self.total = total
        isShown = Console.errorsAreOnTerminal && total > 1
    }

    func show(_ count: Int) {
        guard isShown else { return }
        Console.overwrite("\(progressBar(count, of: total)) \(count)/\(total) \(noun)")
    }

    func clear() {
        if isShown { Console.overwrite("") }
    }
}

/// The share of something that is done, as a bar of 24 columns.
func progressBar(_ done: Int, of total: Int) -> String {
    let width = 24
    let filled = min(width, width * done / total)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
}
