#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One line on a terminal that tells how far a command is, and is gone when it is done.
struct ProgressLine {
    private static let width = 24

    private let noun: String
    private let total: Int
    private let isShown: Bool

    /// - Parameter isShown: Whether standard error is a terminal, unless somebody says otherwise.
    init(_ noun: String, total: Int, isShown: Bool = isatty(STDERR_FILENO) == 1) {
        self.noun = noun
        self.total = total
        self.isShown = isShown && total > 1
    }

    func show(_ count: Int) {
        guard isShown else { return }
        Console.overwrite(Self.text(count, of: total, noun))
    }

    func clear() {
        if isShown { Console.overwrite("") }
    }

    static func text(_ count: Int, of total: Int, _ noun: String) -> String {
        let done = width * count / max(1, total)
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
        return "\(bar) \(count)/\(total) \(noun)"
    }
}
