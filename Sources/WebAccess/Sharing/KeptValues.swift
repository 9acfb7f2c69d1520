/// Finds the value of each key once, however many ask at the same time, and keeps it for a while.
///
/// A value that is no longer fresh is found again; if that fails and the value is still valid, it is
/// used. So an outage of a server that gives tokens stops nobody before the tokens end.
package actor KeptValues<Key: Hashable & Sendable, Value: Sendable, Failure: Error> {
    /// A value with its times, in seconds since 1970.
    package struct Kept: Sendable {
        package let value: Value
        /// Until then it is used without a question.
        package let freshUntil: Int
        /// From then on it is of no use.
        package let validUntil: Int

        package init(_ value: Value, freshUntil: Int, validUntil: Int) {
            self.value = value
            self.freshUntil = freshUntil
            self.validUntil = validUntil
        }
    }

    private let failureSeconds: Int
    private let countLimit: Int
    private let now: @Sendable () -> Int
    private var kept: [Key: Kept] = [:]
    private var failures: [Key: (failure: Failure, until: Int)] = [:]
    private var running: [Key: Task<Result<Value, Failure>, Never>] = [:]

    /// - Parameters:
    ///   - failureSeconds: For so long a failure is the answer to all who ask.
    ///   - countLimit: Of values; the one that ends first makes room.
    package init(
        failureSeconds: Int, countLimit: Int = 1000, now: @escaping @Sendable () -> Int
    ) {
        self.failureSeconds = failureSeconds
        self.countLimit = countLimit
        self.now = now
    }

    /// The work goes on when the task that asked is cancelled, for others may wait for it too: so
    /// it needs a limit of its own.
    package func value(
        of key: Key, find: @escaping @Sendable () async -> Result<Kept, Failure>
    ) async -> Result<Value, Failure> {
        let time = now()
        if let known = kept[key], time < known.freshUntil { return .success(known.value) }
        if let known = failures[key], time < known.until { return outcome(known.failure, of: key) }
        if let task = running[key] { return await task.value }
        let task = Task { note(await find(), of: key) }
        running[key] = task
        return await task.value
    }

    /// The end of each value that is still valid.
    package var validities: [Key: Int] {
        let time = now()
        return kept.mapValues(\.validUntil).filter { $0.value > time }
    }

    /// The failure of each key that is remembered.
    package func failure(of key: Key) -> Failure? { failures[key]?.failure }

    private func note(_ found: Result<Kept, Failure>, of key: Key) -> Result<Value, Failure> {
        running[key] = nil
        switch found {
        case .success(let new):
            failures[key] = nil
            kept[key] = new
            dropSurplus()
            return .success(new.value)
        case .failure(let failure):
            failures[key] = (failure, now() + failureSeconds)
            dropSurplus()
            return outcome(failure, of: key)
        }
    }

    private func outcome(_ failure: Failure, of key: Key) -> Result<Value, Failure> {
        guard let old = kept[key], now() < old.validUntil else { return .failure(failure) }
        return .success(old.value)
    }

    private func dropSurplus() {
        if kept.count > countLimit,
            let first = kept.min(by: { $0.value.validUntil < $1.value.validUntil })
        {
            kept[first.key] = nil
        }
        if failures.count > countLimit,
            let first = failures.min(by: { $0.value.until < $1.value.until })
        {
            failures[first.key] = nil
        }
    }
}
