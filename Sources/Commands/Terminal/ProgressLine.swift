/// A line on a terminal with the progress of a command, cleared when it is done.
struct ProgressLine {
    private static let width = 24

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
        let done = Self.width * count / total
        let bar =
            String(repeating: "█", count: done)
            + String(repeating: "░", count: Self.width - done)
        Console.overwrite("\(bar) \(count)/\(total) \(noun)")
    }

    func clear() {
        if isShown { Console.overwrite("") }
    }
}
