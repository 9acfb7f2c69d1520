import Synchronization

/// A value that is computed on first use, and kept.
///
/// Not copyable, and without an allocation of its own: each of thousands of policies has several.
struct Once<Value: Sendable>: ~Copyable, Sendable {
    private let known = Mutex<Value?>(nil)

    func value(_ make: () -> sending Value) -> Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
