/// Something that is done again and again: when it is due, by its interval and how it went.
struct Recurrence: Hashable, Sendable {
    /// Seconds that a first failure is waited for; each further one doubles them.
    static let firstPause = 15.0

    /// Seconds.
    var interval: Double
    private(set) var due: Timestamp
    /// When it was done last, also if it failed.
    private(set) var last: Timestamp?
    /// In a row.
    private(set) var failureCount = 0

    /// - Parameters:
    ///   - last: When it was done last; nil makes it due at once.
    ///   - jitter: From -1 to 1, as a part of what the interval may differ by.
    init(interval: Double, last: Timestamp?, jitter: Double, at now: Timestamp) {
        self.interval = interval
        self.last = last
        // A time to come is one of a clock that was wrong.
        due = last.map { max(now, min($0, now) + interval * (1 + jitter)) } ?? now
    }

    /// Notes how it went, and when it is due again.
    mutating func finish(succeeded: Bool, jitter: Double, at now: Timestamp) {
        last = now
        failureCount = succeeded ? 0 : failureCount + 1
        let pause =
            succeeded
            ? interval
            : min(interval, Self.firstPause * Double(1 << min(failureCount - 1, 16)))
        due = now + pause * (1 + jitter)
    }

    /// Makes it due earlier; never later.
    mutating func hasten(to time: Timestamp) { due = min(due, time) }

    /// Lets it wait no longer than its interval.
    mutating func hastenToInterval(at now: Timestamp) { hasten(to: now + interval) }

    /// Takes another interval, which shortens what is waited for, and never lengthens it.
    mutating func change(interval: Double, jitter: Double, at now: Timestamp) {
        guard interval != self.interval else { return }
        self.interval = interval
        due = min(due, now + interval * (1 + jitter))
    }
}
