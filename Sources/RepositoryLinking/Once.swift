import Synchronization

/// A value that is computed on first use, and kept.
///
/// A part of its owner rather than an object: each of thousands of policies has several.
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
