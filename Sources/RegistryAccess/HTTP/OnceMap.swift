/// Finds the value of each key once, however many ask for it at the same time.
actor OnceMap<Key: Hashable & Sendable, Value: Sendable> {
    private var tasks: [Key: Task<Value, Never>] = [:]

    /// The work goes on when who asked first is cancelled, for others may wait for it too.
    func value(
        of key: Key, _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        if let task = tasks[key] { return await task.value }
        let task = Task { await work() }
        tasks[key] = task
        return await task.value
    }
}
