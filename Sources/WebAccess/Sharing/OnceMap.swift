/// Finds the value of each key once, however many ask for it at the same time.
package actor OnceMap<Key: Hashable & Sendable, Value: Sendable> {
    private var tasks: [Key: Task<Value, Never>] = [:]

    package init() {}

    /// The work goes on when the task that asked is cancelled, for others may wait for it too: so
    /// it needs a limit of its own.
    package func value(
        of key: Key, _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        if let task = tasks[key] { return await task.value }
        let task = Task { await work() }
        tasks[key] = task
        return await task.value
    }
}
