import Synchronization

/// What is not freed any more: the process is about to end, and to free a large model takes as long
/// as to make it.
enum Leftovers {
    private static let values = Mutex<[any Sendable]>([])

    /// Keeps a value until the process ends.
    static func keep(_ value: some Sendable) { values.withLock { $0.append(value) } }
}
